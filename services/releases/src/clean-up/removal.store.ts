import { Injectable } from "@nestjs/common";
import { Clock, Database } from "@tessera/service-kit";
import { type SQL, sql } from "drizzle-orm";

/** A release by its app and id. */
export interface ReleaseKey extends Record<string, unknown> {
  app: string;
  id: string;
}

/** Which releases are of no use any more, by the tables. */
@Injectable()
export class RemovalStore {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /**
   * Marks as removed what nobody can get: all but the stable release, those in `kept`, the releases of open rollouts,
   * pins, preview links and branches, this machine's last build, what pages were given since `since`, and what was
   * published or stopped being rolled out since. @returns them
   */
  remove(app: string | null, kept: ReleaseKey[], since: Date): Promise<ReleaseKey[]> {
    const after = since.toISOString();
    return this.select(sql`
      update releases.release old set removed_at = ${this.clock.now().toISOString()}
      where removed_at is null and published_at < ${after} and (${app}::text is null or app = ${app})
        and not exists (select from jsonb_to_recordset(${JSON.stringify(kept)}::jsonb) as kept (app text, id text)
          where kept.app = old.app and kept.id = old.id)
        and not exists (select from releases.app where name = old.app and old.id in (stable, local_build))
        and not exists (select from releases.pin where pin.app = old.app and pin.release = old.id)
        and not exists (select from releases.preview where preview.app = old.app and preview.release = old.id)
        and not exists (select from releases.branch where branch.app = old.app and branch.release = old.id)
        and not exists (select from releases.rollout where rollout.app = old.app and old.id in (rollout.stable, candidate)
          and (state in ('running', 'paused') or ended_at >= ${after}))
        and not exists (select from releases.build where used_at >= ${after} and old.id in (releases ->> old.app, fallbacks ->> old.app))
      returning app, id`);
  }

  /** Compositions that no page got since then. */
  async forgetBuilds(since: Date): Promise<void> {
    await this.database.system((tx) =>
      tx.execute(sql`delete from releases.build where used_at < ${since.toISOString()}`),
    );
  }

  private select(query: SQL): Promise<ReleaseKey[]> {
    return this.database.system(async (tx) => (await tx.execute<ReleaseKey>(query)).rows);
  }
}
