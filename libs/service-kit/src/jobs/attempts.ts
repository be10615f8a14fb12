import { sql } from "drizzle-orm";
import type { JobWithMetadata } from "pg-boss";
import type { Database } from "../database/database.ts";

/** Times that a job may take its process down before it is given up. */
export const MAX_CRASHES = 3;

/** What a job carries in pg-boss: whose it is, its data, and how its attempts ended. */
export interface Envelope<D> {
  userId: string | null;
  hidden: boolean;
  payload: D;
  /** Attempts that ended by an error of the handler. */
  failures: number;
  /**
   * Attempts that ended in any orderly way. pg-boss counts an attempt in `retry_count` as it hands the job out, before
   * the handler begins: what was counted and is not settled took its process down.
   */
  settled: number;
  /** Attempts of the runs before a person asked for this one. */
  earlier?: number;
  /** Run of a schedule, and who asked for it. */
  tick?: "clock" | "person";
}
type Attempt = Pick<JobWithMetadata<Envelope<unknown>>, "id" | "name" | "retryCount" | "retryLimit" | "data">;

export const envelope = <D>(userId: string | null, hidden: boolean, payload: D): Envelope<D> => ({
  userId,
  hidden,
  payload,
  failures: 0,
  settled: 0,
});

/** Attempts at this job that never ended: the process was killed or hung. */
export const crashesOf = ({ retryCount, data }: Attempt): number => retryCount - data.settled;

/** A job written by an earlier version does not say how its attempts ended; from now on they count. */
export async function countFromNow(database: Database, job: Attempt): Promise<void> {
  if (job.data.settled !== undefined) return;
  Object.assign(job.data, { failures: job.retryCount, settled: job.retryCount });
  await save(database, job, sql``);
}

/** The job got further than ever: its crashes are forgotten, and pg-boss, which counted them, allows as many more. */
export async function forgiveCrashes(database: Database, job: Attempt): Promise<void> {
  const crashes = crashesOf(job);
  job.data.settled = job.retryCount;
  job.retryLimit += crashes;
  await save(database, job, sql`, retry_limit = retry_limit + ${crashes}`);
}

/** The handler threw: one attempt more is settled. A final one leaves pg-boss none. */
export async function settleFailure(database: Database, job: Attempt, { final }: { final: boolean }): Promise<void> {
  job.data.failures += 1;
  job.data.settled += 1;
  await save(database, job, final ? sql`, retry_limit = retry_count` : sql``);
}

/**
 * The process is stopping in an orderly way: the job is taken up again as if this attempt had not begun. The next one
 * has another number, so that what pg-boss settles for this attempt afterwards does not touch it; a higher one, as
 * pg-boss settles none below 0.
 */
export async function giveBack(database: Database, job: Attempt): Promise<void> {
  job.data.settled += 1;
  await save(
    database,
    job,
    sql`, state = 'retry', retry_count = retry_count + 1, retry_limit = retry_limit + 1, started_on = null,
      heartbeat_on = null, start_after = now()`,
  );
}

async function save(
  database: Database,
  { id, name, retryCount, data }: Attempt,
  changes: ReturnType<typeof sql>,
): Promise<void> {
  const counts = JSON.stringify({ failures: data.failures, settled: data.settled });
  await database.system((tx) =>
    tx.execute(sql`update pgboss.job set data = data || ${counts}::jsonb ${changes}
      where name = ${name} and id = ${id} and state = 'active' and retry_count = ${retryCount}`),
  );
}
