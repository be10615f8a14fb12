import { lookup as systemLookup } from "node:dns/promises";
import { isIP } from "node:net";
import { isPublicAddress, type ResolvedAddress } from "@tessera/service-kit";

/** Why an address is not reached, in a sentence for the person. */
export class AddressRefused extends Error {
  override name = "AddressRefused";
}

export interface Reach {
  /** host:port pairs that may be reached though they are not public. */
  allowed: ReadonlySet<string>;
  /** Whether models on the loopback may be reached: in development, where nobody else's machine asks. */
  loopback: boolean;
}

const LOOPBACK = /^(?:127\.\d+\.\d+\.\d+|::1)$/;

export const hostOf = (url: URL) => url.hostname.replace(/^\[|\]$/g, "");
const portOf = (url: URL) => url.port || (url.protocol === "https:" ? "443" : "80");
/** As `Reach.allowed` has it. */
export const hostAndPort = (url: URL) => `${hostOf(url)}:${portOf(url)}`;

/**
 * The addresses of a provider, each of which may be reached: public ones over https, and what the installation allows.
 * @throws AddressRefused with what is wrong
 */
export async function reachable(url: URL, { allowed, loopback }: Reach): Promise<ResolvedAddress[]> {
  if (url.protocol !== "https:" && url.protocol !== "http:")
    throw new AddressRefused("The address must begin with https:// or http://.");
  if (url.username || url.password)
    throw new AddressRefused("The address holds a name or a password. Enter the key in its own field.");
  const host = hostOf(url);
  const found = isIP(host) ? [{ address: host, family: isIP(host) }] : await resolved(host);
  if (!found.length) throw new AddressRefused(`The host ${host} was not found. Check the address.`);
  if (allowed.has(hostAndPort(url))) return found;
  if (loopback && found.every(({ address }) => LOOPBACK.test(address))) return found;
  if (!found.every(({ address }) => isPublicAddress(address)))
    throw new AddressRefused(
      `The address leads into a private network, which is not reached. The administrator of this installation may allow it: AGENTS_PROVIDERS_ALLOW=${host}:${portOf(url)}.`,
    );
  if (url.protocol !== "https:")
    throw new AddressRefused(
      "Use https:// for an address on the internet: over http:// others could read what is sent.",
    );
  return found;
}

async function resolved(host: string) {
  try {
    return await systemLookup(host, { all: true });
  } catch {
    return [];
  }
}
