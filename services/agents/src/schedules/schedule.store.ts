import { Injectable } from "@nestjs/common";
import type { RunState } from "@tessera/contracts-agents/runs.ts";
import type { AgentSchedule, PauseReason, ScheduleGrant, SkipReason } from "@tessera/contracts-agents/schedules.ts";
import type { Tx } from "@tessera/service-kit";
import { type SQL, sql } from "drizzle-orm";
import type { When } from "./next-time.ts";
import { patternInWords } from "./pattern.ts";

/** A row of agents.schedule. */
export interface ScheduleRow extends Record<string, unknown>, When {
  id: string;
  user_id: string;
  agent_id: string;
  prompt: string;
  ended: boolean;
  grants: ScheduleGrant[];
  paused: PauseReason | null;
  next_at: string | null;
  opened_by: string | null;
  /** When a ban ends that paused it. */
  resume_at: string | null;
  skipped_at: string | null;
  skipped_because: SkipReason | null;
  created_at: string;
}

/** With its newest run. */
interface ListedRow extends ScheduleRow {
  run_id: string | null;
  run_state: RunState | null;
  run_at: string | null;
}

const LISTED = sql`
  select s.*, s.anchor::text as anchor, r.id as run_id, r.state as run_state, r.created_at as run_at
  from agents.schedule s
  left join lateral (
    select id, state, created_at from agents.run where schedule_id = s.id and user_id = s.user_id
    order by created_at desc, id desc limit 1) r on true`;

/** Schedules of agents, with the newest run of each. */
@Injectable()
export class ScheduleStore {
  async list(tx: Tx, userId: string, agentId: string): Promise<AgentSchedule[]> {
    const { rows } = await tx.execute<ListedRow>(sql`
      ${LISTED} where s.user_id = ${userId} and s.agent_id = ${agentId} order by s.created_at, s.id`);
    return rows.map(shown);
  }

  async get(tx: Tx, userId: string, id: string): Promise<AgentSchedule | undefined> {
    const { rows } = await tx.execute<ListedRow>(sql`${LISTED} where s.user_id = ${userId} and s.id = ${id}`);
    return rows[0] && shown(rows[0]);
  }

  /** Locked until the transaction ends. */
  async lock(tx: Tx, userId: string, id: string): Promise<ScheduleRow | undefined> {
    const { rows } = await tx.execute<ScheduleRow>(
      sql`select *, anchor::text as anchor from agents.schedule where user_id = ${userId} and id = ${id} for update`,
    );
    return rows[0];
  }

  /** Does nothing when the id exists. */
  async insert(tx: Tx, row: Omit<ScheduleRow, "resume_at" | "skipped_at" | "skipped_because">): Promise<void> {
    await tx.execute(sql`
      insert into agents.schedule (id, user_id, agent_id, prompt, rhythm, time_of_day, time_zone, paused, next_at,
        opened_by, pattern, anchor, ended, grants, created_at)
      values (${row.id}, ${row.user_id}, ${row.agent_id}, ${row.prompt}, ${JSON.stringify(row.rhythm)}::jsonb,
        ${row.time_of_day}, ${row.time_zone}, ${row.paused}, ${row.next_at}, ${row.opened_by},
        ${row.pattern}, ${row.anchor}, ${row.ended}, ${JSON.stringify(row.grants)}::jsonb, ${row.created_at})
      on conflict (id) do nothing`);
  }

  async update(
    tx: Tx,
    id: string,
    { rhythm, grants, ...values }: Partial<Omit<ScheduleRow, "id" | "user_id">>,
  ): Promise<void> {
    const sets: SQL[] = Object.entries(values).map(([name, value]) => sql`${sql.identifier(name)} = ${value}`);
    if (rhythm) sets.push(sql`rhythm = ${JSON.stringify(rhythm)}::jsonb`);
    if (grants) sets.push(sql`grants = ${JSON.stringify(grants)}::jsonb`);
    if (sets.length) await tx.execute(sql`update agents.schedule set ${sql.join(sets, sql`, `)} where id = ${id}`);
  }

  /** @returns whether there was one */
  async remove(tx: Tx, userId: string, id: string): Promise<boolean> {
    const { rows } = await tx.execute(
      sql`delete from agents.schedule where user_id = ${userId} and id = ${id} returning id`,
    );
    return rows.length > 0;
  }

  async hasOpenRun(tx: Tx, { user_id: userId, id }: Pick<ScheduleRow, "user_id" | "id">): Promise<boolean> {
    const { rows } = await tx.execute(sql`
      select from agents.run where schedule_id = ${id} and user_id = ${userId} and finished_at is null limit 1`);
    return rows.length > 0;
  }
}

const iso = (at: string | null) => at && new Date(at).toISOString();

const shown = (row: ListedRow): AgentSchedule => ({
  id: row.id,
  agentId: row.agent_id,
  prompt: row.prompt,
  rhythm: row.rhythm,
  time: row.time_of_day,
  timeZone: row.time_zone,
  pattern: row.pattern,
  patternWords: row.pattern && patternInWords({ pattern: row.pattern, time: row.time_of_day }),
  ended: row.ended,
  grants: row.grants,
  paused: row.paused,
  nextAt: iso(row.next_at),
  lastRun: row.run_id === null ? null : { id: row.run_id, state: row.run_state!, createdAt: iso(row.run_at)! },
  skipped: row.skipped_at === null ? null : { at: iso(row.skipped_at)!, because: row.skipped_because! },
  createdAt: iso(row.created_at)!,
});
