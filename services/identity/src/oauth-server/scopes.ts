/**
 * What a client may ask for. The first five are OpenID Connect's. `tessera:read` and `tessera:write` open the services'
 * APIs to it (service-kit, http/clients.ts; decisions/020); without them its token opens `oauth/userinfo` alone.
 */
export const SCOPES = [
  "openid",
  "profile",
  "email",
  "phone",
  "offline_access",
  "tessera:read",
  "tessera:write",
] as const;
export type Scope = (typeof SCOPES)[number];

const isScope = (word: string): word is Scope => (SCOPES as readonly string[]).includes(word);

/** Words separated by spaces (RFC 6749 §3.3), each once. @returns null when one of them is unknown */
export function scopesOf(written: string): Scope[] | null {
  const words = [...new Set(written.split(" ").filter(Boolean))];
  return words.every(isScope) ? words : null;
}
