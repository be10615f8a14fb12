import type { Composition, LoadableRelease } from "../composition.ts";

/** Matches no file: a script that is not known to a release must not run. */
const REFUSED = `sha384-${"A".repeat(64)}`;

const releases: LoadableRelease[] = [];

/** From now on, every script and style sheet made at run time is checked against the composition's hashes. */
export function enforceIntegrity(composition: Composition): void {
  releases.push(composition.shell.release);
  for (const remote of composition.remotes) {
    releases.push(remote.release);
    if (remote.stable) releases.push(remote.stable);
  }
  window.tesseraIntegrity = requireIntegrity;
}

/** Sets the hash that the element's file must have. Called by the code that the builds add to every bundle's loader. */
export function requireIntegrity(element: HTMLScriptElement | HTMLLinkElement): void {
  const url = (element instanceof HTMLScriptElement ? element.getAttribute("src") : element.getAttribute("href")) ?? "";
  const release = releases.find(({ base }) => url.startsWith(base));
  if (release && release.integrity === null) return;
  element.crossOrigin = "anonymous";
  element.integrity = release?.integrity?.[url.slice(release.base.length)] ?? REFUSED;
}

declare global {
  interface Window {
    tesseraIntegrity?: typeof requireIntegrity;
  }
}
