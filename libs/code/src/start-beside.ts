import { assetAddress } from "@tessera/federation/asset-address.ts";
import { fetchIntegrity } from "@tessera/federation/runtime/fetch-integrity.ts";
import { readComposition } from "@tessera/federation/runtime/page-data.ts";
import { Beside } from "./beside.ts";

/** The file of worker.ts in the shell's release. */
const FILE = "workers/code.js";

/** @throws Error where there is no page of the product, or no worker */
export async function startBeside(): Promise<Beside> {
  const { release } = readComposition().shell;
  const hash = (await fetchIntegrity(release))?.[FILE];
  const address = hash && release.relocatable ? assetAddress("shell", FILE, hash) : release.base + FILE;
  return new Beside(new Worker(address));
}
