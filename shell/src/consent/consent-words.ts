/**
 * What an app will be able to do, in the order of how much it is. `offline_access` adds nothing: every app stays until
 * it is removed.
 */
const ABILITIES: [scope: string, words: string][] = [
  ["openid", "Know that it is you, by an id of your account"],
  ["profile", "See your name and picture"],
  ["email", "See your email address"],
  ["phone", "See your phone number"],
  ["tessera:read", "Read all your cards, with their notes and attachments"],
  ["tessera:write", "Read, add, change and delete all your cards, and decide what is in your queue"],
];

/** A sentence for each scope; reading is part of writing. */
export function abilitiesOf(scope: string): string[] {
  const asked = new Set(scope.split(" "));
  if (asked.has("tessera:write")) asked.delete("tessera:read");
  return ABILITIES.filter(([one]) => asked.has(one)).map(([, words]) => words);
}

const LOOPBACK = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** Where the answer goes: a website by its name, an app on this device by its scheme. */
export function placeOf(redirectUri: string): string {
  const { protocol, hostname, host } = new URL(redirectUri);
  if (protocol === "https:") return host;
  if (protocol === "http:" && LOOPBACK.has(hostname)) return "an app on this device";
  return `an app on this device (${protocol.slice(0, -1)})`;
}
