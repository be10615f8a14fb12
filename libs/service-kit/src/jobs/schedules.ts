import { scheduleNotFound } from "@tessera/contracts-queue/problems.ts";
import type { Schedule, ScheduleRun } from "@tessera/contracts-queue/schedules.ts";
import { toString as cronWords } from "cronstrue";
import { type SQL, sql } from "drizzle-orm";
import type { PgBoss } from "pg-boss";
import { asOwner } from "../database/as-owner.ts";
import type { Database, Tx } from "../database/database.ts";
import { problem } from "../http/problem.ts";
import { tick } from "./schedule-runs.ts";

/** Runs to come that are named. */
const NEXT_RUNS = 3;

interface Row extends Record<string, unknown> {
  queue: string;
  name: string;
  does: string;
  cron: string;
  paused_at: string | Date | null;
  under_way: boolean;
  runs: ScheduleRun[];
}

/** Schedules of all services, whichever process runs them. */
export class Schedules {
  constructor(
    private readonly database: Database,
    private readonly boss: PgBoss,
  ) {}

  async list(): Promise<Schedule[]> {
    return (await this.rows(sql`true`)).map((row) => this.shown(row));
  }

  /** @throws ProblemException 404 `schedule_not_found` */
  async get(queue: string): Promise<Schedule> {
    const [row] = await this.rows(sql`s.queue = ${queue}`);
    if (!row) throw problem(scheduleNotFound);
    return this.shown(row);
  }

  /** Paused, the clock starts no run, in no process. @throws ProblemException 404 `schedule_not_found` */
  async pause(queue: string, paused: boolean): Promise<Schedule> {
    await this.database.system((tx) =>
      tx.execute(sql`update kit.schedule set paused_at = ${paused ? sql`coalesce(paused_at, now())` : sql`null`}
        where queue = ${queue}`),
    );
    return this.get(queue);
  }

  /**
   * Runs it once, also while it is paused. One that was asked for and is not over is not asked for again.
   * @throws ProblemException 404 `schedule_not_found`
   */
  async runNow(queue: string): Promise<Schedule> {
    await this.database.system(async (tx) => {
      const { rows } = await tx.execute(sql`select queue from kit.schedule where queue = ${queue} for update`);
      if (!rows.length) throw problem(scheduleNotFound);
      if (!(await underWay(tx, queue))) await asOwner(tx, () => this.boss.send(queue, tick("person")));
    });
    return this.get(queue);
  }

  private async rows(where: SQL): Promise<Row[]> {
    const { rows } = await this.database.statement((tx) =>
      tx.execute<Row>(sql`
        select s.*, ${isUnderWay(sql`s.queue`)} as under_way, coalesce((
          select jsonb_agg(jsonb_build_object('startedAt', ${utc(sql`r.started_at`)}, 'endedAt', ${utc(sql`r.ended_at`)},
            'outcome', r.outcome, 'error', r.error, 'asked', r.asked, 'attempts', r.attempts) order by r.started_at desc)
          from kit.schedule_run r where r.queue = s.queue), '[]') as runs
        from kit.schedule s where ${where} order by s.name`),
    );
    return rows;
  }

  private shown({ queue, name, does, cron, paused_at: pausedAt, under_way: underWay, runs }: Row): Schedule {
    const next = pausedAt === null ? this.boss.previewSchedule(cron, { count: NEXT_RUNS }) : [];
    return {
      ...{ queue, name, does, cron, underWay, runs },
      when: whenOf(cron),
      pausedAt: pausedAt && new Date(pausedAt).toISOString(),
      nextRuns: next.map((at) => at.toISOString()),
    };
  }
}

const utc = (at: SQL) => sql`to_char(${at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** "Every 10 minutes", "At 03:20 (UTC)": a zone belongs to what is at a time of day. */
function whenOf(cron: string): string {
  const words = cronWords(cron, { use24HourTimeFormat: true });
  return /\d:\d/.test(words) ? `${words} (UTC)` : words;
}

/** Whether a run waits for its turn or is being worked on. */
const isUnderWay = (queue: SQL) => sql`exists (select from pgboss.job j where j.name = ${queue}
  and j.state in ('created', 'retry', 'active') and j.data ? 'tick')`;

async function underWay(tx: Tx, queue: string): Promise<boolean> {
  const { rows } = await tx.execute<{ found: boolean }>(sql`select ${isUnderWay(sql`${queue}`)} as found`);
  return rows[0]!.found;
}
