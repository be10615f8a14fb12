import type { RouteObject } from "@tessera/router";
import type { ComposedRemote, Composition, LoadableRelease } from "../composition.ts";
import { downloadRelease } from "./download.ts";
import type { Federation } from "./federation.ts";
import type { HangMarker } from "./hang-marker.ts";
import { retryFiles } from "./integrity.ts";
import { classify, RemoteLoadError, requestOf } from "./load-error.ts";
import type { Telemetry } from "./telemetry.ts";
import { mark, readyMark } from "./timeline.ts";

/** What loads containers. */
export type Host = Federation;
type Entry = Parameters<Federation["registerRemotes"]>[0][number];

/** Loads remotes of one composition. One instance a page. */
export class Remotes {
  private readonly byName: Map<string, ComposedRemote>;
  /** The release each remote is loaded from: the stable one after the first has failed. */
  private readonly active = new Map<string, LoadableRelease>();
  private readonly loading = new Map<string, Promise<RouteObject[]>>();
  /** The release whose routes the page was given. */
  private readonly running = new Map<string, LoadableRelease>();
  private readonly recovering = new Map<string, Promise<boolean>>();
  private readonly replaced: ((remote: string, routes: RouteObject[]) => void)[] = [];
  private readonly starting: { federation?: Promise<Host> } = {};
  /** Registered since a module was last asked for. */
  private readonly entries = new Map<string, Entry>();

  constructor(
    composition: Composition,
    private readonly telemetry: Pick<Telemetry, "report" | "runs">,
    private readonly hangs: Pick<HangMarker, "has" | "runs">,
    /** Called when the first remote is needed. */
    private readonly start: () => Promise<Host>,
  ) {
    this.byName = new Map(composition.remotes.map((remote) => [remote.name, remote]));
    for (const remote of composition.remotes) this.registerFirst(remote);
  }

  /**
   * The stable release instead of one that hung the page last time. Where there is none, it runs all the same: a
   * browser that was ended by force leaves the same mark.
   */
  private registerFirst({ name, release, stable }: ComposedRemote): void {
    const isLeft = stable && this.hangs.has(name, release.id) && !this.hangs.has(name, stable.id);
    this.register(name, isLeft ? stable : release);
    if (isLeft) this.failed(new RemoteLoadError(name, release.id, "hang", null));
  }

  /**
   * @throws RemoteLoadError when neither the release nor the stable one can be had; the next call tries again
   */
  async load(name: string): Promise<RouteObject[]> {
    let routes = this.loading.get(name);
    if (!routes) {
      routes = this.loadOrFallBack(name);
      this.loading.set(name, routes);
      routes.catch(() => this.loading.delete(name));
    }
    return routes;
  }

  /** Downloads what the first view of the remote needs. None of it runs. */
  download(name: string): void {
    const release = this.active.get(name);
    if (release && !this.loading.has(name)) void downloadRelease(release);
  }

  /**
   * Default export of a module that the remote exposes beside its routes. When it does not come, the stable release
   * takes the remote's place and is asked for it.
   * @throws RemoteLoadError when neither has it; the next call tries again
   */
  async loadModule<T>(name: string, module: string): Promise<T> {
    const release = this.active.get(name);
    if (!release) throw new Error(`No remote "${name}" is in this page's composition`);
    try {
      return await this.moduleOf<T>(name, module);
    } catch (error) {
      if (!(await this.giveWay(name, release, error)))
        throw new RemoteLoadError(name, release.id, classify(error), error);
    }
    try {
      return await this.moduleOf<T>(name, module);
    } catch (error) {
      const stable = this.active.get(name)!;
      const failure = new RemoteLoadError(name, stable.id, classify(error), error);
      this.failed(failure);
      this.register(name, stable);
      throw failure;
    }
  }

  /** The release that a remote is loaded from. */
  releaseOf(name: string): LoadableRelease | undefined {
    return this.active.get(name);
  }

  /** `listener` is given the routes of the stable release when it takes the place of one that runs already. */
  onReplaced(listener: (remote: string, routes: RouteObject[]) => void): void {
    this.replaced.push(listener);
  }

  /**
   * What runs of a remote does not work: the stable release takes its place, without a reload.
   * @returns false when there is none, when it runs already, or when it cannot be loaded either
   */
  recover(name: string, error: unknown): Promise<boolean> {
    let recovery = this.recovering.get(name);
    if (!recovery) {
      recovery = this.replace(name, error).finally(() => this.recovering.delete(name));
      this.recovering.set(name, recovery);
    }
    return recovery;
  }

  /**
   * Whether a release of a remote is not on the page: it gave way to another one, or its routes are still being loaded.
   * What its scripts throw meanwhile fails the load, which the stable release answers.
   */
  isOffPage({ app, release }: { app: string; release: string }): boolean {
    const active = this.active.get(app);
    if (active === undefined) return false;
    return active.id !== release || (this.loading.has(app) && !this.running.has(app));
  }

  /** A script or style sheet did not arrive: when it belongs to a release that runs, what needs it cannot work. */
  fileFailed(url: string): void {
    for (const [name, release] of this.running) {
      if (url.startsWith(baseOf(release)))
        void this.recover(name, Object.assign(new Error(`${url} did not arrive`), { name: "ChunkLoadError" }));
    }
  }

  private async replace(name: string, error: unknown): Promise<boolean> {
    const from = this.running.get(name);
    if (!from || !navigator.onLine) return false;
    // Of a release that was replaced since
    if (!(requestOf(error) ?? baseOf(from)).startsWith(baseOf(from))) return true;
    this.failed(new RemoteLoadError(name, from.id, classify(error), error));
    const { stable } = this.byName.get(name)!;
    if (!stable || from === stable) return false;
    this.register(name, stable);
    try {
      const routes = await this.attempt(name);
      this.loading.set(name, Promise.resolve(routes));
      for (const listener of this.replaced) listener(name, routes);
      return true;
    } catch {
      return false;
    }
  }

  /** Whether another release than `from` is there to be asked, after a module of `from` did not come. */
  private async giveWay(name: string, from: LoadableRelease, error: unknown): Promise<boolean> {
    if (this.active.get(name) !== from) return true; // replaced meanwhile
    if (this.running.has(name)) return (await this.recover(name, error)) || this.refetch(name, from);
    this.failed(new RemoteLoadError(name, from.id, classify(error), error));
    const { stable } = this.byName.get(name)!;
    this.register(name, stable ?? from);
    return stable !== undefined && stable !== from;
  }

  /** Registering again drops the runtime's memory of what failed, so that the next call fetches it. */
  private refetch(name: string, release: LoadableRelease): false {
    this.register(name, release);
    return false;
  }

  private async moduleOf<T>(name: string, module: string): Promise<T> {
    const exposed = await (await this.federation()).loadRemote<{ default?: T }>(`${name}/${module}`);
    if (exposed?.default === undefined) throw new Error(`RUNTIME-014: ./${module} has no default export`);
    return exposed.default;
  }

  private async loadOrFallBack(name: string): Promise<RouteObject[]> {
    const remote = this.byName.get(name);
    if (!remote) throw new Error(`No remote "${name}" is in this page's composition`);
    try {
      return await this.attempt(name);
    } catch (error) {
      if (!remote.stable || this.active.get(name) === remote.stable) throw error;
      this.register(name, remote.stable);
      return await this.attempt(name);
    }
  }

  private async attempt(name: string): Promise<RouteObject[]> {
    const release = this.active.get(name)!;
    this.telemetry.report(name, release.id, "load");
    try {
      const routes = await this.routesOf(name);
      this.running.set(name, release);
      mark(readyMark(name));
      return routes;
    } catch (error) {
      const failure = new RemoteLoadError(name, release.id, classify(error), error);
      this.failed(failure);
      // Registering again also drops the runtime's memory of the failed entry, so that a retry fetches it again.
      this.register(name, release);
      throw failure;
    }
  }

  private failed(failure: RemoteLoadError): void {
    this.telemetry.report(failure.remote, failure.release, "failure");
    console.error(failure);
  }

  private async routesOf(name: string): Promise<RouteObject[]> {
    const exposed = await (await this.federation()).loadRemote<{ default: RouteObject[] }>(`${name}/routes`);
    if (!Array.isArray(exposed?.default)) throw new Error("RUNTIME-014: ./routes does not export a list of routes");
    return exposed.default;
  }

  private register(name: string, release: LoadableRelease): void {
    disownScripts(name);
    if (this.active.get(name) === release) retryFiles(release);
    this.active.set(name, release);
    this.telemetry.runs(name, release.id);
    this.hangs.runs(name, release.id);
    const { entry, globalName } = release;
    const url = baseOf(release) + entry;
    this.entries.set(name, { name, entry: url, entryGlobalName: globalName ?? name, type: "var" });
  }

  /** Knows all that is registered. */
  private async federation(): Promise<Host> {
    this.starting.federation ??= this.start();
    this.starting.federation.catch(() => delete this.starting.federation);
    const federation = await this.starting.federation;
    if (this.entries.size) federation.registerRemotes([...this.entries.values()], { force: true });
    this.entries.clear();
    return federation;
  }
}

const baseOf = ({ base }: LoadableRelease) => new URL(base, location.href).href;

/**
 * Scripts of a release that are still loading when another one takes its place: the bundler's loader finds a script
 * by its app and chunk, and would wait for the old release's instead of asking for its own.
 */
function disownScripts(name: string): void {
  const mark = "data-rspack";
  for (const script of document.querySelectorAll(`script[${mark}^="tessera_${name}:"]`)) script.removeAttribute(mark);
}
