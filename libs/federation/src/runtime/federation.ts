import { createInstance, type ModuleFederationRuntimePlugin } from "@module-federation/runtime";
import * as core from "@module-federation/runtime-core";
import { requireIntegrity } from "./integrity.ts";

/** Modules of which a page has one copy, by name: their version, and what loads them when a remote needs them. */
export type SharedByShell = Record<string, { version: string; load(): Promise<unknown> }>;

/** What loads containers and gives them the shell's modules. */
export type Federation = ReturnType<typeof startFederation>;

/**
 * Makes the page a host of remotes. Apart from the shell's build: the federation plugin would put its run time, and the
 * whole of every shared module, into pages that show no remote.
 */
export function startFederation(shared: SharedByShell) {
  // Remotes are built without this part of the run time and take the page's (`externalRuntime`).
  Object.assign(core.Global, { _FEDERATION_RUNTIME_CORE: core });
  return createInstance({
    name: "shell",
    remotes: [],
    shareStrategy: "loaded-first",
    plugins: [integrityPlugin],
    shared: Object.fromEntries(
      Object.entries(shared).map(([name, { version, load }]) => [
        name,
        {
          version,
          get: async () => {
            const loaded = await load();
            return () => loaded;
          },
          shareConfig: { singleton: true, requiredVersion: `^${version}` },
        },
      ]),
    ),
  });
}

/**
 * Entries are fetched by the federation runtime itself, all other files by the bundles' own loaders
 * (build/integrity.ts).
 */
const integrityPlugin: ModuleFederationRuntimePlugin = {
  name: "tessera-integrity",
  createScript({ url }) {
    const script = document.createElement("script");
    script.src = url;
    script.setAttribute("fetchpriority", "high");
    requireIntegrity(script);
    return script;
  },
};
