import { Injectable, type OnModuleInit } from "@nestjs/common";
import type { EventPayload } from "@tessera/contracts-core/define-event.ts";
import { accountRestored, accountSuspended } from "@tessera/contracts-identity/events.ts";
import { Clock, Database, Events } from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import { RunStore } from "../runs/run.store.ts";
import { RunProgress } from "../runs/run-progress.ts";

/**
 * Stops open runs and pauses schedules of a banned person. After the ban the schedules resume (`StartScheduled`); what
 * was stopped stays so.
 */
@Injectable()
export class StopSuspended implements OnModuleInit {
  constructor(
    private readonly database: Database,
    private readonly events: Events,
    private readonly runs: RunStore,
    private readonly progress: RunProgress,
    private readonly clock: Clock,
  ) {}

  onModuleInit() {
    this.events.on(accountSuspended, "agents.suspended", (ban) => this.stop(ban));
    this.events.on(accountRestored, "agents.restored", (end) => this.restore(end));
  }

  private async restore({ userId, at }: EventPayload<typeof accountRestored>): Promise<void> {
    await this.database.system((tx) =>
      tx.execute(sql`
        update agents.schedule set resume_at = case when paused = 'account' then ${at}::timestamptz end,
          account_at = ${at}
        where user_id = ${userId} and (account_at is null or account_at <= ${at})`),
    );
  }

  private async stop({ userId, until, at }: EventPayload<typeof accountSuspended>): Promise<void> {
    const decidedAt = at ?? this.clock.now().toISOString();
    await this.database.system(async (tx) => {
      // The row locks keep a due schedule from starting a run meanwhile.
      await tx.execute(sql`
        update agents.schedule set paused = 'account', next_at = null, resume_at = ${until}, account_at = ${decidedAt}
        where user_id = ${userId} and (paused is null or paused = 'account')
          and (account_at is null or account_at <= ${decidedAt})`);
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
