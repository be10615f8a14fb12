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
  "@tessera/code": "libs/code",
  "@tessera/shell-api": "libs/shell-api",
};

export const sharedFolders = () => Object.values(SHARED_FOLDERS).map((folder) => path.join(ROOT, folder));

/** Version of a shared library that an app is built with: of the workspace's own, or of the installed package. */
export const sharedVersion = (name: string): string =>
  versionOf(path.join(ROOT, (!IS_INSTALLED && SHARED_FOLDERS[name]) || `node_modules/${name}`));

const NAMES = ["react", "react-dom", ...Object.keys(SHARED_FOLDERS)];

/** Versions of what the shell shares, by name. */
export const sharedVersions = (): Record<string, string> =>
  Object.fromEntries(NAMES.map((name) => [name, sharedVersion(name)]));

/**
 * The `shared` setting of a remote: one copy in a page, always the shell's. It names no versions: they would be in its
 * files, and each change of a shared library a release of all remotes. Whether they fit is checked by the registry; the
 * run time would only warn.
 */
export const usesOfShared = () =>
  Object.fromEntries(NAMES.map((name) => [name, { singleton: true, import: false, requiredVersion: false } as const]));
