import { Injectable } from "@nestjs/common";
import { MAX_ACTIVE_RUNS } from "@tessera/contracts-agents/limits.ts";
import { Jobs, type Tx } from "@tessera/service-kit";
import { sql } from "drizzle-orm";

export const RUN_QUEUE = "agents.run";
export interface RunJob {
  runId: string;
  userId: string;
}

/**
 * Whose turn it is: of each person a few runs are worked on at once, so that many runs of one do not hold up everybody
 * else's. A run that waits for its person takes no place.
 */
@Injectable()
export class RunTurns {
  constructor(private readonly jobs: Jobs) {}

  /** Gives the places that are free to the runs that wait, the oldest first; not while the cards of one are read. */
  async fill(tx: Tx, userId: string): Promise<void> {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`agents.turns ${userId}`}, 0))`);
    const { rows } = await tx.execute<{ id: string }>(sql`
      select id from agents.run where user_id = ${userId} and state = 'waiting' and job_id is null
        and not exists (select from agents.step s where s.run_id = run.id and s.state = 'running')
      order by created_at, id
      limit greatest(0, ${MAX_ACTIVE_RUNS} - (select count(*)::int from agents.run
        where user_id = ${userId} and job_id is not null))`);
    for (const { id } of rows) await this.send(tx, { runId: id, userId });
  }

  /** The next step of a run that has a place, now or after a pause. */
  async goOn(tx: Tx, run: RunJob, startAfter?: Date): Promise<void> {
    await this.send(tx, run, startAfter);
  }

  private async send(tx: Tx, run: RunJob, startAfter?: Date): Promise<void> {
    const job = await this.jobs.send(tx, RUN_QUEUE, run, { userId: run.userId, hidden: true, startAfter });
    await tx.execute(sql`update agents.run set job_id = ${job} where id = ${run.runId}`);
  }
}
