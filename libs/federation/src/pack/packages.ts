import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { ROOT, readJson } from "../build/paths.ts";

/** What a service is built on; its migrations are modules of the package, as builds make them. */
export const SERVICE_KIT = "libs/service-kit";

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

/** The contracts, what the shell shares with remotes, and what a service is built on. */
export function libraries(): Library[] {
  const below = (parent: string) => readdirSync(path.join(ROOT, parent)).map((name) => `${parent}/${name}`);
  return [...below("libs/contracts"), ...below("libs/facades"), "libs/code", "libs/ui", "libs/shell-api", SERVICE_KIT]
    .filter((folder) => existsSync(path.join(ROOT, folder, "package.json")) && folder !== "libs/contracts/check")
    .map((folder) => ({ folder, description: readJson<Description>(path.join(ROOT, folder, "package.json")) }));
}

/** What a library's package says of itself: its exports are compiled files with their types. */
export function describePackage({ name, version, exports = {}, dependencies }: Description) {
  const offered = Object.entries(exports).filter(([entry]) => !entry.startsWith("./testing/"));
  const compiled = offered.map(([entry, file]) => {
    if (!file.startsWith("./src/")) return [entry, file] as const;
    if (file.endsWith(".mjs")) return [entry, file.replace("./src/", "./dist/")] as const;
    const stem = file.replace("./src/", "./dist/").replace(/\.tsx?$/, "");
    return [entry, { types: `${stem}.d.ts`, default: `${stem}.js` }] as const;
  });
  return {
    name,
    version,
    license: "MIT",
    type: "module",
    exports: Object.fromEntries(compiled),
    files: ["dist", "migrations"],
    dependencies,
  };
}
