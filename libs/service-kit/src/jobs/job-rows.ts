import type { EventInput } from "@tessera/contracts-core/define-event.ts";
import { jobFailed } from "@tessera/contracts-core/events.ts";
import { failureSignature } from "@tessera/contracts-queue/client.ts";
import { type SQL, sql } from "drizzle-orm";
import type { PgBoss } from "pg-boss";
import type { Database } from "../database/database.ts";
import { envelope } from "./attempts.ts";
import type { Rounds } from "./rounds.ts";
import { runBegan, runEnded } from "./runs.ts";

/** How a job ended that did not fail. */
export interface JobEnd {
  id: string;
  state: "done" | "cancelled";
  at: Date;
  /** What it made. */
  output: object | null;
}

/** What people see of jobs that run, in kit.job: each write is one statement, in one round trip. */
export class JobRows {
  constructor(
    private readonly boss: PgBoss,
    private readonly database: Database,
    private readonly rounds: Rounds,
  ) {}

  /** @returns ids of those that are to run: not of those that are gone, or that somebody has cancelled */
  async begin(queue: string, begun: readonly { id: string; attempt: number }[]): Promise<Set<string>> {
    const asked = inOrder(begun);
    const { rows } = await this.once<{ id: string; cancel_requested: boolean; turn: number }>(sql`
      with ${held(asked)}, asked as (
        select * from unnest(${list(asked, ({ id }) => id)}::uuid[], ${list(asked, ({ attempt }) => attempt)}::int[])
          as a (id, attempt)
      ), begun as (
        update kit.job j set state = case when cancel_requested then 'cancelled' else 'running' end,
          attempts = asked.attempt, error = null,
          runs = case when cancel_requested then runs else ${runBegan(new Date())} end,
          started_at = coalesce(started_at, now()), finished_at = case when cancel_requested then now() end
        from asked join held on held.id = asked.id
        where j.id = asked.id and j.state in ('waiting', 'running') returning j.id, j.turn, j.cancel_requested
      )${this.rounds.note(queue)} select id, turn, cancel_requested from begun`);
    for (const { turn } of rows) this.rounds.began(queue, turn);
    return new Set(rows.flatMap(({ id, cancel_requested }) => (cancel_requested ? [] : [id])));
  }

  /** Statement that ends jobs. */
  ended(ends: readonly JobEnd[]): SQL {
    const all = inOrder(ends);
    const ended = list(all, ({ at, state }) =>
      JSON.stringify({ endedAt: at.toISOString(), outcome: state, error: null }),
    );
    return sql`with ${held(all)}, ended as (
        select * from unnest(${list(all, ({ id }) => id)}::uuid[], ${list(all, ({ state }) => state)}::text[],
          ${list(all, ({ output }) => output && JSON.stringify(output))}::text[], ${ended}::text[])
          as e (id, state, output, ended)
      )
      update kit.job j set state = ended.state, error = null, finished_at = now(), output = ended.output::jsonb
        ${runEnded(sql`ended.ended`)}
      from ended join held on held.id = ended.id where j.id = ended.id`;
  }

  /** @returns what it had done before, and whether somebody asked to cancel it; null when it is gone */
  async progress(id: string, done: number, total: number | null) {
    const { rows } = await this.once<{ cancel_requested: boolean; before: number }>(sql`
      update kit.job set done = ${done}, total = ${total} from (select done as before from kit.job where id = ${id}) old
      where id = ${id} returning cancel_requested, before`);
    return rows[0] ?? null;
  }

  async note(id: string, message: string): Promise<void> {
    const line = JSON.stringify([{ at: new Date().toISOString(), message: message.slice(0, 1000) }]);
    await this.once(sql`update kit.job
      set log = case when jsonb_array_length(log) < 200 then log || ${line}::jsonb else log end where id = ${id}`);
  }

  async waitAgain(id: string, message: string): Promise<void> {
    await this.wait(id, "failed", message);
    await this.note(id, message);
  }

  async wait(id: string, outcome: "failed" | "interrupted", error: string | null): Promise<void> {
    const ended = runEnded(endOf(outcome, error));
    await this.once(sql`update kit.job set state = 'waiting', error = ${error} ${ended} where id = ${id}`);
  }

  /** @param ended nothing where the run has no end that anybody saw */
  async failed(id: string, error: string, ended = runEnded(endOf("failed", error))): Promise<void> {
    await this.database.system(async (tx) => {
      const { rows } = await tx.execute<{ userId: string | null; queue: string; title: string }>(sql`
        update kit.job set state = 'failed', error = ${error}, finished_at = now(), output = null ${ended}
        where id = ${id} returning user_id as "userId", queue, title`);
      const [row] = rows;
      if (!row) return;
      await tx.execute(sql`update kit.job set signature = ${failureSignature(row.queue, error)} where id = ${id}`);
      if (!row.userId) return;
      const { userId, queue, title } = row;
      const payload: EventInput<typeof jobFailed> = { userId, jobId: id, queue, title, error };
      await this.boss.publish(jobFailed.topic, envelope(null, true, payload));
    });
    await this.note(id, error);
  }

  /** A transaction of one statement, its beginning and its commit in the same round trip. */
  private once<R extends Record<string, unknown>>(statement: SQL): Promise<{ rows: R[] }> {
    return this.database.system((tx) => this.database.finish<R>(tx, statement));
  }
}

/** Assignments of an update of kit.job: it waits as if it had never begun, its history apart. */
export const AGAIN = sql`state = 'waiting', error = null, signature = null, output = null, done = 0, cancel_requested = false,
  started_at = null, finished_at = null`;

const endOf = (outcome: "failed" | "interrupted", error: string | null) =>
  sql`${JSON.stringify({ endedAt: new Date().toISOString(), outcome, error })}`;

/** Who locks several rows locks them in this order, as bulk changes do: else two could wait for one another. */
const inOrder = <T extends { id: string }>(jobs: readonly T[]): T[] => [...jobs].sort((a, b) => (a.id < b.id ? -1 : 1));

const held = (jobs: readonly { id: string }[]) => sql`held as materialized (
  select id from kit.job where id = any(${list(jobs, ({ id }) => id)}::uuid[]) order by id for update)`;

const list = <T>(of: readonly T[], value: (one: T) => unknown) => sql.param(of.map(value));
