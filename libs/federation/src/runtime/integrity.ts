import { assetAddress } from "../asset-address.ts";
import type { Composition, LoadableRelease } from "../composition.ts";
import { fetchIntegrity } from "./fetch-integrity.ts";
import { FILE_LIMIT_MS, LAST_FILE_LIMIT_MS, limitTime } from "./file-limit.ts";

/** Matches no file: a script that is not known to a release must not run. */
const REFUSED = `sha384-${"A".repeat(64)}`;

/** With absolute addresses, as elements report them. */
interface KnownRelease extends LoadableRelease {
  app: string;
  /** The stable release takes its place when it fails. */
  replaceable: boolean;
  /** Hashes that did not come with the page, being fetched. */
  fetching?: Promise<void>;
  /** It failed before. */
  retried?: boolean;
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

function know(app: string, release: LoadableRelease, replaceable: boolean): void {
  const known = { ...release, base: new URL(release.base, location.href).href, app, replaceable };
  releases.push(known);
  nameFiles(known);
}

function nameFiles(release: KnownRelease): void {
  for (const path of Object.keys(release.integrity ?? {})) inRelease.set(placeOf(release, path), release.base + path);
}

/** Where a file is kept: by content if the release is relocatable. */
function placeOf({ app, base, relocatable, integrity }: KnownRelease, path: string): string {
  const hash = relocatable && integrity?.[path];
  return hash ? new URL(assetAddress(app, path, hash), location.href).href : base + path;
}

/** Fetches the hashes that did not come with the page, of the releases that the page began with. */
export async function completeIntegrity(): Promise<void> {
  await Promise.all(releases.filter(({ integrity }) => Object.keys(integrity ?? {}).length > 0).map(complete));
}

/**
 * Where a file of a release is kept, and the hash it must have; none for a developer's own build.
 * @param base as the composition has it
 */
export function fileOf(base: string, path: string): { url: string; integrity?: string } {
  const release = releaseAt(base)!;
  return { url: placeOf(release, path), integrity: hashOf(release, path) };
}

const releaseAt = (base: string) => releases.find((known) => known.base === new URL(base, location.href).href);

/** None for a developer's own build. */
const hashOf = (release: KnownRelease | undefined, path: string) =>
  release?.integrity === null ? undefined : (release?.integrity?.[path] ?? REFUSED);

/**
 * From now on the release's files are asked for again, whatever the page's own links with rel=preload found: Chromium
 * answers a script with the failure of such a link, but not one that sends its credentials in another mode.
 */
export function retryFiles({ base }: Pick<LoadableRelease, "base">): void {
  const release = releaseAt(base);
  if (release) release.retried = true;
}

/**
 * Hashes of a release that the page still has to fetch; null when it has all.
 * @param base as the composition has it
 */
export function missingIntegrity(base: string): Promise<void> | null {
  const release = releaseAt(base);
  return release?.moreIntegrity ? complete(release) : null;
}

/** @throws when they cannot be had; the next call tries again */
function complete(release: KnownRelease): Promise<void> {
  const fetchAll = async () => {
    release.integrity = await fetchIntegrity(release);
    release.moreIntegrity = undefined;
    nameFiles(release);
  };
  release.fetching ??= fetchAll().finally(() => {
    release.fetching = undefined;
  });
  return release.fetching;
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
  const url = publishedElsewhere(element instanceof HTMLScriptElement ? element.src : element.href);
  const owner = releases.find(({ base }) => url.startsWith(base));
  limitTime(element, owner?.replaceable ? FILE_LIMIT_MS : LAST_FILE_LIMIT_MS);
  const path = owner ? url.slice(owner.base.length) : "";
  if (owner) {
    // Also the shell's: nothing else is told that a file of it did not come.
    element.addEventListener("error", () => retryFiles(owner), { once: true });
    element.dataset.base = owner.base;
    if (path === owner.entry && owner.globalName) element.dataset.container = owner.globalName;
    // By it, a bundle's loader would take another release's element of the same name for its own.
    element.removeAttribute("data-webpack");
  }
  const locate = () => {
    const place = owner ? placeOf(owner, path) : url;
    if (owner) inRelease.set(place, url);
    // A bundle's loader names the file that did not arrive by its element's `src`, which a link does not have by
    // itself.
    if (element instanceof HTMLLinkElement) Object.assign(element, { src: place });
    const hash = hashOf(owner, path);
    if (hash) {
      // To its own origin, both send the same.
      element.crossOrigin = owner?.retried ? "use-credentials" : "anonymous";
      element.integrity = hash;
    }
    // After its hash: an element that is in the page begins to fetch at once.
    if (element.getAttribute(attribute) !== place) element.setAttribute(attribute, place);
  };
  if (owner?.moreIntegrity && !owner.integrity?.[path]) {
    // An element without an address fetches nothing and waits for one.
    element.removeAttribute(attribute);
    void complete(owner).then(locate, locate);
  } else locate();
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
