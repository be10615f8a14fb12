import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { ROOT, readJson } from "../build/paths.ts";

/** A package.json, as far as packing reads it. */
export interface Description {
  name: string;
  version: string;
  exports?: Record<string, string>;
  dependencies?: Record<string, string>;
}

/** A library of the workspace that other repositories install. */
export interface Library {
  /** From the workspace's root. */
  folder: string;
  description: Description;
}

/** The contracts, what the shell shares with remotes, and the types of both. */
export function libraries(): Library[] {
  const below = (parent: string) => readdirSync(path.join(ROOT, parent)).map((name) => `${parent}/${name}`);
  return [...below("libs/contracts"), ...below("libs/facades"), "libs/code", "libs/ui", "libs/shell-api"]
    .filter((folder) => existsSync(path.join(ROOT, folder, "package.json")) && folder !== "libs/contracts/check")
    .map((folder) => ({ folder, description: readJson<Description>(path.join(ROOT, folder, "package.json")) }));
}

/** What a library's package says of itself: its exports are compiled files with their types. */
export function describePackage({ name, version, exports = {}, dependencies }: Description) {
  const compiled = Object.entries(exports).map(([entry, file]) => {
    if (!file.startsWith("./src/")) return [entry, file] as const;
    const stem = file.replace("./src/", "./dist/").replace(/\.tsx?$/, "");
    return [entry, { types: `${stem}.d.ts`, default: `${stem}.js` }] as const;
  });
  return {
    name,
    version,
    license: "MIT",
    type: "module",
    exports: Object.fromEntries(compiled),
    files: ["dist"],
    dependencies,
  };
}
