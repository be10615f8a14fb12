import { assetAddress } from "../asset-address.ts";
import type { Composition, LoadableRelease } from "../composition.ts";
import { FILE_LIMIT_MS, LAST_FILE_LIMIT_MS, limitTime } from "./file-limit.ts";

/** Matches no file: a script that is not known to a release must not run. */
const REFUSED = `sha384-${"A".repeat(64)}`;

/** With absolute addresses, as elements report them. */
interface KnownRelease extends Pick<LoadableRelease, "base" | "entry" | "globalName" | "integrity"> {
  /** The stable release takes its place when it fails. */
  replaceable: boolean;
  /** Where the file is kept: by content if the release is relocatable. */
  placeOf(path: string): string;
}
const releases: KnownRelease[] = [];

/**
 * Address in its release, by the address of its content; of two releases with the same file, the one that asked for it
 * last.
 */
const inRelease = new Map<string, string>();

/** Builds of before know the address they are published at; files of an overridden app are at `url` instead. */
const elsewhere: { published: string; url: string }[] = [];

/**
 * Chunks that were handed over, by the address of their release: two releases may have the same chunk, each needs it
 * once.
 */
const chunks = new Map<string, unknown[]>();

/** From now on, every script and style sheet made at run time is checked against the composition's hashes. */
export function enforceIntegrity(composition: Composition): void {
  for (const { name, release, ...app } of [composition.shell, ...composition.remotes]) {
    const { stable } = app as { stable?: LoadableRelease };
    if (stable) know(name, stable, false);
    know(name, release, stable !== undefined);
  }
  for (const { app, url } of composition.overrides ?? [])
    elsewhere.push({ published: new URL(`/assets/${app}/`, location.href).href, url });
  window.tesseraIntegrity = requireIntegrity;
  Object.defineProperty(window, "tesseraChunks", { configurable: true, get: () => chunksOf(document.currentScript) });
}

function know(
  app: string,
  { base, entry, globalName, integrity, relocatable }: LoadableRelease,
  replaceable: boolean,
): void {
  const absolute = new URL(base, location.href).href;
  const placeOf = (path: string) => {
    const hash = relocatable && integrity?.[path];
    return hash ? new URL(assetAddress(app, path, hash), location.href).href : absolute + path;
  };
  releases.push({ base: absolute, entry, globalName, integrity, replaceable, placeOf });
  for (const path of Object.keys(integrity ?? {})) inRelease.set(placeOf(path), absolute + path);
}

/**
 * A text with the addresses of files, as a stack or a single one: by content on the network, by release in the answer.
 */
export const byRelease = (text: string): string =>
  text.replaceAll(/https?:\/\/[^\s"'()]+?\/assets\/[\w.@-]+\/[\w.@-]+/g, (url) => inRelease.get(url) ?? url);

/**
 * Sets the address and the hash that the element's file must have. Called by the code that the builds add to every
 * bundle's loader. What runs learns from its element which release it belongs to: build/relocatable.ts.
 */
export function requireIntegrity(element: HTMLScriptElement | HTMLLinkElement): void {
  const attribute = element instanceof HTMLScriptElement ? "src" : "href";
  const given = element instanceof HTMLScriptElement ? element.src : element.href;
  const url = publishedElsewhere(given);
  const owner = releases.find(({ base }) => url.startsWith(base));
  limitTime(element, owner?.replaceable ? FILE_LIMIT_MS : LAST_FILE_LIMIT_MS);
  const path = owner ? url.slice(owner.base.length) : "";
  const place = owner?.placeOf(path) ?? url;
  if (place !== given) element.setAttribute(attribute, place);
  // A bundle's loader names the file that did not arrive by its element's `src`, which a link does not have by itself.
  if (element instanceof HTMLLinkElement) Object.assign(element, { src: place });
  if (owner) {
    inRelease.set(place, url);
    element.dataset.base = owner.base;
    if (path === owner.entry && owner.globalName) element.dataset.container = owner.globalName;
    // By it, a bundle's loader would take another release's element of the same name for its own.
    element.removeAttribute("data-webpack");
    if (owner.integrity === null) return;
  }
  element.crossOrigin = "anonymous";
  element.integrity = owner?.integrity?.[path] ?? REFUSED;
}

function chunksOf(script: HTMLOrSVGScriptElement | null): unknown[] {
  const base = (script && "dataset" in script && script.dataset.base) || "";
  const list = chunks.get(base) ?? [];
  chunks.set(base, list);
  return list;
}

function publishedElsewhere(url: string): string {
  const moved = elsewhere.find(({ published }) => url.startsWith(published));
  return moved ? moved.url + url.slice(moved.published.length).replace(/^[^/]+\//, "") : url;
}

declare global {
  interface Window {
    tesseraIntegrity?: typeof requireIntegrity;
    /** Where the running script hands over its chunks, or its release takes them from. */
    tesseraChunks?: unknown[];
  }
}
