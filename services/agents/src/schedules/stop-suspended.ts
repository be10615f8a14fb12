import { Injectable, type OnModuleInit } from "@nestjs/common";
import { accountSuspended } from "@tessera/contracts-identity/events.ts";
import { Database, Events } from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import { RunStore } from "../runs/run.store.ts";
import { RunProgress } from "../runs/run-progress.ts";

/** Stops open runs and pauses schedules of a banned person, who resumes them after the ban. */
@Injectable()
export class StopSuspended implements OnModuleInit {
  constructor(
    private readonly database: Database,
    private readonly events: Events,
    private readonly runs: RunStore,
    private readonly progress: RunProgress,
  ) {}

  onModuleInit() {
    this.events.on(accountSuspended, "agents.suspended", ({ userId }) => this.stop(userId));
  }

  private async stop(userId: string): Promise<void> {
    await this.database.system(async (tx) => {
      // The row locks keep a due schedule from starting a run meanwhile.
      await tx.execute(
        sql`update agents.schedule set paused = 'account', next_at = null where user_id = ${userId} and paused is null`,
      );
      const { rows } = await tx.execute<{ id: string }>(
        sql`select id from agents.run where user_id = ${userId} and finished_at is null order by id for update`,
      );
      for (const { id } of rows) {
        const run = await this.runs.get(tx, userId, id);
        if (run) await this.progress.end(tx, run, "stopped");
      }
    });
  }
}
