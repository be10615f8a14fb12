import type { LoadableRelease } from "../composition.ts";
import { missingIntegrity, requireIntegrity } from "./integrity.ts";

type Files = Pick<LoadableRelease, "base" | "firstView">;

/** Has the browser fetch the files of a first view into its cache, checked by their hashes. None of them runs. */
export function downloadRelease(release: Files): void {
  const missing = missingIntegrity(release.base);
  if (missing)
    missing.then(
      () => preload(release),
      () => undefined, // asked for again when the release is needed
    );
  else preload(release);
}

function preload({ base, firstView = [] }: Files): void {
  for (const path of firstView) {
    const link = document.createElement("link");
    link.rel = "preload";
    link.setAttribute("as", path.endsWith(".css") ? "style" : "script");
    link.href = new URL(base, location.href).href + path;
    link.setAttribute("fetchpriority", "low");
    requireIntegrity(link);
    for (const end of ["load", "error"]) link.addEventListener(end, () => link.remove(), { once: true });
    document.head.append(link);
  }
}
