import type { IdentityConfig } from "../../core/index.ts";
import type { TokenKind } from "../tables.ts";

const typeOf = (kind: TokenKind) => {
  if (kind === "confirmation") return "signup";
  return kind.startsWith("email_change") ? "email_change" : kind;
};

/** GET verify, which redeems the link and sends the browser on: the contract's own way, for pages of others. */
export function verifyUrl(issuer: string, kind: TokenKind, token: string, redirectTo: string): string {
  const url = new URL(`${issuer}/verify`);
  url.search = new URLSearchParams({ token, type: typeOf(kind), redirect_to: redirectTo }).toString();
  return url.href;
}

/**
 * The product's own page, which redeems the link when its button is pressed: a program that follows the links of mails
 * spends nothing. decisions/010. @returns null when the link is to lead elsewhere
 */
export function pageUrl(
  { confirmPages }: IdentityConfig,
  kind: TokenKind,
  token: string,
  redirectTo: string,
): string | null {
  if (!confirmPages.has(redirectTo)) return null;
  const url = new URL(redirectTo);
  url.search = new URLSearchParams({ token_hash: token, type: typeOf(kind) }).toString();
  return url.href;
}
