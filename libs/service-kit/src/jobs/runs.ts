import type { JobRun } from "@tessera/contracts-queue/queue.ts";
import { sql } from "drizzle-orm";

/** Runs that a job keeps, the newest. */
const MAX_RUNS = 50;

/** Value of kit.job.runs as a run begins. One without an end, before another, ended with its process. */
export const runBegan = (at: Date) => {
  const run: JobRun = { startedAt: at.toISOString(), endedAt: null, outcome: null, error: null };
  return sql`(case when jsonb_array_length(runs) >= ${MAX_RUNS}::int then runs - 0 else runs end)
    || ${JSON.stringify([run])}::jsonb`;
};

/** Further assignment of an update of kit.job: how the run that is under way ended. */
export const runEnded = (at: Date, outcome: NonNullable<JobRun["outcome"]>, error: string | null) => {
  const end = JSON.stringify({ endedAt: at.toISOString(), outcome, error } satisfies Partial<JobRun>);
  return sql`, runs = case when jsonb_array_length(runs) > 0 then jsonb_set(runs, '{-1}', (runs -> -1) || ${end}::jsonb)
    else runs end`;
};
