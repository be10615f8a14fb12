import { createHash } from "node:crypto";
import { Injectable } from "@nestjs/common";
import type { Health } from "@tessera/contracts-releases/releases.ts";
import type { RolloutHold } from "@tessera/contracts-releases/schedule.ts";
import { Clock, Database } from "@tessera/service-kit";
import { sql } from "drizzle-orm";

/** What administrators' pages follow instead of polling: that an app changed, not how. */
@Injectable()
export class Activity {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Something was done to the app, in the transaction around the running code. */
  async acted(app: string): Promise<void> {
    const now = this.clock.now().toISOString();
    await this.database.system((tx) =>
      tx.execute(
        sql`insert into releases.activity (app, at) values (${app}, ${now}) on conflict (app) do update set at = excluded.at`,
      ),
    );
  }

  /**
   * What is known of a rollout's health, and whether its schedule holds it; nothing is written while it stays the
   * same. The plots' times move on their own.
   */
  async judged(app: string, { series: _, ...health }: Health, hold: RolloutHold | null): Promise<void> {
    const evidence = createHash("sha256")
      .update(JSON.stringify(hold ? { ...health, hold } : health))
      .digest("hex")
      .slice(0, 16);
    const now = this.clock.now().toISOString();
    await this.database.system((tx) =>
      tx.execute(sql`insert into releases.activity (app, at, evidence) values (${app}, ${now}, ${evidence})
        on conflict (app) do update set at = excluded.at, evidence = excluded.evidence
        where activity.evidence is distinct from excluded.evidence`),
    );
  }
}
