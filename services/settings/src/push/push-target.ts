import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import { isPublicAddress, type ResolvedAddress } from "@tessera/service-kit";

/** Why no message goes to an endpoint, in a sentence for the person. */
export class EndpointRefused extends Error {
  override name = "EndpointRefused";
}

const hostOf = (url: URL) => url.hostname.replace(/^\[|\]$/g, "");

/**
 * Where an endpoint is. A browser names it, and anybody can pretend to be one: only push services of the public
 * internet are reached, over https on its own port, and what the installation allows.
 * @throws EndpointRefused
 */
export async function targetOf(url: URL, allowed: ReadonlySet<string>): Promise<ResolvedAddress> {
  const isAllowed = allowed.has(`${hostOf(url)}:${url.port || (url.protocol === "https:" ? "443" : "80")}`);
  if (!isAllowed) refuseForm(url);
  const found = await addressesOf(hostOf(url));
  const [target] = found;
  if (!target) throw new EndpointRefused("The push service of this browser was not found.");
  if (!isAllowed && !found.every(({ address }) => isPublicAddress(address)))
    throw new EndpointRefused("The push service of this browser is in a private network, which is not reached.");
  return target;
}

/** What can be seen of an endpoint without asking anybody. @throws EndpointRefused */
function refuseForm(url: URL): void {
  if (url.protocol !== "https:" || url.port)
    throw new EndpointRefused("The push service of this browser is not reached over https on its own port.");
  if (url.username || url.password)
    throw new EndpointRefused("The address of the push service holds a name or a password.");
}

/** @throws the resolver's error where names cannot be asked for now */
async function addressesOf(host: string): Promise<ResolvedAddress[]> {
  if (isIP(host)) return [{ address: host, family: isIP(host) }];
  try {
    return await lookup(host, { all: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOTFOUND") return [];
    throw error;
  }
}
