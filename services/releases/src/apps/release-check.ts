import { globalNameOf, type Release } from "@tessera/federation/composition.ts";
import type { AppKind } from "./app.store.ts";
import { ownerOf, type PathPrefixes } from "./path-owner.ts";

/** What an app was granted. */
export interface Grant {
  kind: AppKind;
  redirectOrigins: string[];
}

/** Limits of what each page of the product carries of a release, in characters, entries and bytes of JSON. */
export const MANIFEST_LIMITS = {
  title: 80,
  icon: 4096,
  routes: 100,
  navigation: 20,
  lists: 12,
  commands: 100,
  preload: 10,
  bytes: 64 * 1024,
};

/**
 * One key, or two in a row: what has a modifier, and Escape, Enter and the arrows, belong to the shell and the browser.
 */
const KEYS = /^[a-z0-9?#]( [a-z0-9])?$/;
/** A path of this product: no other origin, however a browser reads it. */
const OWN_PATH = /^\/(?![/\\])[^\\\s]*$/;

/** There is one shell; every other app is a remote. */
export const kindOf = (app: string): "shell" | "remote" => (app === "shell" ? "shell" : "remote");

/**
 * Whether the release can be composed at all, whatever it was granted: the reasons it cannot, in words; none when it
 * can.
 */
export function unusable({
  app,
  id,
  kind,
  entry,
  scripts,
  styles,
  more,
  files,
  globalName,
  manifest,
}: Release): string[] {
  const known = new Set(files.map((file) => file.path));
  const beside = more ? [more.framed, ...Object.values(more.pages), ...Object.values(more.shared ?? {})].flat() : [];
  const missing = [entry, ...scripts, ...styles, ...beside].filter((path) => !known.has(path));
  const expected = kind === "shell" ? null : globalNameOf(app, id);
  return [
    ...(manifest.name === app ? [] : [`its manifest names "${manifest.name}"`]),
    ...(kind === kindOf(app) ? [] : [`it calls itself a ${kind}`]),
    ...(missing.length ? [`it starts with files that it does not have: ${[...new Set(missing)].join(", ")}`] : []),
    ...(globalName === expected ? [] : [`its container must be called ${expected ?? "nothing"}`]),
  ];
}

/** Why a release may not be published: in words, none when it may. */
export function refusals(release: Release, grant: Grant, prefixes: PathPrefixes): string[] {
  const { app, kind, manifest } = release;
  const reasons = unusable(release);
  if (kind !== grant.kind) reasons.push(`"${app}" is a ${grant.kind}`);
  const own = (what: string, path: string) => {
    const owner = ownerOf(prefixes, path);
    if (owner === null) reasons.push(`${what} ${path} was granted to nobody; an administrator grants it to "${app}"`);
    else if (owner !== app) reasons.push(`${what} ${path} belongs to "${owner}"`);
  };
  const within = (what: string, size: number, limit: number) => {
    if (size > limit) reasons.push(`${what} is ${size}, the limit is ${limit}`);
  };
  for (const { path, title, redirect, preload } of manifest.routes) {
    own("the route", path);
    within(`the length of the title of ${path}`, title.length, MANIFEST_LIMITS.title);
    within(`the number of preloads of ${path}`, preload.length, MANIFEST_LIMITS.preload);
    if (redirect && !leadsInside(redirect, grant))
      reasons.push(`${path} redirects to ${redirect}, outside the product`);
  }
  const leads = (what: string, { path, title }: { path: string; title: string }) => {
    if (OWN_PATH.test(path)) own(what, path);
    else reasons.push(`${what} ${path} leads outside the product`);
    within(`the length of the title of ${path}`, title.length, MANIFEST_LIMITS.title);
  };
  for (const entry of manifest.navigation) {
    const { path, icon, lists = [] } = entry;
    leads("the navigation entry", entry);
    for (const list of lists) leads("the list in the navigation", list);
    within(`the number of lists of ${path}`, lists.length, MANIFEST_LIMITS.lists);
    within(
      `the length of the icon of ${path}`,
      Math.max(icon.regular.length, icon.filled.length),
      MANIFEST_LIMITS.icon,
    );
  }
  for (const { id, path, title, keys } of manifest.commands) {
    if (!OWN_PATH.test(path)) reasons.push(`the command ${id} leads outside the product`);
    if (keys && !KEYS.test(keys)) reasons.push(`the command ${id} takes "${keys}", which belongs to the shell`);
    within(`the length of the title of ${id}`, title.length, MANIFEST_LIMITS.title);
  }
  within("the length of its title", manifest.title.length, MANIFEST_LIMITS.title);
  for (const list of ["routes", "navigation", "commands"] as const)
    within(`the number of its ${list}`, manifest[list].length, MANIFEST_LIMITS[list]);
  within("the size of its manifest in bytes", Buffer.byteLength(JSON.stringify(manifest)), MANIFEST_LIMITS.bytes);
  return reasons;
}

/** What of a release is composed: its own routes and navigation. What another app was granted since is left out. */
export function withinGrant<T extends { path: string }>(entries: T[], app: string, prefixes: PathPrefixes): T[] {
  return entries.filter(({ path }) => ownerOf(prefixes, path) === app);
}

function leadsInside(redirect: string, { redirectOrigins }: Grant): boolean {
  if (OWN_PATH.test(redirect)) return true;
  return URL.canParse(redirect) && redirectOrigins.includes(new URL(redirect).origin);
}
