import { existsSync, readFileSync } from "node:fs";
import path from "node:path";

/** Root of the workspace: the folder of this library's workspace. */
export const ROOT = path.resolve(import.meta.dirname, "../../../..");

/** Folder of the shell ("shell") or of a remote. @throws Error that lists the apps there are */
export function appFolder(app: string): string {
  const folder = app === "shell" ? path.join(ROOT, "shell") : path.join(ROOT, "remotes", app);
  if (!/^[a-z][a-z0-9-]*$/.test(app) || !existsSync(path.join(folder, "manifest.json"))) {
    throw new Error(`There is no app "${app}": expected ${path.relative(ROOT, folder)}/manifest.json`);
  }
  return folder;
}

export function readJson<T>(file: string): T {
  return JSON.parse(readFileSync(file, "utf8")) as T;
}

/** Version of a workspace folder's package. */
export const versionOf = (folder: string) => readJson<{ version: string }>(path.join(folder, "package.json")).version;
