import { readFile } from "node:fs/promises";
import path from "node:path";
import { Injectable } from "@nestjs/common";
import type { Publication } from "@tessera/contracts/releases.ts";
import { Release } from "@tessera/federation/composition.ts";
import { Clock, Log, problem } from "@tessera/service-kit";
import { buildIdOf } from "./build-id.ts";
import { unmetRequirements } from "./compatibility.ts";
import { DeployTokens } from "./deploy-tokens.ts";
import { ReleaseStore } from "./release.store.ts";
import { filesIn, ReleaseFiles, type Source, WrongFile } from "./release-files.ts";

interface Candidate {
  release: Release;
  source: Source;
}

@Injectable()
export class Releases {
  constructor(
    private readonly store: ReleaseStore,
    private readonly files: ReleaseFiles,
    private readonly tokens: DeployTokens,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  /** Publishes builds of this machine (folders with a release.json) that are not live already, all of them or none. */
  async publishBuilt(folders: string[]): Promise<Publication[]> {
    const candidates = await Promise.all(
      folders.map(async (folder) => ({
        release: Release.parse(JSON.parse(await readFile(path.join(folder, "release.json"), "utf8"))),
        source: filesIn(folder),
      })),
    );
    await this.tokens.ensure(candidates.map(({ release }) => release.app));
    const stable = await this.store.stable();
    const changed = candidates.filter(({ release }) => stable.get(release.app) !== release.id);
    return changed.length ? this.publish(changed, "local build") : [];
  }

  /**
   * Keeps the releases and makes them what everybody gets. Publishing a release again makes it live again.
   * @throws ProblemException 409 `release_differs` (an id with other files), 422 `requirements_unmet` or `wrong_file`; nothing is published then
   */
  async publish(candidates: Candidate[], by: string): Promise<Publication[]> {
    const known = await Promise.all(candidates.map(({ release }) => this.store.find(release.app, release.id)));
    for (const [index, { release }] of candidates.entries()) refuseOther(release, known[index]?.release);
    const stable = await this.store.stable();
    const live = new Map<string, Release>();
    for (const [app, id] of stable) {
      const found = await this.store.find(app, id);
      if (found) live.set(app, found.release);
    }
    for (const { release } of candidates) live.set(release.app, release);
    const unmet = unmetRequirements(live.values());
    if (unmet.length) throw problem(422, "requirements_unmet", `Nothing was published: ${unmet.join("; ")}.`);

    const fresh = candidates.filter((_, index) => !known[index]);
    for (const { release, source } of fresh) await this.keep(release, source);
    const releases = Object.fromEntries([...live].map(([app, release]) => [app, release.id]));
    const build = { id: buildIdOf(releases), releases };
    await this.store.publish(
      candidates.map((candidate) => ({ release: candidate.release, isNew: fresh.includes(candidate) })),
      build,
      by,
      this.clock.now(),
    );
    for (const { release } of candidates) {
      this.log.info({ app: release.app, release: release.id, buildId: build.id, by }, "release is live");
    }
    return candidates.map((candidate) => ({
      app: candidate.release.app,
      release: candidate.release.id,
      published: fresh.includes(candidate),
      buildId: build.id,
      rollout: null,
    }));
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
