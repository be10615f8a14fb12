import type { EventInput } from "@tessera/contracts-core/define-event.ts";
import { jobFailed } from "@tessera/contracts-core/events.ts";
import { failureSignature } from "@tessera/contracts-queue/client.ts";
import { type SQL, sql } from "drizzle-orm";
import type { PgBoss } from "pg-boss";
import type { Database, Tx } from "../database/database.ts";
import { envelope } from "./attempts.ts";
import type { Rounds } from "./rounds.ts";
import { runBegan, runEnded } from "./runs.ts";

/** A hidden job as its person is shown it. */
export interface ShownJob {
  userId: string;
  title: string;
  path?: string;
}

/** How a job ended that did not fail. */
export interface JobEnd {
  id: string;
  state: "done" | "cancelled";
  at: Date;
  /** What it made. */
  output: object | null;
}

/** How far something is that its service tells of, for a person to follow among their jobs. */
export interface JobLine {
  /** Of what it is: the same again is the same line. */
  id: string;
  userId: string;
  /** Kind of what it is, named like a queue. */
  queue: string;
  title: string;
  /** Page that shows it. */
  path: string;
  state: "waiting" | "running" | "done" | "failed" | "cancelled";
  done: number;
  unit: string;
  error?: string | null;
  /** Line of its log; the same as the one before is not written again. */
  note?: string | undefined;
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

  /** Shows a hidden job that runs to a person: whose it is was found out by its work. Its data stays hidden. */
  async show(job: { id: string; queue: string; createdAt: Date; attempt: number }, line: ShownJob): Promise<void> {
    const { id, queue, createdAt, attempt } = job;
    await this.database.system(async (tx) => {
      await tx.execute(sql`
        insert into kit.job (id, user_id, queue, title, path, state, attempts, data, withheld, created_at, started_at, runs)
        values (${id}, ${line.userId}, ${queue}, ${line.title}, ${line.path ?? null}, 'running', ${attempt}, '{}', true,
          ${createdAt.toISOString()}::timestamptz, now(), ${began(new Date())}::jsonb) on conflict (id) do nothing`);
      await tx.execute(sql`update pgboss.job set data = data || ${JSON.stringify({ hidden: false, userId: line.userId })}::jsonb
        where name = ${queue} and id = ${id}`);
    });
  }

  /** As the owner of the tables, in the transaction that made it true. What has ended is told of no more. */
  async line(tx: Tx, line: JobLine): Promise<void> {
    const { id, userId, queue, title, path, state, done, unit, error = null, note = null } = line;
    const now = new Date();
    const log = JSON.stringify(note === null ? [] : [noted(now, note)]);
    const over = state === "done" || state === "failed" || state === "cancelled";
    const signature = state === "failed" ? failureSignature(queue, error) : null;
    const end = JSON.stringify({ endedAt: now.toISOString(), outcome: over ? state : null, error });
    await tx.execute(sql`
      insert into kit.job as j (id, user_id, queue, title, path, state, done, unit, error, signature, data, withheld,
        log, attempts, runs, started_at, finished_at)
      values (${id}, ${userId}, ${queue}, ${title}, ${path}, ${state}, ${done}, ${unit}, ${error}, ${signature}, '{}', true,
        ${log}::jsonb,
        ${state === "waiting" ? 0 : 1}, ${state === "waiting" ? "[]" : began(now)}::jsonb,
        case when ${state} <> 'waiting' then now() end, case when ${over} then now() end)
      on conflict (id) do update set state = excluded.state, done = excluded.done, error = excluded.error,
        log = case when j.log -> -1 ->> 'message' = ${note}::text or jsonb_array_length(j.log) >= ${MAX_LOG}::int then j.log
          else j.log || excluded.log end,
        signature = excluded.signature, attempts = greatest(j.attempts, excluded.attempts),
        started_at = coalesce(j.started_at, excluded.started_at), finished_at = excluded.finished_at,
        runs = case when not ${over} or jsonb_array_length(j.runs) = 0
          then case when jsonb_array_length(j.runs) = 0 then excluded.runs else j.runs end
          else jsonb_set(j.runs, '{-1}', (j.runs -> -1) || ${end}::jsonb) end
      where j.finished_at is null or j.state = 'cancelled'`);
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
    const line = JSON.stringify([noted(new Date(), message)]);
    await this.once(sql`update kit.job
      set log = case when jsonb_array_length(log) < ${MAX_LOG}::int then log || ${line}::jsonb else log end where id = ${id}`);
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
      const { rows } = await tx.execute<{ userId: string | null; queue: string; title: string; withheld: boolean }>(sql`
        update kit.job set state = 'failed', error = ${error}, finished_at = now(), output = null ${ended}
        where id = ${id} returning user_id as "userId", queue, title, withheld`);
      const [row] = rows;
      if (!row) return;
      await tx.execute(sql`update kit.job set signature = ${failureSignature(row.queue, error)} where id = ${id}`);
      // Nobody has to decide about what cannot be run again from the queue.
      if (!row.userId || row.withheld) return;
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

/** Lines of a job's log that are kept, the oldest. */
const MAX_LOG = 200;
const noted = (at: Date, message: string) => ({ at: at.toISOString(), message: message.slice(0, 1000) });

/** JSON of the runs of what has just begun. */
const began = (at: Date) =>
  JSON.stringify([{ startedAt: at.toISOString(), endedAt: null, outcome: null, error: null }]);

const endOf = (outcome: "failed" | "interrupted", error: string | null) =>
  sql`${JSON.stringify({ endedAt: new Date().toISOString(), outcome, error })}`;

/** Who locks several rows locks them in this order, as bulk changes do: else two could wait for one another. */
const inOrder = <T extends { id: string }>(jobs: readonly T[]): T[] => [...jobs].sort((a, b) => (a.id < b.id ? -1 : 1));

const held = (jobs: readonly { id: string }[]) => sql`held as materialized (
  select id from kit.job where id = any(${list(jobs, ({ id }) => id)}::uuid[]) order by id for update)`;

const list = <T>(of: readonly T[], value: (one: T) => unknown) => sql.param(of.map(value));
