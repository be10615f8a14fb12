import path from "node:path";
import { IS_INSTALLED, ROOT, versionOf } from "./paths.ts";

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

/** Version of a shared library that an app is built with: of the workspace's own, or of the installed package. */
export const sharedVersion = (name: string): string =>
  versionOf(path.join(ROOT, (!IS_INSTALLED && SHARED_FOLDERS[name]) || `node_modules/${name}`));

/** The `shared` setting of the federation plugin: one copy in a page, always the shell's. */
export function sharedModules(side: "provides" | "uses") {
  // A remote names no versions: theirs would be in its files, and each change of a shared library a release of all
  // remotes. Whether they fit is checked by the registry; the run time would only warn.
  const one = (name: string) => {
    if (side === "uses") return { singleton: true, import: false as const, requiredVersion: false as const };
    const version = sharedVersion(name);
    return { singleton: true, version, requiredVersion: `^${version}` };
  };
  return Object.fromEntries(["react", "react-dom", ...Object.keys(SHARED_FOLDERS)].map((name) => [name, one(name)]));
}
