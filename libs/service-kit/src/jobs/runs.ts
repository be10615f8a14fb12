import type { JobRun } from "@tessera/contracts-queue/queue.ts";
import { type SQL, sql } from "drizzle-orm";

/** Runs that a job keeps, the newest. */
const MAX_RUNS = 50;

/** Value of kit.job.runs as a run begins. One without an end, before another, ended with its process. */
export const runBegan = (at: Date) => {
  const run: JobRun = { startedAt: at.toISOString(), endedAt: null, outcome: null, error: null };
  return sql`(case when jsonb_array_length(runs) >= ${MAX_RUNS}::int then runs - 0 else runs end)
    || ${JSON.stringify([run])}::jsonb`;
};

/** Further assignment of an update of kit.job. @param end JSON of how the run that has ended did */
export const runEnded = (end: SQL) =>
  sql`, runs = case when jsonb_array_length(runs) > 0
    then jsonb_set(runs, '{-1}', (runs -> -1) || (${end})::text::jsonb) else runs end`;
