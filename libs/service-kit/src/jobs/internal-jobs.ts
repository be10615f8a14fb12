import type { InternalJob } from "@tessera/contracts-queue/internal-jobs.ts";
import { internalJobNotFailed } from "@tessera/contracts-queue/problems.ts";
import { type SQL, sql } from "drizzle-orm";
import type { Database } from "../database/database.ts";
import { problem } from "../http/problem.ts";
import type { Boss } from "./boss.ts";
import { wordsOf } from "./job-counts.ts";

type State = InternalJob["state"];
interface Row extends Record<string, unknown> {
  id: string;
  queue: string;
  words: string;
  state: State;
  attempts: number;
  error: string | null;
  created_at: string | Date;
  started_at: string | Date | null;
  finished_at: string | Date | null;
  next_at: string | Date | null;
  kept: boolean;
}

/** States of pg-boss, by what administrators read. */
const STATES: Record<State, SQL> = {
  waiting: sql`j.state in ('created', 'retry')`,
  running: sql`j.state = 'active'`,
  done: sql`j.state = 'completed'`,
  failed: sql`j.state = 'failed'`,
  cancelled: sql`j.state = 'cancelled'`,
};
/** Longest reason of a failure that is shown, in characters. */
const MAX_REASON = 1000;

/**
 * Jobs that no person has in their list: events on their way, webhooks, erasure, housekeeping. What they do and how
 * they ended, for administrators; never what they were given.
 */
export class InternalJobs {
  constructor(
    private readonly database: Database,
    private readonly boss: Boss,
  ) {}

  /** Newest first, without the runs of schedules, which their own list has. `before` is the last one of a page. */
  async list(query: {
    state?: State;
    queue?: string;
    before?: { createdAt: string; id: string };
    limit: number;
  }): Promise<InternalJob[]> {
    const { state, queue, before, limit } = query;
    const conditions = [sql`(j.data ->> 'hidden')::boolean and not j.data ? 'tick'`];
    if (state) conditions.push(STATES[state]);
    if (queue) conditions.push(sql`j.name = ${queue}`);
    if (before)
      conditions.push(
        sql`(date_trunc('milliseconds', j.created_on), j.id) < (${before.createdAt}::timestamptz, ${before.id}::uuid)`,
      );
    const { rows } = await this.database.system((tx) =>
      tx.execute<Row>(sql`
        select found.*, coalesce(s.name, k.words, found.queue) as words from (
          select j.id, j.name as queue, case when j.state in ('created', 'retry') then 'waiting'
              when j.state = 'active' then 'running' when j.state = 'completed' then 'done' else j.state::text end as state,
            j.retry_count + case when j.started_on is null then 0 else 1 end as attempts,
            left(j.output ->> 'message', ${MAX_REASON}::int) as error, j.data ? 'payload' as kept,
            date_trunc('milliseconds', j.created_on) as created_at, j.started_on as started_at, j.completed_on as finished_at,
            case when j.state in ('created', 'retry') and j.start_after > now() then j.start_after end as next_at
          from pgboss.job j where ${sql.join(conditions, sql` and `)}
          order by date_trunc('milliseconds', j.created_on) desc, j.id desc limit ${limit}
        ) found left join kit.job_kind k on k.queue = found.queue left join kit.schedule s on s.queue = found.queue
        order by found.created_at desc, found.id desc`),
    );
    return rows.map(shown);
  }

  /**
   * Tries failed ones once more, with what they were given.
   * @returns the ids of those that are tried
   * @throws ProblemException 409 `internal_job_not_failed` where none of them has failed and is kept
   */
  async retry(ids: readonly string[]): Promise<string[]> {
    const { rows } = await this.database.system((tx) =>
      tx.execute<{ id: string; queue: string }>(sql`
        select j.id, j.name as queue from pgboss.job j where j.id = any(${sql.param(ids)}::uuid[])
          and j.state = 'failed' and (j.data ->> 'hidden')::boolean and j.data ? 'payload' and not j.data ? 'tick'`),
    );
    if (!rows.length) throw problem(internalJobNotFailed);
    for (const [queue, jobs] of Map.groupBy(rows, (row) => row.queue)) {
      await this.boss.retry(
        queue,
        jobs.map(({ id }) => id),
      );
      this.boss.wake(queue);
    }
    return rows.map(({ id }) => id);
  }
}

const iso = (at: string | Date | null) => at && new Date(at).toISOString();

function shown(row: Row): InternalJob {
  const { id, queue, state, attempts, error } = row;
  return {
    ...{ id, queue, state, attempts },
    words: wordsOf({ queue, words: row.words }),
    error: state === "failed" || state === "waiting" ? error : null,
    retryable: state === "failed" && row.kept,
    createdAt: iso(row.created_at)!,
    startedAt: iso(row.started_at),
    finishedAt: iso(row.finished_at),
    nextAttemptAt: iso(row.next_at),
  };
}
