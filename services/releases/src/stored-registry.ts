import { Inject, Injectable } from "@nestjs/common";
import { assetAddress, assetFolder, integrityIn } from "@tessera/federation/asset-address.ts";
import type {
  ComposedRemote,
  Composition,
  LoadableRelease,
  Recall,
  Release,
  ReleaseSource,
  SwitchedOff,
} from "@tessera/federation/composition.ts";
import {
  isCompressible,
  type ReleaseFile,
  ReleaseRegistry,
  type Resolved,
  type ResolvedApp,
  type ResolvedForVisitor,
  type ServiceReached,
  type VisitorRequest,
} from "@tessera/federation/registry.ts";
import { matchRoute } from "@tessera/federation/route-rules.ts";
import { Clock, type Contracts, Log, LruCache } from "@tessera/service-kit";
import type { PathPrefixes } from "./apps/path-owner.ts";
import { unusable, withinGrant } from "./apps/release-check.ts";
import { buildIdOf } from "./build-id.ts";
import { isIn } from "./cohorts/cohort.ts";
import { unmetContracts, unmetRequirements } from "./compatibility.ts";
import { ReleaseFiles } from "./files/release-files.ts";
import { declaredValues, withFlags } from "./flags/evaluate.ts";
import { enrolmentsOf } from "./health/enrolments.ts";
import { GivenPages } from "./health/given-pages.ts";
import { type Live, LiveState } from "./live-state.ts";
import { type Override, Overrides } from "./overrides/overrides.ts";
import { pinFor } from "./pins/pin.store.ts";
import { type Previewed, Previews } from "./previews/previews.ts";
import { Recalls } from "./recalls.ts";
import { ReleaseStore } from "./release.store.ts";
import { percentOf } from "./rollouts/rollout.store.ts";
import { serviceAt } from "./service-processes/service-name.ts";
import { INSPECTORS, type Inspectors } from "./visitors/inspectors.ts";
import { type Visitor, Visitors } from "./visitors/visitors.ts";

/** Release ids by app: what somebody gets, and what they fall back to. */
interface Choice {
  releases: Record<string, string>;
  fallbacks: Record<string, string>;
  /** Which app owns which paths, as pairs. */
  prefixes: [prefix: string, app: string][];
  /** Apps that are switched off, and why. */
  off: [app: string, reason: string][];
}

interface Chosen {
  choice: Choice;
  /** Why each release was chosen. */
  sources: Record<string, ReleaseSource>;
}

/** How often it is recorded that a composition is in use, ms: clean-up counts in days. */
const RECORD_EVERY = 60 * 60 * 1000;

/**
 * Answers from the registry's tables. What is live is asked each time; releases and compositions never change and are
 * remembered.
 */
@Injectable()
export class StoredRegistry extends ReleaseRegistry {
  private readonly known = new Map<string, Release>();
  private readonly composed = new LruCache<string, { resolved: Promise<Resolved | null>; at: number }>(500);

  constructor(
    private readonly store: ReleaseStore,
    private readonly files: ReleaseFiles,
    private readonly overrides: Overrides,
    private readonly previews: Previews,
    private readonly live: LiveState,
    private readonly visitors: Visitors,
    @Inject(INSPECTORS) private readonly inspectors: Inspectors,
    private readonly given: GivenPages,
    private readonly recalled: Recalls,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {
    super();
  }

  async resolve(request: VisitorRequest): Promise<ResolvedForVisitor | null> {
    const [visitor, live, overrides, previews] = await Promise.all([
      this.visitors.of(request),
      this.live.get(),
      this.overrides.of(request.cookies),
      this.previews.of(request.cookies),
    ]);
    const { choice, sources } = await this.choose(live, visitor, previews);
    for (const app of overrides.keys()) if (sources[app]) sources[app] = "override";
    const valued = (composed: Resolved | null) => composed && withFlags(composed, live.flags, visitor);
    const mayInspect = overrides.size > 0 || (visitor.person !== null && this.inspectors.includes(visitor.person));
    const seen = mayInspect ? { sources } : {};
    const key = JSON.stringify(choice);
    if (previews.length) {
      const composed = overrides.size ? await this.compose(choice, overrides) : await this.handedOut(key, choice);
      const shown = composed && withPreviews(valued(composed)!, previews);
      return (await this.forVisitor(shown, visitor, seen, true))?.given ?? null;
    }
    if (overrides.size)
      return (await this.forVisitor(valued(await this.compose(choice, overrides)), visitor, seen))?.given ?? null;
    const found = await this.forVisitor(valued(await this.handedOut(key, choice)), visitor, seen);
    if (found && visitor.person && request.opens)
      this.remember(found.id, request.opens, found.given, visitor, choice, live);
    return found?.given ?? null;
  }

  /** Nothing of what was remembered is taken for granted any more: releases were removed. */
  forget(): void {
    this.known.clear();
    this.composed.clear();
    this.earlier.clear();
    this.assets.clear();
  }

  private handedOut(key: string, choice: Choice): Promise<Resolved | null> {
    const now = this.clock.now().getTime();
    const remembered = this.composed.get(key);
    if (remembered && now - remembered.at < RECORD_EVERY) return remembered.resolved;
    const composed = this.composed.set(key, { resolved: this.handOut(choice), at: now });
    composed.resolved.catch(() => this.composed.delete(key));
    return composed.resolved;
  }

  async build(buildId: string): Promise<Composition | null> {
    const build = await this.store.build(buildId);
    if (!build) return null;
    const live = await this.live.get();
    const choice = {
      releases: build.releases,
      prefixes: [...live.prefixes].sort(),
      off: [...live.off].sort(),
      fallbacks: build.fallbacks ?? (await this.fallbacks(build.releases, { ...live, stable: new Map() })),
    };
    return (await this.compose(choice))?.composition ?? null;
  }

  async serviceAt(path: string): Promise<ServiceReached | null> {
    const { services, prefixes, off } = await this.live.get();
    const service = serviceAt(services, prefixes, path);
    return (
      service && {
        title: service.title,
        origins: service.processes.map(({ origin }) => origin),
        off: off.get(service.app) ?? null,
      }
    );
  }

  recalls(signal: AbortSignal): AsyncIterable<Recall> {
    return this.recalled.follow(signal);
  }

  async file(app: string, id: string, path: string): Promise<ReleaseFile | null> {
    const release = await this.release(app, id);
    return (release && this.filesOf(release).get(path)) ?? null;
  }

  async integrity(app: string, id: string): Promise<Record<string, string> | null> {
    const release = await this.release(app, id);
    return release && integrityOf(release);
  }

  private readonly assets = new LruCache<string, Promise<ReleaseFile | null>>(2_000);
  async asset(app: string, name: string): Promise<ReleaseFile | null> {
    const integrity = integrityIn(name);
    if (!integrity) return null;
    const address = assetFolder(app) + name;
    const known = this.assets.get(address) ?? this.assets.set(address, this.findAsset(app, address, integrity));
    const found = await known.catch(() => null);
    if (!found) this.assets.delete(address); // asked again: it may be published any time
    return known;
  }

  private async findAsset(app: string, address: string, integrity: string): Promise<ReleaseFile | null> {
    const paths = await this.store.pathsOf(app, integrity);
    const path = paths.find((named) => assetAddress(app, named, integrity) === address);
    return path === undefined ? null : this.fileOf(path, integrity);
  }

  private fileOf(path: string, integrity: string): ReleaseFile {
    return { path, integrity, compressed: isCompressible(path), open: (form) => this.files.open(integrity, form) };
  }

  private readonly served = new WeakMap<Release, Map<string, ReleaseFile>>();
  private filesOf(release: Release): Map<string, ReleaseFile> {
    const known = this.served.get(release);
    if (known) return known;
    const files = release.files.map(({ path, integrity }): [string, ReleaseFile] => [
      path,
      this.fileOf(path, integrity),
    ]);
    const byPath = new Map(files);
    this.served.set(release, byPath);
    return byPath;
  }

  private async forVisitor(
    resolved: Resolved | null,
    { subject, cookies }: Visitor,
    seen: Pick<ResolvedForVisitor, "sources">,
    preview = false,
  ) {
    if (!resolved) return null;
    const { id, name } = await this.visitors.namePage(subject, resolved.composition.buildId, preview);
    return { id, given: { ...resolved, ...seen, cookies, page: name } satisfies ResolvedForVisitor };
  }

  /**
   * The page shows the shell and the app of its address: what runs of them in a rollout is missed when it never
   * reports.
   */
  private remember(
    page: string,
    path: string,
    { composition }: Resolved,
    { subject }: Visitor,
    { releases }: Choice,
    live: Live,
  ): void {
    const match = matchRoute(composition, path);
    const enrolments = enrolmentsOf({ subject, releases, at: this.clock.now().getTime() }, live.rollouts);
    const shown = new Set(match ? [composition.shell.name, match.owner, match.app] : [composition.shell.name]);
    this.given.remember(
      [...enrolments].filter(([app]) => shown.has(app)).map(([, enrolment]) => ({ ...enrolment, page, subject })),
    );
  }

  /**
   * What a preview link names, else a pin, else the candidate for those in the cohort, else stable. What the chosen
   * shell or the services cannot run is stable too.
   */
  private async choose(live: Live, { subject, person }: Visitor, previews: Previewed[]): Promise<Chosen> {
    const releases: Record<string, string> = {};
    const sources: Record<string, ReleaseSource> = {};
    for (const [app, stable] of live.stable) {
      const rollout = live.rollouts.find((open) => open.app === app);
      const candidate = rollout && isIn(rollout.id, subject, percentOf(rollout)) ? rollout.candidate : null;
      const pin = pinFor(live.pins, app, person);
      releases[app] = pin ?? candidate ?? stable;
      sources[app] = pin ? "pin" : candidate ? "candidate" : "stable";
    }
    for (const { app, release } of previews) {
      releases[app] = release;
      sources[app] = "preview";
    }
    const shell = releases.shell ? await this.release("shell", releases.shell) : null;
    for (const app of Object.keys(releases)) {
      const stable = live.stable.get(app);
      if (releases[app] === stable || app === "shell") continue;
      const chosen = await this.release(app, releases[app]!);
      if (!chosen || (shell && !runs(live.contracts, shell, chosen))) {
        if (stable) {
          releases[app] = stable;
          sources[app] = "stable";
        } else {
          delete releases[app];
          delete sources[app];
        }
      }
    }
    const choice = {
      releases,
      fallbacks: await this.fallbacks(releases, live),
      prefixes: [...live.prefixes].sort(),
      off: [...live.off].sort(),
    };
    return { choice, sources };
  }

  /**
   * Where stable differs it is the fallback; the stable release's own is the last one that served, was not withdrawn,
   * and runs in this shell.
   */
  private async fallbacks(
    releases: Record<string, string>,
    { stable, contracts }: Live,
  ): Promise<Record<string, string>> {
    const shell = releases.shell ? await this.release("shell", releases.shell) : null;
    const found: Record<string, string> = {};
    for (const [app, id] of Object.entries(releases)) {
      if (app === "shell" || !shell) continue;
      const other = stable.get(app);
      for (const earlier of other && other !== id ? [other] : await this.servedBeside(app, id, other)) {
        const release = await this.release(app, earlier);
        if (!release || !runs(contracts, shell, release)) continue;
        found[app] = earlier;
        break;
      }
    }
    return found;
  }

  private readonly earlier = new LruCache<string, Promise<string[]>>(200);
  /** What is withdrawn changes with what is stable. */
  private servedBeside(app: string, id: string, stable: string | undefined): Promise<string[]> {
    const key = `${app}/${id}/${stable}`;
    return this.earlier.get(key) ?? this.earlier.set(key, this.store.served(app, id));
  }

  private async handOut(choice: Choice): Promise<Resolved | null> {
    const resolved = await this.compose(choice);
    if (resolved) await this.store.handedOut(resolved.composition.buildId, choice.releases, choice.fallbacks);
    return resolved;
  }

  private async compose(
    { releases, fallbacks, prefixes, off }: Choice,
    overrides = new Map<string, Override>(),
  ): Promise<Resolved | null> {
    const apps = new Map<string, ResolvedApp>();
    for (const [app, id] of Object.entries(releases).sort(([a], [b]) => (a < b ? -1 : 1))) {
      const release = await this.release(app, id);
      if (release && this.isUsable(release)) apps.set(app, resolved(release, overrides.get(app)));
    }
    const switchedOff = this.takeOff(apps, new Map(off));
    const granted = new Map(prefixes);
    const shell = apps.get("shell");
    if (!shell) return null;
    const remotes: ComposedRemote[] = [];
    for (const remote of apps.values()) {
      const { kind, app } = remote.release;
      if (kind !== "remote") continue;
      const stable = remote.development || !fallbacks[app] ? null : await this.release(app, fallbacks[app]);
      remotes.push({
        ...composed(remote, granted, stable ?? undefined),
        ...(stable ? { stable: loadable({ release: stable, base: baseOf(stable), development: false }) } : {}),
      });
    }
    const ids = [...apps].map(([app, { release, development }]) => [app, development ? "development" : release.id]);
    const gone = switchedOff.map(({ name }) => [name, "off"]);
    const composition: Composition = {
      buildId: buildIdOf(Object.fromEntries([...ids, ...gone])),
      shell: composed(shell, granted),
      remotes,
      ...(switchedOff.length ? { off: switchedOff } : {}),
    };
    if (!overrides.size) return { composition, apps };
    const shown = [...apps.values()].filter(({ development }) => development);
    const named = shown.map(({ release, base }) => ({ app: release.app, title: release.manifest.title, url: base }));
    return { composition: { ...composition, overrides: named }, apps };
  }

  /**
   * Nothing of an app that is switched off is composed but where it was and why it is gone. A developer's own build
   * stays.
   */
  private takeOff(apps: Map<string, ResolvedApp>, off: ReadonlyMap<string, string>): SwitchedOff[] {
    return [...apps].flatMap(([name, { release, development }]) => {
      const reason = off.get(name);
      if (reason === undefined || development) return [];
      apps.delete(name);
      const { title, routes } = release.manifest;
      return [{ name, title, reason, paths: routes.map(({ path }) => path) }];
    });
  }

  /** A row that cannot be composed costs its own remote only. */
  private isUsable(release: Release): boolean {
    const reasons = unusable(release);
    if (reasons.length)
      this.log.error({ app: release.app, release: release.id, reasons }, "releases: left out, it cannot be composed");
    return reasons.length === 0;
  }

  private async release(app: string, id: string): Promise<Release | null> {
    const key = `${app}/${id}`;
    const known = this.known.get(key) ?? (await this.store.find(app, id))?.release ?? null;
    if (known) this.known.set(key, known);
    return known;
  }
}

/** Says on the page what it shows in place of what others get, and what it could not. */
function withPreviews({ composition, apps }: Resolved, previews: Previewed[]): Resolved {
  const named = previews.map(({ app, release, version, branch, until }) => {
    const shown = apps.get(app);
    const title = shown?.release.manifest.title ?? app;
    return { app, title, version, branch, until, shown: shown?.release.id === release && !shown.development };
  });
  return { composition: { ...composition, previews: named }, apps };
}

const runs = (contracts: Contracts, shell: Release, remote: Release) =>
  !unmetRequirements([shell, remote]).length && !unmetContracts([remote], contracts).length;

const baseOf = (release: Release) => `/assets/${release.app}/${release.id}/`;

/** The release, or what the visitor has in its place. */
function resolved(release: Release, override: Override | undefined): ResolvedApp {
  if (!override) return { release, base: baseOf(release), development: false };
  const own = override.build && { ...override.build, styles: [] };
  return { release: { ...release, ...own }, base: override.url, development: true };
}

/** Releases that were published before there were contributions have none. */
const composed = (app: ResolvedApp, granted: PathPrefixes, fallback?: Release) => {
  const { name, title, routes, navigation, commands, contributes = {} } = app.release.manifest;
  const flagValues = declaredValues([app.release, ...(fallback ? [fallback] : [])]);
  // A developer sees the routes of their own build, granted or not; nobody else does.
  const own = <T extends { path: string }>(entries: T[]) =>
    app.development ? entries : withinGrant(entries, name, granted);
  return {
    name,
    title,
    release: loadable(app),
    routes: own(routes),
    navigation: own(navigation),
    commands,
    contributes,
    ...(flagValues ? { flagValues } : {}),
  };
};

/** Of what runs in a page. */
function integrityOf({ files }: Release): Record<string, string> {
  const runnable = files.filter(({ path }) => /\.(js|css)$/.test(path) && !path.startsWith("public/"));
  return Object.fromEntries(runnable.map(({ path, integrity }) => [path, integrity]));
}

function loadable({ release, base, development }: ResolvedApp): LoadableRelease {
  const { id, version, entry, globalName, scripts, styles, relocatable } = release;
  const byContent = relocatable && !development ? { relocatable } : {};
  return {
    id: development ? "development" : id,
    version,
    base,
    entry,
    firstView: [...scripts, ...styles],
    globalName,
    integrity: development ? null : integrityOf(release),
    ...byContent,
  };
}
