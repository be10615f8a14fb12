/** What a person lets an app do, as the identity service lists it. */
export interface AppGrant {
  client: { id: string; name: string; uri: string };
  scopes: string[];
  granted_at: string;
}

const CARDS = ["tessera:read", "tessera:write"];
const about: Record<string, string> = { profile: "your name", email: "your email address", phone: "your phone number" };

/** "Reads and changes your cards, sees your email address": what an app can do, in a line. */
export function accessOf({ scopes }: Pick<AppGrant, "scopes">): string {
  const cards = CARDS.filter((scope) => scopes.includes(scope));
  const sees = Object.entries(about).flatMap(([scope, words]) => (scopes.includes(scope) ? [words] : []));
  const parts = [
    cards.includes("tessera:write") ? "reads and changes your cards" : cards.length ? "reads your cards" : "",
    sees.length ? `sees ${sees.join(" and ")}` : "",
  ].filter(Boolean);
  const line = parts.join(", ") || "signs you in";
  return line[0]!.toUpperCase() + line.slice(1);
}
