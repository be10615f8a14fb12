import { assetAddress, assetFolder } from "@tessera/federation/asset-address.ts";
import type { Composition } from "@tessera/federation/composition.ts";

/** Ms after the page started: nothing competes with its first views then. */
const DELAY_MS = 5_000;

/** Scripts of the remotes whose code this page has loaded. */
export function scriptsOf({ remotes }: Composition, loaded: readonly string[]): string[] {
  return remotes.flatMap(({ name, release: { base, integrity, relocatable } }) => {
    const folder = new URL(relocatable ? assetFolder(name) : base, location.href).href;
    if (!loaded.some((url) => url.startsWith(folder))) return [];
    return Object.entries(integrity ?? {}).map(([path, hash]) =>
      relocatable ? new URL(assetAddress(name, path, hash), location.href).href : new URL(path, folder).href,
    );
  });
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
    active?.postMessage({ type: "KEEP", urls: scriptsOf(composition, loaded) });
  }, DELAY_MS);
}
