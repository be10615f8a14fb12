import path from "node:path";
import { ROOT, versionOf } from "./paths.ts";

/** Folders of the libraries that the shell alone bundles and gives to remotes; react and react-dom come beside them. */
const SHARED_FOLDERS: Record<string, string> = {
  "@tessera/router": "libs/facades/router",
  "@tessera/query": "libs/facades/query",
  "@tessera/fluent": "libs/facades/fluent",
  "@tessera/fluent-data": "libs/facades/fluent-data",
  "@tessera/fluent-extra": "libs/facades/fluent-extra",
  "@tessera/ui": "libs/ui",
  "@tessera/shell-api": "libs/shell-api",
};

export const sharedFolders = () => Object.values(SHARED_FOLDERS).map((folder) => path.join(ROOT, folder));

/** The `shared` setting of the federation plugin: one copy in a page, always the shell's. */
export function sharedModules(side: "provides" | "uses") {
  // A remote names no versions: theirs would be in its files, and each change of a shared library a release of all remotes. Whether they
  // fit is checked by the registry; the run time would only warn.
  const one = (version: string) =>
    side === "uses"
      ? { singleton: true, import: false as const, requiredVersion: false as const }
      : { singleton: true, version, requiredVersion: `^${version}` };
  const fromNpm = ["react", "react-dom"].map((name) => [name, one(versionOf(path.join(ROOT, "node_modules", name)))] as const);
  const ours = Object.entries(SHARED_FOLDERS).map(([name, folder]) => [name, one(versionOf(path.join(ROOT, folder)))] as const);
  return Object.fromEntries([...fromNpm, ...ours]);
}
