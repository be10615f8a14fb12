import { jobFinished, jobNotFinished, jobNotFound, jobStillRuns } from "@tessera/contracts-core/problems.ts";
import type { Job, JobState } from "@tessera/contracts-queue/queue.ts";
import { sql } from "drizzle-orm";
import type { PgBoss } from "pg-boss";
import type { z } from "zod";
import type { Database, Tx } from "../database/database.ts";
import { problem } from "../http/problem.ts";
import type { Jobs } from "./jobs.ts";

type State = z.infer<typeof JobState>;

interface Row extends Record<string, unknown> {
  id: string;
  queue: string;
  title: string;
  state: State;
  done: number;
  total: number | null;
  unit: string;
  attempts: number;
  error: string | null;
  log: Job["log"];
  path: string | null;
  parent_id: string | null;
  item_id: string | null;
  data: object;
  user_id: string;
  created_at: string | Date;
  started_at: string | Date | null;
  finished_at: string | Date | null;
}

/** A person's background jobs, as the queue area shows and steers them. */
export class JobRecords {
  constructor(
    private readonly database: Database,
    private readonly jobs: Jobs,
    private readonly boss: PgBoss,
  ) {}

  /** Newest first. `before` is the last job of the page before. */
  async list(
    caller: { userId: string },
    filter: { state?: State; q?: string; before?: { createdAt: string; id: string }; limit: number },
  ): Promise<{ jobs: Job[]; counts: Record<State, number> }> {
    return this.database.as(caller, async (tx) => {
      const conditions = [sql`user_id = ${caller.userId}`];
      if (filter.state) conditions.push(sql`state = ${filter.state}`);
      if (filter.q)
        conditions.push(
          sql`(title ilike ${like(filter.q)} or data::text ilike ${like(filter.q)} or error ilike ${like(filter.q)})`,
        );
      if (filter.before)
        conditions.push(sql`(created_at, id) < (${filter.before.createdAt}::timestamptz, ${filter.before.id}::uuid)`);
      const { rows } = await tx.execute<Row>(
        sql`select * from kit.job where ${sql.join(conditions, sql` and `)} order by created_at desc, id desc limit ${filter.limit}`,
      );
      const counted = await tx.execute<{ state: State; count: number }>(
        sql`select state, count(*)::int as count from kit.job where user_id = ${caller.userId} group by state`,
      );
      const counts: Record<State, number> = { waiting: 0, running: 0, done: 0, failed: 0, cancelled: 0 };
      for (const row of counted.rows) counts[row.state] = row.count;
      return { jobs: rows.map(toJob), counts };
    });
  }

  /** @throws ProblemException 404 `job_not_found` */
  async get(caller: { userId: string }, id: string): Promise<Job> {
    return toJob(await this.database.as(caller, (tx) => this.row(tx, caller.userId, id)));
  }

  /** Runs a failed or cancelled job again, under the same id. @throws 404, 409 `job_not_finished` */
  async retry(caller: { userId: string }, id: string): Promise<Job> {
    await this.database.as(caller, async (tx) => {
      const row = await this.row(tx, caller.userId, id);
      if (row.state !== "failed" && row.state !== "cancelled") throw problem(jobNotFinished);
    });
    await this.database.system(async (tx) => {
      const { rows } = await tx.execute<Row>(sql`
        update kit.job set state = 'waiting', error = null, done = 0, cancel_requested = false, started_at = null, finished_at = null
        where id = ${id} and user_id = ${caller.userId} and state in ('failed', 'cancelled') returning *`);
      if (rows[0]) await this.jobs.sendAgain(rows[0].queue, id, caller.userId, rows[0].data, rows[0].attempts);
    });
    return this.get(caller, id);
  }

  /** Stops a waiting job at once and a running one at its next step. @throws 404, 409 `job_finished` */
  async cancel(caller: { userId: string }, id: string): Promise<Job> {
    const row = await this.database.as(caller, async (tx) => {
      const found = await this.row(tx, caller.userId, id);
      if (found.finished_at !== null) throw problem(jobFinished);
      await tx.execute(sql`update kit.job set cancel_requested = true,
        state = case when state = 'waiting' then 'cancelled' else state end,
        finished_at = case when state = 'waiting' then now() end where id = ${id} and user_id = ${caller.userId}`);
      return found;
    });
    if (row.state === "waiting") await this.boss.cancel(row.queue, id);
    this.jobs.abort(id);
    return this.get(caller, id);
  }

  /** Takes a finished job off the list. @throws 404, 409 `job_not_finished` */
  async remove(caller: { userId: string }, id: string): Promise<void> {
    await this.database.as(caller, async (tx) => {
      const row = await this.row(tx, caller.userId, id);
      if (row.finished_at === null) throw problem(jobStillRuns);
      await tx.execute(sql`delete from kit.job where id = ${id} and user_id = ${caller.userId}`);
    });
  }

  private async row(tx: Tx, userId: string, id: string): Promise<Row> {
    const { rows } = await tx.execute<Row>(sql`select * from kit.job where id = ${id} and user_id = ${userId}`);
    if (!rows[0]) throw problem(jobNotFound);
    return rows[0];
  }
}

const like = (words: string) => `%${words.replaceAll(/[\\%_]/g, "\\$&")}%`;

const iso = (at: string | Date) => new Date(at).toISOString();

function toJob(row: Row): Job {
  return {
    id: row.id,
    queue: row.queue,
    title: row.title,
    state: row.state,
    done: row.done,
    total: row.total,
    unit: row.unit,
    attempts: row.attempts,
    error: row.error,
    log: row.log,
    path: row.path,
    parentId: row.parent_id,
    itemId: row.item_id,
    createdAt: iso(row.created_at),
    startedAt: row.started_at && iso(row.started_at),
    finishedAt: row.finished_at && iso(row.finished_at),
  };
}
