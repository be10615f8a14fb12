import type { LoadableRelease } from "../composition.ts";
import { requireIntegrity } from "./integrity.ts";

/** Has the browser fetch the files of a first view into its cache, checked by their hashes. None of them runs. */
export function downloadRelease({ base, firstView = [] }: Pick<LoadableRelease, "base" | "firstView">): void {
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
