import type { SharedByShell } from "@tessera/federation/runtime/federation.ts";

/** Versions of the shared modules, by name: written by the build. */
declare const TESSERA_SHARED_VERSIONS: Record<string, string>;

const loaders = {
  react: () => import("react"),
  "react-dom": () => import("react-dom"),
  "@tessera/router": () => import("@tessera/router"),
  "@tessera/query": () => import("@tessera/query"),
  "@tessera/fluent": () => import("@tessera/fluent"),
  "@tessera/fluent-data": () => import("@tessera/fluent-data"),
  "@tessera/fluent-extra": () => import("@tessera/fluent-extra"),
  "@tessera/ui": () => import("@tessera/ui"),
  "@tessera/code": () => import("@tessera/code"),
  "@tessera/shell-api": () => import("@tessera/shell-api"),
};

/** What remotes take of the shell (libs/federation/src/build/shared-modules.ts): each is loaded when one first does. */
export const sharedByShell: SharedByShell = Object.fromEntries(
  Object.entries(loaders).map(([name, load]) => [name, { version: TESSERA_SHARED_VERSIONS[name]!, load }]),
);
