import type { Composition, LoadableRelease } from "../composition.ts";

/** Matches no file: a script that is not known to a release must not run. */
const REFUSED = `sha384-${"A".repeat(64)}`;

/** With absolute addresses, as elements report them. */
const releases: Pick<LoadableRelease, "base" | "integrity">[] = [];

/** From now on, every script and style sheet made at run time is checked against the composition's hashes. */
export function enforceIntegrity(composition: Composition): void {
  const loadable = [composition.shell, ...composition.remotes].map((app) => app.release);
  const stable = composition.remotes.flatMap((remote) => remote.stable ?? []);
  for (const { base, integrity } of [...loadable, ...stable]) releases.push({ base: new URL(base, location.href).href, integrity });
  window.tesseraIntegrity = requireIntegrity;
}

/** Sets the hash that the element's file must have. Called by the code that the builds add to every bundle's loader. */
export function requireIntegrity(element: HTMLScriptElement | HTMLLinkElement): void {
  const url = element instanceof HTMLScriptElement ? element.src : element.href;
  const owner = releases.find(({ base }) => url.startsWith(base));
  if (owner && owner.integrity === null) return;
  element.crossOrigin = "anonymous";
  element.integrity = owner?.integrity?.[url.slice(owner.base.length)] ?? REFUSED;
}

declare global {
  interface Window {
    tesseraIntegrity?: typeof requireIntegrity;
  }
}
