import type { Supabase } from "./supabase.ts";

/** What a link of a mail, or another sign-in service, led to. */
export type CallbackResult =
  | { kind: "signed-in"; recovery: boolean }
  /** The link did its work, but this browser did not ask for it: the person signs in here. */
  | { kind: "confirmed" }
  /** The address carries nothing. */
  | { kind: "nothing" }
  | { kind: "failed"; error: unknown };

/** Failures of linking an identity: the session stays; specification §8. */
const keepsSession = new Set(["identity_already_exists", "identity_not_found", "single_identity_not_deletable"]);

/** Completes what the address of /confirm carries: `code` (PKCE), `token_hash` (a mail's link), tokens, or an error. */
export async function completeCallback(client: Supabase, url: URL, isRecovery: () => boolean): Promise<CallbackResult> {
  const fragment = new URLSearchParams(url.hash.slice(1));
  const value = (name: string) => url.searchParams.get(name) ?? fragment.get(name);
  const failed = async (error: unknown): Promise<CallbackResult> => {
    if (!keepsSession.has((error as { code?: string }).code ?? "")) await client.auth.signOut({ scope: "local" });
    return { kind: "failed", error };
  };
  const code = value("error_code") ?? value("error");
  if (code) return failed({ code, message: value("error_description") ?? undefined });
  const hash = value("token_hash");
  if (hash) {
    const type = (value("type") ?? "email") as "email" | "recovery" | "invite" | "email_change" | "signup" | "magiclink";
    const { error } = await client.auth.verifyOtp({ token_hash: hash, type });
    return error ? failed(error) : { kind: "signed-in", recovery: type === "recovery" || type === "invite" };
  }
  const { error } = await client.auth.initialize();
  if (error) return failed(error);
  const { data } = await client.auth.getSession();
  if (data.session && !value("access_token")) return { kind: "signed-in", recovery: isRecovery() || value("type") === "recovery" };
  const [access, refresh] = [value("access_token"), value("refresh_token")];
  if (access && refresh) {
    const set = await client.auth.setSession({ access_token: access, refresh_token: refresh });
    return set.error ? failed(set.error) : { kind: "signed-in", recovery: value("type") === "recovery" || value("type") === "invite" };
  }
  return { kind: value("code") ? "confirmed" : "nothing" };
}
