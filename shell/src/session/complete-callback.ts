import type { Supabase } from "./supabase.ts";

/** What a link of a mail, or another sign-in service, led to. */
export type CallbackResult =
  | { kind: "signed-in"; newPassword: boolean }
  /** The link did its work, but this browser did not ask for it: the person signs in here. */
  | { kind: "confirmed" }
  /** One of two mailboxes agreed to a change of address. */
  | { kind: "half" }
  /** The address carries nothing. */
  | { kind: "nothing" }
  /** `kept`: whoever was signed in still is. */
  | { kind: "failed"; error: unknown; kept: boolean };

/** Failures of linking an identity: the session stays; specification §8. */
const keepsSession = new Set(["identity_already_exists", "identity_not_found", "single_identity_not_deletable"]);

/** Age in seconds from which on tokens of an address are suspicious; specification §9. */
const STALE_SECONDS = 120;

/** `step` in the address while the new password is being chosen. */
export const NEW_PASSWORD = "new-password";

/** Links that begin an account, or give it back: their person chooses a password. */
const setsPassword = (type: string | null) => type === "recovery" || type === "invite";

type LinkType = "email" | "recovery" | "invite" | "email_change" | "signup" | "magiclink";

/** Completes what the address of /confirm carries: `code` (PKCE), `token_hash` (a mail's link), tokens, or an error. */
export async function completeCallback(client: Supabase, url: URL, isRecovery: () => boolean): Promise<CallbackResult> {
  const fragment = new URLSearchParams(url.hash.slice(1));
  const value = (name: string) => url.searchParams.get(name) ?? fragment.get(name);
  const failed = async (error: unknown): Promise<CallbackResult> => {
    const kept = keepsSession.has((error as { code?: string }).code ?? "");
    if (!kept) await client.auth.signOut({ scope: "local" });
    return { kind: "failed", error, kept };
  };

  // The sentence beside the code could be anybody's, in the address of a link: it is not shown.
  const code = value("error_code") ?? value("error");
  if (code) return failed({ code });

  const hash = value("token_hash");
  if (hash) {
    const type = (value("type") ?? "email") as LinkType;
    const { data, error } = await client.auth.verifyOtp({ token_hash: hash, type });
    if (error) return failed(error);
    return data.session ? { kind: "signed-in", newPassword: setsPassword(type) } : { kind: "half" };
  }

  const [accessToken, refreshToken] = [value("access_token"), value("refresh_token")];
  if (accessToken && refreshToken) {
    warnOfStaleUrl(Number(value("expires_at")), Number(value("expires_in")));
    const { error } = await client.auth.setSession({ access_token: accessToken, refresh_token: refreshToken });
    return error ? failed(error) : { kind: "signed-in", newPassword: setsPassword(value("type")) };
  }

  // A code of PKCE is exchanged by the library itself, once.
  const { error } = await client.auth.initialize();
  if (error) return failed(error);
  if (value("message")) return { kind: "half" };
  // The library tells of a recovery in a task of its own after that.
  await new Promise((told) => setTimeout(told));
  const { data } = await client.auth.getSession();
  if (data.session) return { kind: "signed-in", newPassword: isRecovery() || value("step") === NEW_PASSWORD };
  return { kind: value("code") ? "confirmed" : "nothing" };
}

/** Specification §8: the words are supabase-js's, which says them itself only outside of PKCE. */
function warnOfStaleUrl(expiresAt: number, expiresIn: number): void {
  const now = Math.round(Date.now() / 1000);
  const issuedAt = expiresAt - expiresIn;
  if (now - issuedAt >= STALE_SECONDS)
    console.warn("Session as retrieved from URL was issued over 120s ago, URL could be stale", issuedAt, now);
}
