import { isIP } from "node:net";
import { ConfigurationError } from "@tessera/service-kit";

/** Who passkeys are made for (WebAuthn): the RP ID, and the origins whose pages may use them. */
export interface RelyingPartyConfig {
  id: string;
  origins: string[];
}

/**
 * The host of PUBLIC_URL, which comes first of `own`. Browsers take no IP address; on this machine pages are at
 * localhost.
 * @param others origins on that host or below it
 * @throws ConfigurationError for an origin elsewhere: its pages could not use these passkeys
 */
export function relyingPartyOf(own: string[], others: string[]): RelyingPartyConfig | null {
  const hostname = new URL(own[0]!).hostname.replace(/^\[|\]$/g, "");
  const isLoopback = hostname === "localhost" || hostname === "::1" || hostname.startsWith("127.");
  if (!isLoopback && isIP(hostname)) return null;
  const id = isLoopback ? "localhost" : hostname;
  for (const other of others.map((url) => new URL(url)))
    if (other.hostname !== id && !other.hostname.endsWith(`.${id}`))
      throw new ConfigurationError(`IDENTITY_WEBAUTHN_ORIGINS: ${other.origin} is neither on ${id} nor below it.`);
  return { id, origins: [...own, ...others].map((url) => new URL(url).origin) };
}
