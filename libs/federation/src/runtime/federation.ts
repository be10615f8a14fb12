import { createInstance, type ModuleFederationRuntimePlugin } from "@module-federation/runtime";
import * as core from "@module-federation/runtime-core";
import { requireIntegrity } from "./integrity.ts";

/** Modules of which a page has one copy, by name: their version, and what loads them when a remote needs them. */
export type SharedByShell = Record<string, { version: string; load(): Promise<unknown> }>;

/** What loads containers and gives them the shell's modules. */
export type Federation = Pick<ReturnType<typeof createInstance>, "registerRemotes" | "loadRemote">;

/**
 * Makes the page a host of remotes. Apart from the shell's build: the federation plugin would put its run time, and the
 * whole of every shared module, into pages that show no remote.
 */
export function startFederation(sharedByShell: SharedByShell): Federation {
  // Remotes are built without this part of the run time and take the page's (`externalRuntime`).
  Object.assign(core.Global, { _FEDERATION_RUNTIME_CORE: core });
  const shared = Object.fromEntries(
    Object.entries(sharedByShell).map(([name, { version, load }]) => [
      name,
      {
        version,
        get: async () => {
          try {
            const loaded = await load();
            return () => loaded;
          } catch (error) {
            // The run time would give this failure to everybody who asks from now on.
            delete scope[name]?.[version]?.loading;
            throw error;
          }
        },
        shareConfig: { singleton: true, requiredVersion: `^${version}` },
      },
    ]),
  );
  const page = createInstance({
    name: "shell",
    remotes: [],
    shareStrategy: "loaded-first",
    plugins: [integrityPlugin],
    shared,
  });
  const scope = page.shareScopeMap.default!;
  const own = Object.keys(shared).map((name) => [name, { ...scope[name] }] as const);
  return {
    registerRemotes(remotes, options) {
      page.registerRemotes(remotes, options);
      // The run time takes a shared module for the property of the remote that first used it, and drops it with that.
      for (const [name, versions] of own) scope[name] = { ...scope[name], ...versions };
    },
    loadRemote: (id) => page.loadRemote(id),
  };
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
