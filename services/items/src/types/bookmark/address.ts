import { MAX_URL_LENGTH } from "@tessera/contracts-items/limits.ts";

/** Parameters that tell where a visitor came from, never which page it is. */
const TRACKING = /^(utm_\w+|fbclid|gclid|dclid|msclkid|mc_cid|mc_eid|igshid|yclid)$/i;

/** Whether the text is an address of the web, as a whole. */
export function isWebAddress(text: string): boolean {
  return /^https?:\/\/[^\s]+$/i.test(text) && URL.canParse(text) && text.length <= MAX_URL_LENGTH;
}

/**
 * What two addresses of the same page have in common: neither the scheme, nor the case of the host, nor a trailing
 * slash, nor tracking parameters, nor a highlighted text.
 */
export function sameAddress(address: string): string {
  const url = new URL(address);
  for (const name of [...url.searchParams.keys()]) if (TRACKING.test(name)) url.searchParams.delete(name);
  const query = url.searchParams.size ? url.search : "";
  const fragment = url.hash.replace(/:~:text=.*$/, "");
  return `${url.host}${url.pathname.replace(/\/$/, "")}${query}${fragment === "#" ? "" : fragment}`;
}

/** The host as people say it; what is no address stays as it is. */
export const hostOf = (address: string): string =>
  URL.canParse(address) ? new URL(address).host.replace(/^www\./, "") : address;

/** Host and path for a title, without what only machines need. */
export function shortAddress(address: string): string {
  if (!URL.canParse(address)) return address;
  const { host, pathname } = new URL(address);
  return `${host.replace(/^www\./, "")}${decode(pathname).replace(/\/$/, "")}`;
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
