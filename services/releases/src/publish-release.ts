import { readFile } from "node:fs/promises";
import path from "node:path";
import { Injectable } from "@nestjs/common";
import {
  appNotFound,
  filesMissing,
  publishedDuringRollout,
  publishedOutsideSchedule,
  releaseDiffers,
  releaseRefused,
} from "@tessera/contracts-releases/problems.ts";
import type { Publication, RolloutStep } from "@tessera/contracts-releases/releases.ts";
import { Release } from "@tessera/federation/composition.ts";
import type { Announced } from "@tessera/federation/upload.ts";
import { problem } from "@tessera/service-kit";
import { AppStore } from "./apps/app.store.ts";
import { Apps } from "./apps/apps.ts";
import { refusals } from "./apps/release-check.ts";
import { Audit, machine } from "./audit.ts";
import { buildIdOf } from "./build-id.ts";
import { contentsOf, filesIn, ReleaseFiles, type Source } from "./files/release-files.ts";
import { UploadStore } from "./files/upload.store.ts";
import { Uploads } from "./files/uploads.ts";
import { KnownReleases } from "./known-releases.ts";
import { type Live, LiveState } from "./live-state.ts";
import { PreviewStore } from "./previews/preview.store.ts";
import { ReleaseStore } from "./release.store.ts";
import { RolloutStore } from "./rollouts/rollout.store.ts";
import { Rollouts } from "./rollouts/rollouts.ts";
import { Schedules } from "./schedules/schedules.ts";
import type { WeighedFile } from "./weights/weigh.ts";
import { Weights } from "./weights/weights.ts";

interface Candidate {
  release: Release;
  /** Where its files are; none when they were sent before. */
  source: Source | null;
}

interface PublishOptions {
  /** Brings it to people step by step. */
  steps?: RolloutStep[];
  /** Also a release that was withdrawn. */
  again?: boolean;
  /** Nobody gets it but by a preview link. */
  preview?: boolean;
  /** Its newest release it is from now on. */
  branch?: string;
}

const LOCAL = "local build";

@Injectable()
export class Releases {
  constructor(
    private readonly store: ReleaseStore,
    private readonly files: ReleaseFiles,
    private readonly uploads: Uploads,
    private readonly uploadStore: UploadStore,
    private readonly apps: Apps,
    private readonly appStore: AppStore,
    private readonly live: LiveState,
    private readonly known: KnownReleases,
    private readonly rollouts: Rollouts,
    private readonly rolloutStore: RolloutStore,
    private readonly audit: Audit,
    private readonly schedules: Schedules,
    private readonly weights: Weights,
    private readonly previews: PreviewStore,
  ) {}

  /**
   * Publishes builds of this machine (folders with a release.json), all of them or none. A build that was offered at
   * the last start, that a team published itself, or whose app has an open rollout is left as people decided since.
   */
  async publishBuilt(folders: string[]): Promise<Publication[]> {
    const candidates = await Promise.all(
      folders.map(async (folder) => ({
        release: Release.parse(JSON.parse(await readFile(path.join(folder, "release.json"), "utf8"))),
        source: filesIn(folder),
      })),
    );
    await this.apps.ensure(candidates.map(({ release }) => release));
    const live = await this.live.read();
    const offered = await this.store.localBuilds();
    const changed: Candidate[] = [];
    for (const candidate of candidates) {
      const { app, id } = candidate.release;
      const decided =
        offered.get(app) === id ||
        live.stable.get(app) === id ||
        live.rollouts.some((rollout) => rollout.app === app) ||
        (await this.isDecided(app, id));
      if (!decided) changed.push(candidate);
    }
    const published = changed.length ? await this.publish(changed, LOCAL) : [];
    for (const { app, id } of candidates.map(({ release }) => release))
      if (offered.get(app) !== id) await this.store.setLocalBuild(app, id);
    return published;
  }

  /** Whether a team published the release itself, or somebody withdrew it. */
  private async isDecided(app: string, id: string): Promise<boolean> {
    const published = await this.store.find(app, id);
    return Boolean(published && (published.publishedBy !== LOCAL || published.withdrawn));
  }

  /**
   * Expects the files of a release that could be published now.
   * @returns those that have to be sent.
   * @throws as `publish`, and 413
   */
  async announce(release: Release, preview = false): Promise<Announced> {
    await this.refuse([release], preview);
    return this.uploads.announce(release);
  }

  /**
   * Makes the releases what everybody gets, or, with `steps`, starts a rollout of each; with `preview` people get
   * nothing else than before. A release exists from the
   * moment its row is committed, and its row is only written once all its files are there. Publishing a release again
   * makes it live again, one that was withdrawn only with `again`.
   * @throws ProblemException 409 `release_differs` (an id with other files), `release_withdrawn`, `rollout_open`,
   * `outside_schedule` or `files_missing`, 422 `release_refused`, `requirements_unmet`, `over_budget` or
   * `wrong_file`; nothing is published then
   */
  async publish(
    candidates: Candidate[],
    by: string,
    { steps, again = false, preview = false, branch }: PublishOptions = {},
  ): Promise<Publication[]> {
    const releases = candidates.map(({ release }) => release);
    await this.refuse(releases, preview);
    for (const { release, source } of candidates) if (source) await this.uploads.bring(release, source);
    const weighed = new Map<Release, WeighedFile[]>();
    for (const release of releases) weighed.set(release, await this.weigh(release, by));
    return this.live.change(async (live) => {
      await this.requireRoom(live, releases, preview); // another publisher may have been faster
      const publications: Publication[] = [];
      for (const release of releases) {
        const { app, id } = release;
        const known = await this.store.known(app, id);
        if (known && !preview) this.known.requireNotWithdrawn(known, again, "Nothing was published");
        const published = await this.store.insert(release, by);
        if (!published) refuseOther(release, known?.release);
        await this.settleFiles(release);
        await this.weights.keep(release, weighed.get(release)!);
        if (published) await this.audit.write({ app, actor: machine(by), action: "published", release: id });
        if (branch !== undefined) await this.previews.setBranch(app, branch, id);
        const ramp = !preview && steps && live.stable.has(app) && live.stable.get(app) !== id;
        const rollout = ramp ? (await this.rollouts.begin(live, release, steps, machine(by))).id : null;
        if (!ramp && !preview) {
          await this.requireOpen(live, release, by);
          await this.store.takeBackWithdrawal(app, id);
          await this.rolloutStore.setStable(app, id);
          await this.audit.write({ app, actor: machine(by), action: "made_stable", release: id });
        }
        const waits = ramp ? await this.schedules.hold(app) : null;
        publications.push({ app, release: id, published, buildId: "", rollout, waits });
      }
      const buildId = buildIdOf(Object.fromEntries(await this.store.stable()));
      return publications.map((publication) => ({ ...publication, buildId }));
    });
  }

  /** Before what is live is locked: files may be far away. What is here now stays for a day. */
  private async weigh(release: Release, by: string): Promise<WeighedFile[]> {
    await this.requireFiles(release);
    const files = await this.weights.weigh(release);
    const isNew = !(await this.store.known(release.app, release.id));
    // A start of the product takes the builds of its own machine as they are.
    if (isNew && by !== LOCAL) await this.weights.requireWithin(release, files);
    return files;
  }

  /** A release that everybody gets at once is as late on a Friday as one that ends its ramp. */
  private async requireOpen(live: Live, { app, id }: Release, by: string): Promise<void> {
    if (by === LOCAL || !live.stable.has(app) || live.stable.get(app) === id) return;
    const hold = await this.schedules.hold(app);
    if (hold) throw problem(publishedOutsideSchedule, { app, why: hold.reason }, { until: hold.until });
  }

  private async requireRoom(live: Live, releases: Release[], preview: boolean): Promise<void> {
    if (preview) return this.known.requireCompatible(live, releases, "Nothing was published");
    const open = live.rollouts.find((rollout) => releases.some((release) => release.app === rollout.app));
    if (open) throw problem(publishedDuringRollout, { app: open.app, release: open.candidate, state: open.state });
    await this.known.requireCompatible(live, releases, "Nothing was published");
  }

  private async refuse(releases: Release[], preview: boolean): Promise<void> {
    for (const release of releases) refuseOther(release, (await this.store.known(release.app, release.id))?.release);
    await this.refuseBeyondGrant(releases);
    await this.requireRoom(await this.live.read(), releases, preview);
  }

  /** A release says no more of itself than its app was granted. */
  private async refuseBeyondGrant(releases: Release[]): Promise<void> {
    const grants = new Map((await this.appStore.list()).map((app) => [app.name, app]));
    const prefixes = await this.appStore.prefixes();
    for (const release of releases) {
      const grant = grants.get(release.app);
      if (!grant) throw problem(appNotFound, { app: release.app });
      const reasons = refusals(release, { ...grant, kind: grant.service ? "service" : grant.kind }, prefixes);
      if (reasons.length) throw problem(releaseRefused, { app: release.app, reasons: reasons.slice(0, 10).join("; ") });
    }
  }

  /** Under the lock under which files are removed: what is here now, and named when it ends, stays. */
  private async settleFiles(release: Release): Promise<void> {
    await this.requireFiles(release);
    await this.uploadStore.settle(release.app, contentsOf(release));
  }

  private async requireFiles(release: Release): Promise<void> {
    const contents = contentsOf(release);
    const missing = (await this.files.missing(contents)).map(({ integrity }) => integrity);
    if (missing.length)
      throw problem(filesMissing, { count: missing.length, app: release.app, release: release.id }, { missing });
  }
}

/** A release is immutable: its id stands for its files. */
function refuseOther(release: Release, known: Release | undefined): void {
  const files = (of: Release) => JSON.stringify(of.files.map((file) => [file.path, file.integrity]));
  if (known && files(known) !== files(release))
    throw problem(releaseDiffers, { release: release.id, app: release.app });
}
