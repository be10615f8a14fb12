import type { Composition, LoadableRelease } from "../composition.ts";
import { limitTime } from "./file-limit.ts";

/** Matches no file: a script that is not known to a release must not run. */
const REFUSED = `sha384-${"A".repeat(64)}`;

/** With absolute addresses, as elements report them. */
const releases: Pick<LoadableRelease, "base" | "integrity">[] = [];

/** Builds know the address they are published at; files of an overridden app are at `url` instead. */
const elsewhere: { published: string; url: string }[] = [];

/** From now on, every script and style sheet made at run time is checked against the composition's hashes. */
export function enforceIntegrity(composition: Composition): void {
  const loadable = [composition.shell, ...composition.remotes].map((app) => app.release);
  const stable = composition.remotes.flatMap((remote) => remote.stable ?? []);
  for (const { base, integrity } of [...loadable, ...stable]) releases.push({ base: new URL(base, location.href).href, integrity });
  for (const { app, url } of composition.overrides ?? [])
    elsewhere.push({ published: new URL(`/assets/${app}/`, location.href).href, url });
  window.tesseraIntegrity = requireIntegrity;
}

/** Sets the hash that the element's file must have. Called by the code that the builds add to every bundle's loader. */
export function requireIntegrity(element: HTMLScriptElement | HTMLLinkElement): void {
  const given = element instanceof HTMLScriptElement ? element.src : element.href;
  const url = placeOf(given);
  if (url !== given) element.setAttribute(element instanceof HTMLScriptElement ? "src" : "href", url);
  // A bundle's loader names the file that did not arrive by its element's `src`, which a link does not have by itself.
  if (element instanceof HTMLLinkElement) Object.assign(element, { src: url });
  limitTime(element);
  const owner = releases.find(({ base }) => url.startsWith(base));
  if (owner && owner.integrity === null) return;
  element.crossOrigin = "anonymous";
  element.integrity = owner?.integrity?.[url.slice(owner.base.length)] ?? REFUSED;
}

function placeOf(url: string): string {
  const moved = elsewhere.find(({ published }) => url.startsWith(published));
  return moved ? moved.url + url.slice(moved.published.length).replace(/^[^/]+\//, "") : url;
}

declare global {
  interface Window {
    tesseraIntegrity?: typeof requireIntegrity;
  }
}
