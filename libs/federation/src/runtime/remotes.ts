import { getInstance, type ModuleFederationRuntimePlugin } from "@module-federation/enhanced/runtime";
import type { RouteObject } from "@tessera/router";
import type { ComposedRemote, Composition, LoadableRelease } from "../composition.ts";
import { requireIntegrity } from "./integrity.ts";
import { classify, RemoteLoadError } from "./load-error.ts";
import type { Telemetry } from "./telemetry.ts";

/** Loads remotes of one composition. One instance a page. */
export class Remotes {
  private readonly byName: Map<string, ComposedRemote>;
  /** The release each remote is loaded from: the stable one after the first has failed. */
  private readonly active = new Map<string, LoadableRelease>();
  private readonly loading = new Map<string, Promise<RouteObject[]>>();
  private readonly federation = getInstance()!;

  constructor(
    composition: Composition,
    private readonly telemetry: Pick<Telemetry, "tell">,
  ) {
    this.byName = new Map(composition.remotes.map((remote) => [remote.name, remote]));
    this.federation.registerPlugins([integrityPlugin]);
    for (const remote of composition.remotes) this.register(remote.name, remote.release);
  }

  /** @throws RemoteLoadError when neither the release nor the stable one can be had; the next call tries again */
  load(name: string): Promise<RouteObject[]> {
    let routes = this.loading.get(name);
    if (!routes) {
      routes = this.loadOrFallBack(name);
      this.loading.set(name, routes);
      routes.catch(() => this.loading.delete(name));
    }
    return routes;
  }

  private async loadOrFallBack(name: string): Promise<RouteObject[]> {
    const remote = this.byName.get(name);
    if (!remote) throw new Error(`No remote "${name}" is in this page's composition`);
    const release = this.active.get(name)!;
    this.telemetry.tell(name, release.id, "load");
    try {
      return await this.routesOf(name);
    } catch (error) {
      this.telemetry.tell(name, release.id, "failure");
      console.error(new RemoteLoadError(name, release.id, classify(error), error));
      // Registering anew also drops the runtime's memory of the failed entry, so that a retry fetches it again.
      this.register(name, remote.stable ?? release);
      if (!remote.stable || release === remote.stable) throw new RemoteLoadError(name, release.id, classify(error), error);
      try {
        return await this.routesOf(name);
      } catch (second) {
        this.register(name, remote.stable);
        throw new RemoteLoadError(name, remote.stable.id, classify(second), second);
      }
    }
  }

  private async routesOf(name: string): Promise<RouteObject[]> {
    const exposed = await this.federation.loadRemote<{ default: RouteObject[] }>(`${name}/routes`);
    if (!Array.isArray(exposed?.default)) throw new Error("RUNTIME-014: ./routes does not export a list of routes");
    return exposed.default;
  }

  private register(name: string, release: LoadableRelease): void {
    this.active.set(name, release);
    const { base, entry, globalName } = release;
    const url = new URL(base + entry, location.href).href;
    adoptScript(url);
    this.federation.registerRemotes([{ name, entry: url, entryGlobalName: globalName ?? name, type: "var" }], { force: true });
  }
}

/** The federation runtime looks for a script that the page carries by its absolute address, and fetches another when it finds none. */
function adoptScript(url: string): void {
  for (const script of document.scripts) if (script.src === url) script.setAttribute("src", url);
}

/** Entries are fetched by the federation runtime itself, all other files by the bundles' own loaders (build/integrity.ts). */
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
