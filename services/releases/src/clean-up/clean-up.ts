import { Inject, Injectable, type OnModuleInit } from "@nestjs/common";
import { Clock, Jobs } from "@tessera/service-kit";
import { z } from "zod";
import { type Actor, Audit, machine } from "../audit.ts";
import { Uploads } from "../files/uploads.ts";
import { LiveState } from "../live-state.ts";
import { ReleaseStore } from "../release.store.ts";
import { RolloutStore } from "../rollouts/rollout.store.ts";
import { StoredRegistry } from "../stored-registry.ts";
import { type ReleaseKey, RemovalStore } from "./removal.store.ts";

export const CLEAN_UP_CONFIG = Symbol("clean-up configuration");
export const CleanUpConfigSchema = z
  .object({
    RELEASES_KEEP_DAYS: z.coerce
      .number()
      .int()
      .min(1)
      .max(3650)
      .default(14)
      .describe("days for which releases that a page was given stay loadable, so that pages left open keep working"),
  })
  .transform(({ RELEASES_KEEP_DAYS }) => ({ keepDays: RELEASES_KEEP_DAYS }));

const QUEUE = "releases.clean-up";
const DAY_MS = 24 * 60 * 60 * 1000;
/** Who acts when the product does on its own. */
const NIGHTLY = machine("nightly clean-up");

/** Removes the files of releases that nobody can get any more. */
@Injectable()
export class CleanUp implements OnModuleInit {
  constructor(
    @Inject(CLEAN_UP_CONFIG) private readonly config: z.infer<typeof CleanUpConfigSchema>,
    private readonly live: LiveState,
    private readonly releases: ReleaseStore,
    private readonly rollouts: RolloutStore,
    private readonly removals: RemovalStore,
    private readonly uploads: Uploads,
    private readonly registry: StoredRegistry,
    private readonly audit: Audit,
    private readonly jobs: Jobs,
    private readonly clock: Clock,
  ) {}

  onModuleInit() {
    this.jobs.define(QUEUE, {}, async () => void (await this.run(NIGHTLY)));
    this.jobs.schedule(QUEUE, "41 3 * * *", {
      name: "Delete old releases",
      does: "Deletes releases that nobody is served and that are old enough.",
    });
  }

  /**
   * Marks and logs in one transaction, then removes the files that no release needs any more: a process killed between
   * leaves them to the next run. Publishing a removed release again makes it whole again. @param app all apps without
   * it @returns what was removed
   */
  async run(by: Actor, app: string | null = null): Promise<ReleaseKey[]> {
    const since = new Date(this.clock.now().getTime() - this.config.keepDays * DAY_MS);
    const removed = await this.live.change(async ({ stable }) => {
      const keys = await this.removals.remove(app, await this.fallbacks(stable), since);
      for (const { app: of, id } of keys)
        await this.audit.write({ app: of, actor: by, action: "cleaned_up", release: id });
      await this.removals.forgetBuilds(since);
      return keys;
    });
    if (removed.length) this.registry.forget();
    await this.uploads.sweep();
    return removed;
  }

  /** What a page falls back to and what `rollback` returns to. */
  private async fallbacks(stable: Map<string, string>): Promise<ReleaseKey[]> {
    const kept: ReleaseKey[] = [];
    for (const [app, id] of stable) {
      const previous = await this.rollouts.stableBefore(app, id);
      const [fallback] = await this.releases.served(app, id);
      for (const other of [previous, fallback]) if (other) kept.push({ app, id: other });
    }
    return kept;
  }
}
