import { Injectable } from "@nestjs/common";
import type { ComposedRemote, Composition, LoadableRelease, Release } from "@tessera/federation/composition.ts";
import { isCompressible, type ReleaseFile, ReleaseRegistry, type Resolved, type ResolvedApp } from "@tessera/federation/registry.ts";
import { buildIdOf } from "./build-id.ts";
import { unmetRequirements } from "./compatibility.ts";
import { DevelopmentBuilds } from "./development-builds.ts";
import { ReleaseStore } from "./release.store.ts";
import { ReleaseFiles } from "./release-files.ts";

/** Answers from the registry's tables. Which release is live is asked each time; releases themselves never change and are remembered. */
@Injectable()
export class StoredRegistry extends ReleaseRegistry {
  private readonly known = new Map<string, Release>();

  constructor(
    private readonly store: ReleaseStore,
    private readonly files: ReleaseFiles,
    private readonly development: DevelopmentBuilds,
  ) {
    super();
  }

  /** Everybody gets the stable releases. */
  async resolve(): Promise<Resolved | null> {
    return this.compose(await this.store.stable());
  }

  async build(buildId: string): Promise<Composition | null> {
    const releases = await this.store.build(buildId);
    return releases && ((await this.compose(new Map(Object.entries(releases))))?.composition ?? null);
  }

  async file(app: string, id: string, path: string): Promise<ReleaseFile | null> {
    const release = await this.release(app, id);
    const file = release?.files.find((candidate) => candidate.path === path);
    return file ? { path: this.files.pathOf(app, id, path), integrity: file.integrity, compressed: isCompressible(path) } : null;
  }

  private async compose(releases: Map<string, string>): Promise<Resolved | null> {
    const apps = new Map<string, ResolvedApp>();
    for (const [app, id] of releases) {
      const release = await this.release(app, id);
      if (release) apps.set(app, this.resolved(release));
    }
    const shell = apps.get("shell");
    if (!shell) return null;
    const remotes: ComposedRemote[] = [];
    for (const remote of apps.values()) {
      if (remote.release.kind !== "remote") continue;
      const stable = remote.development ? null : await this.fallback(remote.release, shell.release);
      remotes.push({
        ...composed(remote),
        ...(stable ? { stable: loadable({ release: stable, base: baseOf(stable), development: false }) } : {}),
      });
    }
    const ids = [...apps].map(([app, { release, development }]) => [app, development ? "development" : release.id]);
    return { composition: { buildId: buildIdOf(Object.fromEntries(ids)), shell: composed(shell), remotes }, apps };
  }

  /** The newest earlier release that this shell can run. */
  private async fallback(release: Release, shell: Release): Promise<Release | null> {
    for (const id of await this.store.before(release.app, release.id)) {
      const earlier = await this.release(release.app, id);
      if (earlier && unmetRequirements([shell, earlier]).length === 0) return earlier;
    }
    return null;
  }

  private resolved(release: Release): ResolvedApp {
    const build = this.development.get(release.app);
    if (!build) return { release, base: baseOf(release), development: false };
    const { origin, ...own } = build;
    return { release: { ...release, ...own, styles: [] }, base: `${origin}/${release.app}/`, development: true };
  }

  private async release(app: string, id: string): Promise<Release | null> {
    const key = `${app}/${id}`;
    const known = this.known.get(key) ?? (await this.store.find(app, id))?.release ?? null;
    if (known) this.known.set(key, known);
    return known;
  }
}

const baseOf = (release: Release) => `/assets/${release.app}/${release.id}/`;

const composed = (app: ResolvedApp) => {
  const { name, title, routes, navigation, commands } = app.release.manifest;
  return { name, title, release: loadable(app), routes, navigation, commands };
};

function loadable({ release, base, development }: ResolvedApp): LoadableRelease {
  const { id, version, entry, globalName, files } = release;
  const runnable = files.filter((file) => /\.(js|css)$/.test(file.path) && !file.path.startsWith("public/"));
  const integrity = development ? null : Object.fromEntries(runnable.map((file) => [file.path, file.integrity]));
  return { id: development ? "development" : id, version, base, entry, globalName, integrity };
}
