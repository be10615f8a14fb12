import type { ScheduleGrant } from "@tessera/contracts-agents/schedules.ts";
import type { Tx } from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import { allows } from "../schedules/grants.ts";
import type { RunRow } from "./run.store.ts";

interface Wanted {
  tool: string;
  arguments: Record<string, unknown>;
}

/**
 * Uses up one thing that the person allowed when they set up the schedule of a run, whose lock is held: the run's own
 * first, then one of the schedule that waits for such a call. @returns whether there was one
 */
export async function useGrant(tx: Tx, run: RunRow, wanted: Wanted): Promise<boolean> {
  if (!run.schedule_id) return false;
  const of = { run: sql`agents.run`, schedule: sql`agents.schedule` };
  for (const [table, id] of [
    [of.run, run.id],
    [of.schedule, run.schedule_id],
  ] as const) {
    const { rows } = await tx.execute<{ grants: ScheduleGrant[] }>(
      sql`select grants from ${table} where user_id = ${run.user_id} and id = ${id} for update`,
    );
    const grants = rows[0]?.grants ?? [];
    const isUsable = (grant: ScheduleGrant) => table === of.run || grant.arguments !== null;
    const at = grants.findIndex(
      (grant) => isUsable(grant) && allows(grant, wanted.tool, wanted.arguments, run.outside),
    );
    if (at < 0) continue;
    await tx.execute(
      sql`update ${table} set grants = ${JSON.stringify(grants.toSpliced(at, 1))}::jsonb where id = ${id}`,
    );
    return true;
  }
  return false;
}
