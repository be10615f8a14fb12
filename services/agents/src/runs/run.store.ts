import { Injectable } from "@nestjs/common";
import { MAX_EARLIER_RUNS } from "@tessera/contracts-agents/limits.ts";
import type { Run, RunState, RunStep, StepState } from "@tessera/contracts-agents/runs.ts";
import type { ScheduleGrant } from "@tessera/contracts-agents/schedules.ts";
import type { CardScope } from "@tessera/contracts-agents/scopes.ts";
import { containing, type Tx } from "@tessera/service-kit";
import { type SQL, sql } from "drizzle-orm";
import type { ResponseMessage } from "../calls/stream-model.ts";
import { RunLines } from "./run-lines.ts";

/** A row of agents.run, with what its calls took; bigint and sums come as text. */
export interface RunRow extends Record<string, unknown> {
  id: string;
  user_id: string;
  agent_id: string;
  agent_name: string;
  task: string;
  state: RunState;
  failure: string | null;
  answer: string | null;
  outside: boolean;
  card_limit: number | null;
  storage_limit: string | null;
  time_zone: string | null;
  schedule_id: string | null;
  thread: string | null;
  entry_id: string | null;
  scope: CardScope | null;
  rule: Run["rule"] | null;
  chain: string[];
  from_run: string | null;
  from_step: number | null;
  seq: string;
  changed_seq: string;
  tries: number;
  job_id: string | null;
  created_at: string;
  finished_at: string | null;
  steps: number;
  tokens: string;
  cost_micros: string;
}

/** A row of agents.step, with the call of a model's step. */
export interface StepRow extends Record<string, unknown> {
  run_id: string;
  number: number;
  kind: "model" | "tool";
  state: StepState;
  name: string;
  title: string | null;
  call_id: string;
  tool_call_id: string | null;
  asked_in: number | null;
  messages: ResponseMessage[] | null;
  reasoning: string;
  text: string;
  arguments: Record<string, unknown> | null;
  edited: boolean;
  output: Record<string, unknown> | null;
  outside: boolean;
  reason: string | null;
  path: string | null;
  withheld: number;
  granted: boolean;
  seq: string;
  started_at: string;
  ended_at: string | null;
  expires_at: string | null;
  total_ms: number | null;
  first_token_ms: number | null;
  input_tokens: number | null;
  cached_tokens: number | null;
  output_tokens: number | null;
  cost_micros: string | null;
}

/** Columns that writers set. */
type Written<Row> = Partial<
  Omit<Row, "run_id" | "number" | "id" | "user_id" | "seq" | "changed_seq" | "steps" | "tokens" | "total_ms">
>;

/** Channel that names a run which changed. */
export const RUNS_CHANNEL = "agents_run";

const RUN = sql`r.*,
  (select count(*)::int from agents.step s where s.run_id = r.id) as steps,
  (select coalesce(sum(coalesce(c.input_tokens, 0) + coalesce(c.output_tokens, 0)), 0)
    from agents.call c where c.run_id = r.id) as tokens,
  (select coalesce(sum(coalesce(c.cost_micros, c.reserved_micros, 0)), 0)
    from agents.call c where c.run_id = r.id) as cost_micros`;
const STEP = sql`s.*, c.total_ms, c.first_token_ms, c.input_tokens, c.cached_tokens, c.output_tokens, c.cost_micros`;

const jsonOrNull = (value: object | null): SQL => sql`${value && JSON.stringify(value)}::jsonb`;
const JSON_COLUMNS = new Set(["messages", "arguments", "output"]);
const bound = (name: string, value: unknown): SQL =>
  JSON_COLUMNS.has(name) && value !== null ? sql`${JSON.stringify(value)}::jsonb` : sql`${value}`;
const setsOf = (values: object): SQL[] =>
  Object.entries(values).map(([name, value]) => sql`${sql.identifier(name)} = ${bound(name, value)}`);

/** Runs and their steps. Whatever changes gets the next number of its run, and readers are notified. */
@Injectable()
export class RunStore {
  constructor(private readonly lines: RunLines) {}

  async get(tx: Tx, userId: string, id: string): Promise<RunRow | undefined> {
    const { rows } = await tx.execute<RunRow>(
      sql`select ${RUN} from agents.run r where r.user_id = ${userId} and r.id = ${id}`,
    );
    return rows[0];
  }

  /** Until the transaction ends nobody else changes the run. */
  async lock(tx: Tx, userId: string, id: string): Promise<RunRow | undefined> {
    await tx.execute(sql`select from agents.run where user_id = ${userId} and id = ${id} for update`);
    return this.get(tx, userId, id);
  }

  async list(
    tx: Tx,
    userId: string,
    page: { q?: string; agent?: string; thread?: string; before?: string; limit: number },
  ): Promise<RunRow[]> {
    const { q, agent, thread, before, limit } = page;
    const like = q && containing(q);
    const { rows } = await tx.execute<RunRow>(sql`
      select ${RUN} from agents.run r where r.user_id = ${userId} ${agent ? sql`and r.agent_id = ${agent}` : sql``}
      ${thread ? sql`and (r.id = ${thread} or r.thread = ${thread})` : sql``}
      ${like ? sql`and (r.task ilike ${like} or r.answer ilike ${like})` : sql``}
      ${before ? sql`and (r.created_at, r.id) < (select b.created_at, b.id from agents.run b where b.id = ${before})` : sql``}
      order by r.created_at desc, r.id desc limit ${limit}`);
    return rows;
  }

  /** What was asked and answered before a run in its thread, the oldest first. */
  async earlier(tx: Tx, run: RunRow): Promise<Pick<RunRow, "task" | "answer">[]> {
    if (!run.thread) return [];
    const { rows } = await tx.execute<Pick<RunRow, "task" | "answer">>(sql`
      select task, answer from agents.run
      where user_id = ${run.user_id} and (id = ${run.thread} or thread = ${run.thread}) and answer is not null
        and scope is not distinct from ${jsonOrNull(run.scope)}
        and id <> ${run.id} and id is distinct from ${run.from_run} and created_at <= ${run.created_at}
      order by created_at desc, id desc limit ${MAX_EARLIER_RUNS}`);
    return rows.reverse();
  }

  /**
   * @param after number of the change behind which steps are wanted; by number without. @param written with the one
   * that a model writes, in any case
   */
  async steps(tx: Tx, runId: string, after?: number, { written = false } = {}): Promise<StepRow[]> {
    const orWritten = written ? sql`or (s.kind = 'model' and s.state = 'running')` : sql``;
    const { rows } = await tx.execute<StepRow>(sql`
      select ${STEP} from agents.step s left join agents.call c on s.kind = 'model' and c.id = s.call_id
      where s.run_id = ${runId} ${after === undefined ? sql`` : sql`and (s.seq > ${after} ${orWritten})`}
      order by ${after === undefined ? sql`s.number` : sql`s.seq`}`);
    return rows;
  }

  /** Runs that changed behind the position of somebody who reads them, and those that are gone. */
  async behind(tx: Tx, readers: readonly { runId: string; position: number }[]): Promise<Set<string>> {
    const ids = readers.map(({ runId }) => runId);
    const positions = readers.map(({ position }) => position);
    const { rows } = await tx.execute<{ id: string }>(sql`
      select told.id from unnest(${sql.param(ids)}::uuid[], ${sql.param(positions)}::bigint[]) as told (id, position)
        left join agents.run r on r.id = told.id
      where r.id is null or r.seq > told.position`);
    return new Set(rows.map(({ id }) => id));
  }

  /** The step of a tool's call, in a run that is not over. */
  async stepOf(tx: Tx, userId: string, callId: string): Promise<StepRow | undefined> {
    const { rows } = await tx.execute<StepRow>(sql`
      select s.* from agents.step s join agents.run r on r.id = s.run_id
      where s.user_id = ${userId} and s.call_id = ${callId} and s.kind = 'tool' and r.finished_at is null`);
    return rows[0];
  }

  /** @returns false when there is a run of this id */
  async insert(
    tx: Tx,
    run: Pick<RunRow, "id" | "user_id" | "agent_id" | "agent_name" | "task" | "card_limit" | "storage_limit"> &
      Partial<
        Pick<
          RunRow,
          "from_run" | "from_step" | "outside" | "time_zone" | "schedule_id" | "thread" | "entry_id" | "scope"
        >
      > & { grants?: readonly ScheduleGrant[]; rule?: Run["rule"]; chain?: readonly string[] },
    now: Date,
  ): Promise<boolean> {
    const { rows } = await tx.execute(sql`
      insert into agents.run (id, user_id, agent_id, agent_name, task, state, card_limit, storage_limit, from_run,
        from_step, outside, time_zone, schedule_id, thread, entry_id, scope, grants, rule, chain, created_at)
      values (${run.id}, ${run.user_id}, ${run.agent_id}, ${run.agent_name}, ${run.task}, 'waiting', ${run.card_limit},
        ${run.storage_limit}, ${run.from_run ?? null}, ${run.from_step ?? null}, ${run.outside ?? false},
        ${run.time_zone ?? null}, ${run.schedule_id ?? null}, ${run.thread ?? null},
        ${run.entry_id ?? null}, ${jsonOrNull(run.scope ?? null)},
        ${JSON.stringify(run.grants ?? [])}::jsonb, ${jsonOrNull(run.rule ?? null)},
        ${sql.param([...(run.chain ?? [])])}::uuid[], ${now.toISOString()})
      on conflict (id) do nothing returning id`);
    if (rows.length) await this.lines.tell(tx, run.id);
    return rows.length > 0;
  }

  /** Takes over the steps before one of another run; what their tools did is not done again. */
  async copySteps(tx: Tx, from: string, to: string, before: number): Promise<void> {
    await tx.execute(sql`
      insert into agents.step (run_id, number, user_id, kind, state, name, title, call_id, tool_call_id, asked_in, messages,
        reasoning, text, arguments, edited, output, outside, reason, path, withheld, granted, seq, started_at, ended_at)
      select ${to}, number, user_id, kind, state, name, title, call_id, tool_call_id, asked_in, messages, reasoning, text,
        arguments, edited, output, outside, reason, path, withheld, granted, 1, started_at, ended_at
      from agents.step where run_id = ${from} and number < ${before}`);
  }

  async update(tx: Tx, id: string, values: Written<RunRow>): Promise<void> {
    const sets = [...setsOf(values), sql`changed_seq = ${await this.next(tx, id)}`];
    await tx.execute(sql`update agents.run set ${sql.join(sets, sql`, `)} where id = ${id}`);
    if (values.state) await this.lines.tell(tx, id);
  }

  async insertStep(
    tx: Tx,
    run: Pick<RunRow, "id" | "user_id">,
    step: Pick<StepRow, "kind" | "state" | "name" | "call_id"> & Written<StepRow>,
    now: Date,
  ): Promise<number> {
    const values = { started_at: now.toISOString(), ...step };
    const names = Object.keys(values) as (keyof typeof values)[];
    const seq = await this.next(tx, run.id);
    const { rows } = await tx.execute<{ number: number }>(sql`
      insert into agents.step (run_id, user_id, seq, number, ${sql.raw(names.join(", "))})
      select ${run.id}::uuid, ${run.user_id}::uuid, ${seq}::bigint, coalesce(max(number), 0) + 1,
        ${sql.join(
          names.map((name) => typed(name, bound(name, values[name]))),
          sql`, `,
        )}
      from agents.step where run_id = ${run.id} returning number`);
    return rows[0]!.number;
  }

  /** @param from states in which it may be; @returns whether it was */
  async updateStep(
    tx: Tx,
    runId: string,
    number: number,
    from: StepState[],
    values: Written<StepRow>,
  ): Promise<boolean> {
    const sets = [...setsOf(values), sql`seq = ${await this.next(tx, runId)}`];
    const { rows } = await tx.execute(sql`
      update agents.step set ${sql.join(sets, sql`, `)}
      where run_id = ${runId} and number = ${number} and state = any(${sql.param(from)}::text[]) returning number`);
    return rows.length > 0;
  }

  /**
   * What models have written so far, of many runs at once; readers are told of it elsewhere (`LiveText`). Nothing is
   * waited for: a step that another transaction works on is left out. @returns runs whose step was written
   */
  async storeText(
    tx: Tx,
    steps: readonly { runId: string; step: number; text: string; reasoning: string }[],
  ): Promise<string[]> {
    const values = steps.map(({ runId, step, text, reasoning }) => ({
      ...{ run_id: runId, number: step, text: storable(text), reasoning: storable(reasoning) },
    }));
    const { rows } = await tx.execute<{ run_id: string }>(sql`
      with written as (
        select * from jsonb_to_recordset(${JSON.stringify(values)}::jsonb)
          as w (run_id uuid, number integer, text text, reasoning text)
      ), due as (
        select s.run_id, s.number, w.text, w.reasoning from agents.step s join written w using (run_id, number)
        where s.state = 'running' for no key update of s skip locked
      )
      update agents.step s set text = due.text, reasoning = due.reasoning from due
      where s.run_id = due.run_id and s.number = due.number returning s.run_id`);
    return rows.map(({ run_id }) => run_id);
  }

  private async next(tx: Tx, id: string): Promise<string> {
    const { rows } = await tx.execute<{ seq: string }>(sql`
      update agents.run set seq = seq + 1 where id = ${id}
      returning seq, pg_notify(${RUNS_CHANNEL}, ${id})`);
    return rows[0]!.seq;
  }
}

/** A piece may end within a character, and a model may write what no text of the database holds. */
export const storable = (text: string) => text.replaceAll("\0", "\ufffd").toWellFormed();

/** In a select, parameters have the type that they are given. */
function typed(name: string, value: SQL): SQL {
  if (name === "call_id") return sql`${value}::uuid`;
  if (/_at$/.test(name)) return sql`${value}::timestamptz`;
  if (name === "asked_in") return sql`${value}::integer`;
  if (name === "edited" || name === "outside" || name === "granted") return sql`${value}::boolean`;
  return JSON_COLUMNS.has(name) ? sql`${value}::jsonb` : sql`${value}::text`;
}

const iso = (at: string | null) => at && new Date(at).toISOString();
const numberOf = (bigint: string | null) => (bigint === null ? null : Number(bigint));

export const shownRun = (row: RunRow): Run => ({
  id: row.id,
  agentId: row.agent_id,
  agentName: row.agent_name,
  task: row.task,
  state: row.state,
  failure: row.failure,
  answer: row.answer,
  outside: row.outside,
  steps: row.steps,
  tokens: Number(row.tokens),
  costMicros: Number(row.cost_micros),
  from: row.from_run === null || row.from_step === null ? null : { runId: row.from_run, step: row.from_step },
  thread: row.thread,
  entryId: row.entry_id,
  scope: row.scope,
  rule: row.rule,
  createdAt: iso(row.created_at)!,
  finishedAt: iso(row.finished_at),
});

export const shownStep = (row: StepRow): RunStep => ({
  number: row.number,
  kind: row.kind,
  state: row.state,
  name: row.name,
  title: row.title,
  reasoning: row.reasoning,
  text: row.text,
  arguments: row.arguments,
  edited: row.edited,
  output: row.output,
  outside: row.outside,
  reason: row.reason,
  path: row.path,
  withheld: row.withheld,
  granted: row.granted,
  usage:
    row.total_ms === null
      ? null
      : {
          inputTokens: row.input_tokens,
          cachedTokens: row.cached_tokens,
          outputTokens: row.output_tokens,
          costMicros: numberOf(row.cost_micros),
          firstTokenMs: row.first_token_ms,
          totalMs: row.total_ms,
        },
  startedAt: iso(row.started_at)!,
  endedAt: iso(row.ended_at),
  expiresAt: iso(row.expires_at),
});
