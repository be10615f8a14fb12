import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";

/** Whether this is the package @tessera/build in another repository, not a part of this workspace. */
export const IS_INSTALLED = import.meta.dirname.split(path.sep).includes("node_modules");

/**
 * Root of the workspace: of this library's, or, where it is installed, of the repository that a command is called in.
 */
export const ROOT = IS_INSTALLED ? rootOf(process.cwd()) : path.resolve(import.meta.dirname, "../../../..");

/** What a build is made by: this library, or the package that it is in. */
export const BUILD = IS_INSTALLED ? import.meta.dirname : path.join(ROOT, "libs/federation");

/** Folder of node_modules that has the federation's packages. */
export const MODULE_FEDERATION = path.resolve(
  createRequire(import.meta.url)
    .resolve("@module-federation/enhanced/rspack")
    .replace(/([\\/]@module-federation[\\/]).*$/, "$1"),
);

/** The nearest folder with a lockfile, else the folder itself. */
function rootOf(folder: string): string {
  for (let at = folder; ; at = path.dirname(at)) {
    if (["package-lock.json", "pnpm-lock.yaml", "yarn.lock"].some((name) => existsSync(path.join(at, name)))) return at;
    if (at === path.dirname(at)) return folder;
  }
}

/**
 * Folder of the shell ("shell") or of a remote. In a repository of its own, a remote may be at the root.
 * @throws Error that says where it was expected
 */
export function appFolder(app: string): string {
  const places =
    app === "shell" ? [path.join(ROOT, "shell")] : [path.join(ROOT, "remotes", app), ...(IS_INSTALLED ? [ROOT] : [])];
  const isHere = (folder: string) => {
    const manifest = path.join(folder, "manifest.json");
    return existsSync(manifest) && (folder !== ROOT || readJson<{ name?: string }>(manifest).name === app);
  };
  const found = /^[a-z][a-z0-9-]*$/.test(app) ? places.find(isHere) : undefined;
  if (found) return found;
  const expected = places.map((folder) => path.join(path.relative(ROOT, folder), "manifest.json")).join(" or ");
  throw new Error(`There is no app "${app}": expected ${expected}`);
}

/** Name of the app in a folder: of the folder, except at the root of a repository. */
export const appOf = (folder: string): string =>
  folder === ROOT ? readJson<{ name: string }>(path.join(folder, "manifest.json")).name : path.basename(folder);

export function readJson<T>(file: string): T {
  return JSON.parse(readFileSync(file, "utf8")) as T;
}

/** Version of a workspace folder's package. */
export const versionOf = (folder: string) => readJson<{ version: string }>(path.join(folder, "package.json")).version;
