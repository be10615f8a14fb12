import { sql } from "drizzle-orm";
import type { Database } from "../database/database.ts";
import { type Envelope, envelope } from "./attempts.ts";

/** Runs that are kept of each schedule, the newest. */
export const MAX_SCHEDULE_RUNS = 20;

/** Job that the clock sent, or a person in place of the clock. */
export const tick = (by: "clock" | "person"): Envelope<object> => ({ ...envelope(null, true, {}), tick: by });

/** What became of the runs of schedules. */
export class ScheduleRuns {
  constructor(private readonly database: Database) {}

  /** @returns false where the schedule is paused: what the clock sent is left alone, in whatever process */
  async begin(id: string, queue: string, by: "clock" | "person"): Promise<boolean> {
    const asked = by === "person";
    return this.database.system(async (tx) => {
      const { rows } = await tx.execute(sql`
        insert into kit.schedule_run as r (job_id, queue, asked, started_at)
        select ${id}, queue, ${asked}, now() from kit.schedule where queue = ${queue} and (paused_at is null or ${asked})
        on conflict (job_id) do update set started_at = now(), ended_at = null, outcome = null, error = null,
          attempts = r.attempts + 1
        returning attempts`);
      if (!rows.length) return false;
      await tx.execute(sql`delete from kit.schedule_run where queue = ${queue} and job_id in (
        select job_id from kit.schedule_run where queue = ${queue} order by started_at desc offset ${MAX_SCHEDULE_RUNS})`);
      return true;
    });
  }

  async end(id: string, outcome: "done" | "failed" | "interrupted", error: string | null): Promise<void> {
    await this.database.system((tx) =>
      tx.execute(sql`update kit.schedule_run set ended_at = now(), outcome = ${outcome}, error = ${error}
        where job_id = ${id}`),
    );
  }
}
