import { assetAddress, assetFolder } from "@tessera/federation/asset-address.ts";
import type { Composition, LoadableRelease } from "@tessera/federation/composition.ts";
import { fetchIntegrity } from "@tessera/federation/runtime/fetch-integrity.ts";

/** Ms after the page started: nothing competes with its first views then. */
const DELAY_MS = 5_000;

const absolute = (address: string) => new URL(address, location.href).href;
const hashesOf = ({ moreIntegrity }: LoadableRelease) => (moreIntegrity ? [absolute(moreIntegrity)] : []);

/**
 * Scripts of the remotes whose code this page has loaded, and the hashes of these and of the shell's.
 * @throws Error when the hashes cannot be fetched
 */
export async function filesOf({ shell, remotes }: Composition, loaded: readonly string[]): Promise<string[]> {
  const addresses = remotes.map(async ({ name, release }) => {
    const { base, relocatable } = release;
    const folder = absolute(relocatable ? assetFolder(name) : base);
    if (!loaded.some((url) => url.startsWith(folder))) return [];
    const scripts = Object.entries((await fetchIntegrity(release)) ?? {}).map(([path, hash]) =>
      relocatable ? absolute(assetAddress(name, path, hash)) : new URL(path, folder).href,
    );
    return [...hashesOf(release), ...scripts];
  });
  // The shell's own files are kept by the service worker from its start.
  return [...hashesOf(shell.release), ...(await Promise.all(addresses)).flat()];
}

/**
 * Lets the service worker keep the remaining code of the remotes that were used: a dialog that was never opened opens
 * offline, too. Not for people who asked their browser to save data.
 */
export function keepCode(composition: Composition, workers: ServiceWorkerContainer | undefined): void {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  if (!workers || connection?.saveData) return;
  setTimeout(async () => {
    const { active } = await workers.ready;
    const loaded = performance.getEntriesByType("resource").map(({ name }) => name);
    // Without their hashes nothing is kept: the next page tries again.
    const urls = await filesOf(composition, loaded).catch(() => []);
    active?.postMessage({ type: "KEEP", urls });
  }, DELAY_MS);
}
