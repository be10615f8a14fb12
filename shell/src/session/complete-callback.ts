import type { Session, SupabaseClient, User } from "@supabase/supabase-js";
import { takeAnyAskedMail, takeAskedMail, takeFlow } from "./asked-here.ts";
import type { Supabase } from "./supabase.ts";

/** What a link of a mail, or another sign-in service, led to. */
export type CallbackOutcome =
  | { kind: "signed-in"; newPassword: boolean }
  /** The link did its work, but this browser did not ask for it: the person signs in here. */
  | { kind: "confirmed" }
  /** One of two mailboxes agreed to a change of address. */
  | { kind: "one-confirmed" }
  /** The address carries nothing. */
  | { kind: "nothing" }
  /** The person did not want the account that the link opens. */
  | { kind: "declined" }
  /** `kept`: the person who was signed in still is. */
  | { kind: "failed"; error: unknown; kept: boolean };

export type CallbackResult =
  | CallbackOutcome
  /** A mail's link, not redeemed yet: opening it spends nothing. */
  | { kind: "link"; type: LinkType; current: string | null; redeem(): Promise<CallbackResult> }
  /** The link opens `account`, which this browser did not ask for or which is not the one signed in (`current`). */
  | {
      kind: "account";
      account: string;
      current: string | null;
      accept(): Promise<CallbackOutcome>;
      decline(): Promise<CallbackOutcome>;
    };

/** Failures of linking an identity: the session stays; specification §8. */
export const linkingErrors: ReadonlySet<string> = new Set([
  "identity_already_exists",
  "identity_not_found",
  "single_identity_not_deletable",
]);

/** Age in seconds from which on tokens of an address are suspicious; specification §9. */
const STALE_SECONDS = 120;

/** `step` in the address while the new password is being chosen. */
export const NEW_PASSWORD = "new-password";

/** Links that create or recover an account: the person then chooses a password. */
const setsPassword = (type: string | null) => type === "recovery" || type === "invite";

const linkTypes = ["email", "recovery", "invite", "email_change", "signup", "magiclink"] as const;
export type LinkType = (typeof linkTypes)[number];

interface Clients {
  client: Supabase;
  /** Stores no session: what it opens changes nothing in this browser. */
  apart: SupabaseClient;
}
type Tokens = Pick<Session, "access_token" | "refresh_token">;

/**
 * Completes what the address of /confirm carries: `code` (PKCE), `token_hash` (an emailed link), tokens, or an error.
 */
export async function completeCallback(clients: Clients, url: URL, isRecovery: () => boolean): Promise<CallbackResult> {
  const { client } = clients;
  const fragment = new URLSearchParams(url.hash.slice(1));
  const value = (name: string) => url.searchParams.get(name) ?? fragment.get(name);

  // Anybody could have written the message that a link carries beside the code: it is not shown.
  const code = value("error_code") ?? value("error");
  if (code) return failed(client, { code });

  const hash = value("token_hash");
  if (hash) {
    const type = linkTypes.find((known) => known === value("type")) ?? "email";
    const redeem = async (): Promise<CallbackResult> => {
      const { data, error } = await clients.apart.auth.verifyOtp({ token_hash: hash, type });
      if (error) return { kind: "failed", error, kept: true };
      return data.session && data.user
        ? offer(clients, data.session, data.user, setsPassword(type))
        : { kind: "one-confirmed" };
    };
    return { kind: "link", type, current: nameOf(await signedIn(client)), redeem };
  }

  const [accessToken, refreshToken] = [value("access_token"), value("refresh_token")];
  if (accessToken && refreshToken) {
    warnOfStaleUrl(Number(value("expires_at")), Number(value("expires_in")));
    const { data, error } = await clients.apart.auth.getUser(accessToken);
    if (error) return { kind: "failed", error, kept: true };
    const tokens = { access_token: accessToken, refresh_token: refreshToken };
    return offer(clients, tokens, data.user, setsPassword(value("type")));
  }

  const pkce = value("code");
  if (pkce) {
    const { data, error } = await client.auth.exchangeCodeForSession(pkce);
    if (error?.name === "AuthPKCECodeVerifierMissingError") return { kind: "confirmed" };
    if (error) return failed(client, error);
    takeFlow();
    return {
      kind: "signed-in",
      newPassword: (data as { redirectType?: string }).redirectType === "recovery" || isRecovery(),
    };
  }
  if (value("message")) return { kind: "one-confirmed" };
  if (!(await signedIn(client))) return { kind: "nothing" };
  return { kind: "signed-in", newPassword: isRecovery() || value("step") === NEW_PASSWORD };
}

/**
 * The author of a link chooses the account it opens. It is accepted without a question only for the person signed in,
 * or where nobody is and this browser asked for an email to that very address.
 */
async function offer(
  { client, apart }: Clients,
  tokens: Tokens,
  user: User,
  newPassword: boolean,
): Promise<CallbackResult> {
  const accept = async (): Promise<CallbackOutcome> => {
    const { access_token, refresh_token } = tokens;
    const { error } = await client.auth.setSession({ access_token, refresh_token });
    return error ? { kind: "failed", error, kept: true } : { kind: "signed-in", newPassword };
  };
  const current = await signedIn(client);
  if (current ? current.id === user.id : wasAskedFor(user)) return accept();
  const decline = async (): Promise<CallbackOutcome> => {
    await apart.auth.admin.signOut(tokens.access_token, "local");
    return { kind: "declined" };
  };
  return { kind: "account", account: nameOf(user) ?? "another account", current: nameOf(current), accept, decline };
}

/**
 * Without the second factor the identity service names no address. Then any email this browser asked for will do: what
 * opens is only the question for a second factor, which the author of the link would have to know.
 */
const wasAskedFor = (user: User): boolean =>
  !user.email && user.factors?.some(({ status }) => status === "verified")
    ? takeAnyAskedMail()
    : takeAskedMail(user.email);

/**
 * Specification §8 clears the session at an error; that of a sign-in this tab began, since anybody can write an
 * address.
 */
async function failed(client: Supabase, error: unknown): Promise<CallbackOutcome> {
  const asked = takeFlow();
  const kept = !asked || linkingErrors.has((error as { code?: string }).code ?? "");
  if (!kept) await client.auth.signOut({ scope: "local" });
  return { kind: "failed", error, kept };
}

const signedIn = async (client: Supabase): Promise<User | null> =>
  (await client.auth.getSession()).data.session?.user ?? null;

/** What an account is called: its address, else its number. */
const nameOf = (user: User | null) => (user ? user.email || (user.phone && `+${user.phone}`) || null : null);

/** Specification §8: the words are supabase-js's, which says them itself only outside of PKCE. */
function warnOfStaleUrl(expiresAt: number, expiresIn: number): void {
  const now = Math.round(Date.now() / 1000);
  const issuedAt = expiresAt - expiresIn;
  if (now - issuedAt >= STALE_SECONDS)
    console.warn("Session as retrieved from URL was issued over 120s ago, URL could be stale", issuedAt, now);
}
