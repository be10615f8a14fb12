import type { LoadableRelease } from "../composition.ts";
import { fileOf, missingIntegrity } from "./integrity.ts";

type Files = Pick<LoadableRelease, "base" | "firstView">;

/**
 * Has the browser fetch the files of a first view into its cache, checked by their hashes. None of them runs. What
 * cannot be had is asked for again when the release is needed.
 */
export async function downloadRelease({ base, firstView = [] }: Files): Promise<void> {
  try {
    await missingIntegrity(base);
    await Promise.all(firstView.map((path) => download(base, path)));
  } catch {
    // The browser has named the file in its console.
  }
}

/**
 * A link with rel=preload would do the same, but when it fails, Chromium answers the next script of this address with
 * that failure, however much later, and asks nobody.
 */
async function download(base: string, path: string): Promise<void> {
  const { url, integrity } = fileOf(base, path);
  const response = await fetch(url, { integrity, priority: "low" });
  await response.arrayBuffer();
}
