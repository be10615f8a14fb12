import { carriedMetadata, type UserRow } from "../../users/index.ts";
import type { SessionRow } from "../tables.ts";

const NOTHING = { email: "", phone: "", app_metadata: {}, user_metadata: {} };

/**
 * What an access token says about its person. Half signed in: nothing (decisions/012). A client's token names the
 * client and what it may do, by which services let it in (decisions/020), and of the person what the client may see
 * anyway; never their roles, so that no client administers.
 */
export function claimsAbout(user: UserRow, { clientId, scopes }: SessionRow, owes: boolean) {
  const client = clientId ? { client_id: clientId, scope: (scopes ?? []).join(" ") } : {};
  if (owes) return { ...NOTHING, ...client };
  const whole = { email: user.email ?? "", phone: user.phone ?? "", ...carriedMetadata(user) };
  if (!clientId) return whole;
  const may = (scope: string) => scopes?.includes(scope);
  return {
    ...NOTHING,
    ...(may("email") ? { email: whole.email } : {}),
    ...(may("phone") ? { phone: whole.phone } : {}),
    ...(may("profile") ? { user_metadata: whole.user_metadata } : {}),
    ...client,
  };
}

/** Whom a token is for: our services, and the address that a client named (RFC 8707), which is ours too. */
export const audienceOf = ({ resource }: SessionRow): string | string[] =>
  resource ? ["authenticated", resource] : "authenticated";
