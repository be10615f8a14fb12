import { readFile } from "node:fs/promises";
import path from "node:path";
import { Injectable } from "@nestjs/common";
import type { Publication, RolloutStep } from "@tessera/contracts/releases.ts";
import { Release } from "@tessera/federation/composition.ts";
import { problem } from "@tessera/service-kit";
import { Audit } from "./audit.ts";
import { buildIdOf } from "./build-id.ts";
import { DeployTokens } from "./deploy-tokens.ts";
import { KnownReleases } from "./known-releases.ts";
import { type Live, LiveState } from "./live-state.ts";
import { ReleaseStore } from "./release.store.ts";
import { filesIn, ReleaseFiles, type Source, WrongFile } from "./release-files.ts";
import { RolloutStore } from "./rollouts/rollout.store.ts";
import { Rollouts } from "./rollouts/rollouts.ts";

interface Candidate {
  release: Release;
  source: Source;
}

const LOCAL = "local build";

@Injectable()
export class Releases {
  constructor(
    private readonly store: ReleaseStore,
    private readonly files: ReleaseFiles,
    private readonly tokens: DeployTokens,
    private readonly live: LiveState,
    private readonly known: KnownReleases,
    private readonly rollouts: Rollouts,
    private readonly rolloutStore: RolloutStore,
    private readonly audit: Audit,
  ) {}

  /**
   * Publishes builds of this machine (folders with a release.json), all of them or none. A build that was offered at the last start,
   * that a team published itself, or whose app has an open rollout is left as people decided since.
   */
  async publishBuilt(folders: string[]): Promise<Publication[]> {
    const candidates = await Promise.all(
      folders.map(async (folder) => ({
        release: Release.parse(JSON.parse(await readFile(path.join(folder, "release.json"), "utf8"))),
        source: filesIn(folder),
      })),
    );
    await this.tokens.ensure(candidates.map(({ release }) => release.app));
    const live = await this.live.read();
    const offered = await this.store.localBuilds();
    const changed: Candidate[] = [];
    for (const candidate of candidates) {
      const { app, id } = candidate.release;
      const published = await this.store.find(app, id);
      const decided =
        offered.get(app) === id ||
        live.stable.get(app) === id ||
        (published && published.publishedBy !== LOCAL) ||
        live.rollouts.some((rollout) => rollout.app === app);
      if (!decided) changed.push(candidate);
    }
    const published = changed.length ? await this.publish(changed, LOCAL) : [];
    for (const { release } of candidates) await this.store.setLocalBuild(release.app, release.id);
    return published;
  }

  /**
   * Keeps the releases and makes them what everybody gets, or, with `steps`, starts a rollout of each. Publishing a release again makes
   * it live again. @throws ProblemException 409 `release_differs` (an id with other files) or `rollout_open`, 422 `requirements_unmet`
   * or `wrong_file`; nothing is published then
   */
  async publish(candidates: Candidate[], by: string, steps?: RolloutStep[]): Promise<Publication[]> {
    const releases = candidates.map(({ release }) => release);
    for (const release of releases) refuseOther(release, (await this.store.known(release.app, release.id))?.release);
    await this.requireRoom(await this.live.read(), releases);
    for (const { release, source } of candidates) {
      if (!(await this.store.find(release.app, release.id))) await this.keep(release, source);
    }
    return this.live.change(async (live) => {
      await this.requireRoom(live, releases); // another publisher may have been faster
      const publications: Publication[] = [];
      for (const release of releases) {
        const { app, id } = release;
        const published = await this.store.insert(release, by);
        if (!published) refuseOther(release, (await this.store.known(app, id))?.release);
        if (!(await this.files.has(app, id)))
          throw problem(
            409,
            "files_removed",
            `Nothing was published: old files of ${app} ${id} were cleaned up meanwhile. Publish it again.`,
          );
        if (published) await this.audit.write({ app, actor: by, action: "published", release: id });
        const ramp = steps && live.stable.has(app) && live.stable.get(app) !== id;
        const rollout = ramp ? (await this.rollouts.begin(live, release, steps, by)).id : null;
        if (!ramp) {
          await this.rolloutStore.setStable(app, id);
          await this.audit.write({ app, actor: by, action: "made_stable", release: id });
        }
        publications.push({ app, release: id, published, buildId: "", rollout });
      }
      const buildId = buildIdOf(Object.fromEntries(await this.store.stable()));
      return publications.map((publication) => ({ ...publication, buildId }));
    });
  }

  private async requireRoom(live: Live, releases: Release[]): Promise<void> {
    const open = live.rollouts.find((rollout) => releases.some((release) => release.app === rollout.app));
    if (open)
      throw problem(
        409,
        "rollout_open",
        `Nothing was published: a rollout of ${open.app} ${open.candidate} is ${open.state}. Promote or abort it first.`,
      );
    await this.known.requireCompatible(live, releases, "Nothing was published");
  }

  private async keep(release: Release, source: Source): Promise<void> {
    try {
      await this.files.keep(release, source);
    } catch (error) {
      if (error instanceof WrongFile) throw problem(422, "wrong_file", `Nothing was published: ${error.message}.`);
      throw error;
    }
  }
}

/** A release is immutable: its id stands for its files. */
function refuseOther(release: Release, known: Release | undefined): void {
  const files = (of: Release) => JSON.stringify(of.files.map((file) => [file.path, file.integrity]));
  if (known && files(known) !== files(release))
    throw problem(
      409,
      "release_differs",
      `Release ${release.id} of ${release.app} exists with other files. A release never changes: build a new one.`,
    );
}
