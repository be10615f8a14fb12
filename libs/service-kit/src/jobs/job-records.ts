import type { EventInput } from "@tessera/contracts-core/define-event.ts";
import {
  invalidRequest,
  jobFinished,
  jobNotFinished,
  jobNotFound,
  jobStillRuns,
} from "@tessera/contracts-core/problems.ts";
import { failureSignature } from "@tessera/contracts-queue/client.ts";
import { cardJobsChanged, jobCancelled } from "@tessera/contracts-queue/events.ts";
import { jobNotEditable, jobNotRetryable } from "@tessera/contracts-queue/problems.ts";
import type {
  FailureGroup,
  Job,
  JobDetail,
  JobKind,
  JobLink,
  JobRelative,
  JobRun,
  JobState,
} from "@tessera/contracts-queue/queue.ts";
import { type SQL, sql } from "drizzle-orm";
import type { PgBoss } from "pg-boss";
import { z } from "zod";
import { asOwner } from "../database/as-owner.ts";
import { containing } from "../database/containing.ts";
import type { Database, Tx } from "../database/database.ts";
import { problem } from "../http/problem.ts";
import { envelope } from "./attempts.ts";
import { failureKey } from "./failure-key.ts";
import { AGAIN } from "./job-rows.ts";
import type { Jobs } from "./jobs.ts";
import { readable } from "./readable.ts";

type State = z.infer<typeof JobState>;
type Action = "retry" | "cancel" | "remove";

/** Which of a person's jobs. `since` and `until` bound when they were queued, in ISO 8601. */
export interface JobFilter {
  state?: State;
  /** Words of the title, the error, the data and what it made. */
  q?: string;
  queue?: string;
  signature?: string;
  since?: string;
  until?: string;
}

interface DeclaredKind extends Record<string, unknown> {
  queue: string;
  words: string;
  editable: (z.core.JSONSchema.JSONSchema & Record<string, unknown>) | null;
}

/** Jobs that are changed at once. */
interface Some {
  filter?: JobFilter;
  ids?: readonly string[];
  /** Later ones are left alone: by when they ended, or were queued where they are cancelled; in ISO 8601. */
  before?: string;
  /** Id of a job that is left alone. */
  except?: string;
  limit: number;
}

interface Row extends Record<string, unknown> {
  id: string;
  queue: string;
  title: string;
  state: State;
  done: number;
  total: number | null;
  unit: string;
  attempts: number;
  error: string | null;
  log: Job["log"];
  runs: JobRun[];
  path: string | null;
  parent_id: string | null;
  rerun_of: string | null;
  item_id: string | null;
  data: object;
  output: object | null;
  user_id: string;
  withheld: boolean;
  created_at: string | Date;
  started_at: string | Date | null;
  finished_at: string | Date | null;
}

interface Relative extends Record<string, unknown>, Omit<JobRelative, "kind" | "startedAt" | "finishedAt"> {
  queue: string;
  startedAt: string | Date | null;
  finishedAt: string | Date | null;
}

/** The columns of a row; not the words, which are for the search alone. */
const ROW = sql.raw(
  "id, queue, title, state, done, total, unit, attempts, error, log, runs, path, parent_id, rerun_of, item_id, data, " +
    "output, signature, user_id, created_at, started_at, finished_at, withheld",
);

/** What of a job's data says that it runs a step of a card. */
const CardJob = cardJobsChanged.schema.shape.jobs.element;

/** Children that a job's detail lists, the newest. */
const MAX_CHILDREN = 50;
/** Generations before a job, and after it, that its family has. */
const MAX_BEFORE = 5;
const MAX_AFTER = 4;
/** Children of one job that its family names: those that failed, then the newest. */
const MAX_NAMED = 20;
/** Jobs of a family. */
const MAX_FAMILY = 120;
/** To how many the children of a job are counted. */
const MAX_COUNTED = 1000;
/** Groups of failures that are listed, the largest. */
const MAX_GROUPS = 200;
/** Failures of an earlier version that one statement signs. */
const SIGNED_AT_ONCE = 1000;

/** What an action does to jobs, and to which. */
const ACTIONS = {
  retry: { from: sql`state in ('failed', 'cancelled') and not withheld`, over: true, refusal: jobNotFinished.sentence },
  cancel: { from: sql`finished_at is null and not cancel_requested`, over: false, refusal: jobFinished.sentence },
  remove: { from: sql`finished_at is not null`, over: true, refusal: jobStillRuns.sentence },
} as const;

/** A person's background jobs, as the queue area shows and steers them. */
export class JobRecords {
  constructor(
    private readonly database: Database,
    private readonly jobs: Jobs,
    private readonly boss: PgBoss,
  ) {}

  /** Newest first. `before` is the last job of the page before; `matches` is counted on the first page alone. */
  async list(
    caller: { userId: string },
    { before, limit, ...filter }: JobFilter & { before?: { createdAt: string; id: string }; limit: number },
  ): Promise<{ jobs: Job[]; counts: Record<State, number>; matches: number | null }> {
    return this.database.as(caller, async (tx) => {
      const beyond = before
        ? sql` and (created_at, id) < (${before.createdAt}::timestamptz, ${before.id}::uuid)`
        : sql``;
      // Words are looked for in every job of the person: once, for the page and for the number.
      const searches = Boolean(filter.q) && !before;
      const { rows } = await tx.execute<Row & { matches?: number }>(
        searches
          ? sql`with found as materialized (select id, created_at from kit.job where ${matching(caller, filter)}),
              page as (select id from found order by created_at desc, id desc limit ${limit})
              select ${ROW}, (select count(*)::int from found) as matches from kit.job
              where id in (select id from page) order by created_at desc, id desc`
          : sql`select ${ROW} from kit.job where ${matching(caller, filter)}${beyond}
              order by created_at desc, id desc limit ${limit}`,
      );
      const counted = await tx.execute<{ state: State; count: number }>(
        sql`select state, count(*)::int as count from kit.job where user_id = ${caller.userId} group by state`,
      );
      const counts: Record<State, number> = { waiting: 0, running: 0, done: 0, failed: 0, cancelled: 0 };
      for (const row of counted.rows) counts[row.state] = row.count;
      const { state, ...rest } = filter;
      const byState = Object.values(rest).every((part) => !part);
      const all = state ? counts[state] : Object.values(counts).reduce((sum, count) => sum + count, 0);
      const found = searches ? (rows[0]?.matches ?? 0) : rows.length < limit ? rows.length : undefined;
      const known = byState ? all : found;
      const matches = before ? null : (known ?? (await this.counted(tx, caller, filter)));
      return { jobs: rows.map(toJob), counts, matches };
    });
  }

  /** How many jobs an action over a filter would change. */
  async count(caller: { userId: string }, action: Action, filter: JobFilter): Promise<number> {
    return this.database.as(caller, (tx) => this.counted(tx, caller, filter, sql` and ${ACTIONS[action].from}`));
  }

  /** @throws ProblemException 404 `job_not_found` */
  async get(caller: { userId: string }, id: string): Promise<Job> {
    return toJob(await this.database.as(caller, (tx) => this.row(tx, caller.userId, id)));
  }

  /** A job with what it was given, what it made, its runs and its family. @throws ProblemException 404 */
  async detail(caller: { userId: string }, id: string): Promise<JobDetail> {
    const { row, ...seen } = await this.database.as(caller, async (tx) => {
      const found = await this.row(tx, caller.userId, id);
      const { rows: family } = await tx.execute<JobLink & { is: "parent" | "origin" | "child" | "again" }>(sql`
        select id, title, state, case when id = ${found.parent_id}::uuid then 'parent' when id = ${found.rerun_of}::uuid then 'origin'
            when rerun_of = ${id}::uuid then 'again' else 'child' end as is
        from kit.job where user_id = ${caller.userId} and (id = any(array[${found.parent_id}, ${found.rerun_of}]::uuid[])
          or parent_id = ${id}::uuid or rerun_of = ${id}::uuid)
        order by (parent_id is distinct from ${id}::uuid) desc, created_at desc, id desc limit ${MAX_CHILDREN + 2}`);
      const links = (is: string) => family.flatMap(({ is: what, ...link }) => (what === is ? [link] : []));
      return { row: found, links, relatives: await this.relatives(tx, caller.userId, id) };
    });
    const kinds = await this.declared([row.queue, ...seen.relatives.map(({ queue }) => queue)]);
    const kind = kinds.find(({ queue }) => queue === row.queue);
    const words = new Map(kinds.map((one) => [one.queue, one.words]));
    const editable = kind?.editable;
    return {
      ...toJob(row),
      kind: kind?.words ?? null,
      input: readable(withoutOwner(row.data)),
      output: row.output && readable(row.output),
      runs: row.runs,
      nextAttemptAt: row.state === "waiting" ? await this.nextAttempt(row) : null,
      parent: seen.links("parent")[0] ?? null,
      children: seen.links("child"),
      family: seen.relatives.map(({ queue, startedAt, finishedAt, ...relative }) => ({
        ...relative,
        kind: words.get(queue) ?? queue,
        startedAt: startedAt && iso(startedAt),
        finishedAt: finishedAt && iso(finishedAt),
      })),
      rerunOf: seen.links("origin")[0] ?? null,
      reruns: seen.links("again"),
      editable: editable ? { schema: editable, input: pick(row.data, Object.keys(editable.properties ?? {})) } : null,
    };
  }

  /** A job's family: those before it, the children of each, and what these began; oldest first. */
  private async relatives(tx: Tx, userId: string, id: string): Promise<Relative[]> {
    const { rows } = await tx.execute<Relative>(sql`
      with recursive before as (
        select id, parent_id, 0 as level from kit.job where id = ${id} and user_id = ${userId}
        union all
        select p.id, p.parent_id, level + 1 from before join kit.job p on p.id = before.parent_id
        where p.user_id = ${userId} and level < ${MAX_BEFORE}::int
      ), line as (select array_agg(id) as ids from before),
      after as (
        select id, 0 as level from before
        union all
        select child.id, level + 1 from after cross join line cross join lateral (
          select c.id from kit.job c where c.parent_id = after.id and c.user_id = ${userId} and c.id <> all(line.ids)
          order by (c.state = 'failed') desc, c.created_at desc, c.id desc limit ${MAX_NAMED}
        ) child where level < ${MAX_AFTER}::int
      ), named as (select id from after limit ${MAX_FAMILY})
      select j.id, j.title, j.state, j.queue, j.parent_id as "parentId", j.started_at as "startedAt",
        j.finished_at as "finishedAt", (select count(*)::int from (select from kit.job c
          where c.parent_id = j.id and c.user_id = ${userId} limit ${MAX_COUNTED}) counted) as children
      from kit.job j join named on named.id = j.id order by j.created_at, j.id`);
    return rows;
  }

  /** The kinds of which a person has jobs, and how many. */
  async kinds(caller: { userId: string }): Promise<JobKind[]> {
    const { rows } = await this.database.as(caller, (tx) =>
      tx.execute<{ queue: string; count: number }>(
        sql`select queue, count(*)::int as count from kit.job where user_id = ${caller.userId} group by queue`,
      ),
    );
    const declared = await this.declared(rows.map(({ queue }) => queue));
    const words = new Map(declared.map((kind) => [kind.queue, kind.words]));
    return rows
      .map(({ queue, count }) => ({ queue, words: words.get(queue) ?? queue, count }))
      .sort((a, b) => a.words.localeCompare(b.words, "en") || a.queue.localeCompare(b.queue, "en"));
  }

  /** Failures by what they have in common, the largest group first; `newest` stands for each. */
  async failures(caller: { userId: string }, filter: Omit<JobFilter, "state"> = {}): Promise<FailureGroup[]> {
    await this.sign(caller);
    const { rows } = await this.database.as(caller, (tx) =>
      tx.execute<Row & { signature: string; count: number; first_at: string | Date; latest_at: string | Date }>(sql`
        with alike as (
          select signature, count(*)::int as count, min(finished_at) as first_at, max(finished_at) as latest_at
          from kit.job where ${matching(caller, { ...filter, state: "failed" })} and signature is not null
          group by signature order by count desc, latest_at desc limit ${MAX_GROUPS}
        )
        select newest.*, alike.count, alike.first_at, alike.latest_at from alike cross join lateral (
          select ${ROW} from kit.job where ${matching(caller, { ...filter, state: "failed" })} and signature = alike.signature
          order by finished_at desc, id desc limit 1
        ) newest order by alike.count desc, alike.latest_at desc`),
    );
    return rows.map((row) => ({
      signature: row.signature,
      queue: row.queue,
      error: row.error ?? "",
      count: row.count,
      firstAt: iso(row.first_at),
      latestAt: iso(row.latest_at),
      newest: toJob(row),
    }));
  }

  /** What the failed jobs have in common for which one entry stands; null where none is failed any more. */
  async signatureOf(caller: { userId: string }, entryKey: string): Promise<string | null> {
    await this.sign(caller);
    const { rows } = await this.database.as(caller, (tx) =>
      tx.execute<{ signature: string }>(
        sql`select distinct signature from kit.job where user_id = ${caller.userId} and state = 'failed'`,
      ),
    );
    return rows.find(({ signature }) => failureKey(signature) === entryKey)?.signature ?? null;
  }

  /**
   * Retries, cancels or removes some of the jobs of a filter that the action fits. Called until nothing is changed, it
   * is through: what was retried and has failed again meanwhile ended after `before`. Where no job is left that failed
   * alike, the event that closes their entry is written with the change.
   * @returns the ids
   */
  async changeSome(
    caller: { userId: string },
    action: Action,
    { filter, ids, before, except, limit }: Some,
  ): Promise<string[]> {
    if (action !== "cancel") await this.sign(caller);
    const { from, over } = ACTIONS[action];
    const bound = before ? sql` and ${over ? sql`finished_at` : sql`created_at`} <= ${before}::timestamptz` : sql``;
    const named = ids ? sql` and id = any(${sql.param(ids)}::uuid[])` : sql``;
    const others = except ? sql` and id <> ${except}` : sql``;
    const chosen = sql`select id, queue, data, attempts, state, error, withheld from kit.job
      where ${matching(caller, filter ?? {})} and ${from}${bound}${named}${others} order by id limit ${limit} for update`;
    const rows = await this.database.system(async (tx) => {
      const changed = await tx.execute<
        Pick<Row, "id" | "queue" | "data" | "attempts" | "state" | "error" | "withheld">
      >(
        action === "remove"
          ? sql`with chosen as (${chosen}), gone as (delete from kit.job where id in (select id from chosen)) select * from chosen`
          : sql`with chosen as (${chosen}), done as (update kit.job set ${action === "retry" ? AGAIN : STOPPED}
              where id in (select id from chosen)) select * from chosen`,
      );
      for (const [queue, jobs] of Map.groupBy(changed.rows, (row) => row.queue)) {
        if (action === "retry") await this.jobs.sendAgain(tx, queue, caller.userId, jobs);
        // What is withheld may have no job of its own; one that has finds, when it is taken up, that it is not to run.
        const waiting = jobs.flatMap(({ id, state, withheld }) => (state === "waiting" && !withheld ? [id] : []));
        if (action === "cancel" && waiting.length) await this.boss.cancel(queue, waiting);
        for (const { id: jobId, withheld } of jobs) {
          if (action !== "cancel" || !withheld) continue;
          const payload: EventInput<typeof jobCancelled> = { userId: caller.userId, jobId, queue };
          await this.boss.publish(jobCancelled.topic, envelope(null, true, payload));
        }
      }
      if (action !== "remove") await this.tellCards(caller, changed.rows);
      const failed = changed.rows.filter(({ state }) => state === "failed");
      const signatures = new Set(failed.map((row) => failureSignature(row.queue, row.error)));
      for (const signature of [...signatures].sort()) await this.jobs.closeEntry(tx, caller.userId, signature);
      return changed.rows;
    });
    if (action === "cancel") for (const { id } of rows) this.jobs.abort(id);
    return rows.map(({ id }) => id);
  }

  /** The jobs that are still to end steps of a person's cards; within the caller's transaction. */
  ofSteps(
    tx: Tx,
    { userId }: { userId: string },
    itemIds: readonly string[],
  ): Promise<{ id: string; itemId: string; step: string | null }[]> {
    return asOwner(tx, async () => {
      const { rows } = await tx.execute<{ id: string; itemId: string; step: string | null }>(sql`
        select id, item_id as "itemId", data ->> 'step' as step from kit.job
        where user_id = ${userId} and state in ('waiting', 'running') and not cancel_requested
          and item_id = any(${sql.param(itemIds)}::uuid[])`);
      return rows;
    });
  }

  /** Says which cards have steps whose jobs a person changed; in the transaction of the change. */
  private async tellCards({ userId }: { userId: string }, changed: readonly Pick<Row, "data">[]): Promise<void> {
    const jobs = changed.flatMap(({ data }) => CardJob.safeParse(data).data ?? []);
    if (!jobs.length) return;
    const payload: EventInput<typeof cardJobsChanged> = { userId, jobs };
    await this.boss.publish(cardJobsChanged.topic, envelope(null, true, payload));
  }

  /** Why an action leaves a job alone, in a sentence. */
  async refusal(caller: { userId: string }, action: Action, id: string): Promise<string> {
    const { rows } = await this.database.as(caller, (tx) =>
      tx.execute<{ withheld: boolean }>(
        sql`select withheld from kit.job where id = ${id} and user_id = ${caller.userId}`,
      ),
    );
    if (action === "retry" && rows[0]?.withheld) return jobNotRetryable.sentence;
    return rows.length ? ACTIONS[action].refusal : jobNotFound.sentence;
  }

  /**
   * Runs a failed or cancelled job again, under the same id.
   * @throws 404, 409 `job_not_finished`, `job_not_retryable`
   */
  async retry(caller: { userId: string }, id: string): Promise<Job> {
    await this.changeOne(caller, "retry", id, jobNotFinished);
    return this.get(caller, id);
  }

  /** Stops a waiting job at once and a running one at its next step. @throws 404, 409 `job_finished` */
  async cancel(caller: { userId: string }, id: string): Promise<Job> {
    const { finishedAt } = await this.get(caller, id);
    if (finishedAt !== null) throw problem(jobFinished);
    // Once more, where it was asked before: a process that takes it up now must hear of it too.
    const changed = await this.changeSome(caller, "cancel", { ids: [id], limit: 1 });
    if (!changed.length) this.jobs.abort(id);
    return this.get(caller, id);
  }

  /** Takes a finished job off the list. @throws 404, 409 `job_not_finished` */
  async remove(caller: { userId: string }, id: string): Promise<void> {
    await this.changeOne(caller, "remove", id, jobStillRuns);
  }

  /**
   * Runs a job that has ended once more with other data, as a job of its own.
   * @param input members that its kind lets people change; the others stay
   * @throws 404; 409 `job_not_finished` or `job_not_editable`; 400 `invalid_request` with the place of each error;
   *   429 `too_many_waiting_jobs`
   */
  async rerun(caller: { userId: string }, id: string, input: Record<string, unknown>): Promise<Job> {
    const row = await this.database.as(caller, (tx) => this.row(tx, caller.userId, id));
    const [kind] = await this.declared([row.queue]);
    if (row.finished_at === null) throw problem(jobStillRuns);
    if (!kind?.editable) throw problem(jobNotEditable);
    const checked = z.fromJSONSchema(kind.editable).safeParse(input);
    if (!checked.success) {
      const errors = checked.error.issues.map(({ path, message }) => ({ path: `/input/${path.join("/")}`, message }));
      throw problem(invalidRequest, { reason: "The input does not fit this kind of job." }, { errors });
    }
    const data = { ...row.data, ...(checked.data as object) };
    const again = await this.database.system((tx) =>
      this.jobs.send(tx, row.queue, data, {
        userId: caller.userId,
        title: row.title,
        unit: row.unit,
        rerunOf: id,
        asked: true,
        ...(row.path ? { path: row.path } : {}),
        ...(row.item_id ? { itemId: row.item_id } : {}),
      }),
    );
    return this.get(caller, again);
  }

  /** What services declare of kinds of jobs. */
  private async declared(queues: readonly string[]): Promise<DeclaredKind[]> {
    const { rows } = await this.database.statement((tx) =>
      tx.execute<DeclaredKind>(
        sql`select queue, words, editable from kit.job_kind where queue = any(${sql.param(queues)}::text[])`,
      ),
    );
    return rows;
  }

  /** When a job that waits is taken up at the earliest; null when that is now. */
  private async nextAttempt({ id, queue }: Row): Promise<string | null> {
    const { rows } = await this.database.statement((tx) =>
      tx.execute<{ at: string | Date }>(
        sql`select start_after as at from pgboss.job where name = ${queue} and id = ${id} and start_after > now()`,
      ),
    );
    return rows[0] ? iso(rows[0].at) : null;
  }

  private async changeOne(
    caller: { userId: string },
    action: Action,
    id: string,
    refusal: Parameters<typeof problem>[0],
  ): Promise<void> {
    const changed = await this.changeSome(caller, action, { ids: [id], limit: 1 });
    if (changed.length) return;
    const { retryable } = await this.get(caller, id);
    throw problem(action === "retry" && !retryable ? jobNotRetryable : refusal);
  }

  private async counted(tx: Tx, caller: { userId: string }, filter: JobFilter, more: SQL = sql``): Promise<number> {
    const { rows } = await tx.execute<{ count: number }>(
      sql`select count(*)::int as count from kit.job where ${matching(caller, filter)}${more}`,
    );
    return rows[0]!.count;
  }

  /** Signs failures of the version before, which kept no signatures. */
  private async sign(caller: { userId: string }): Promise<void> {
    for (let more = true; more; ) {
      more = await this.database.system(async (tx) => {
        const { rows } = await tx.execute<Pick<Row, "id" | "queue" | "error">>(sql`select id, queue, error from kit.job
          where user_id = ${caller.userId} and state = 'failed' and signature is null limit ${SIGNED_AT_ONCE}`);
        if (!rows.length) return false;
        const signed = rows.map(({ id, queue, error }) => ({ id, signature: failureSignature(queue, error) }));
        await tx.execute(sql`update kit.job j set signature = s.signature
          from jsonb_to_recordset(${JSON.stringify(signed)}::jsonb) as s (id uuid, signature text) where j.id = s.id`);
        return rows.length === SIGNED_AT_ONCE;
      });
    }
  }

  private async row(tx: Tx, userId: string, id: string): Promise<Row> {
    const { rows } = await tx.execute<Row>(sql`select ${ROW} from kit.job where id = ${id} and user_id = ${userId}`);
    if (!rows[0]) throw problem(jobNotFound);
    return rows[0];
  }
}

const STOPPED = sql`cancel_requested = true, state = case when state = 'waiting' then 'cancelled' else state end,
  finished_at = case when state = 'waiting' then now() end`;

/** Condition on kit.job: jobs of a person that a filter names. */
function matching({ userId }: { userId: string }, filter: JobFilter): SQL {
  const conditions = [sql`user_id = ${userId}`];
  if (filter.state) conditions.push(sql`state = ${filter.state}`);
  if (filter.queue) conditions.push(sql`queue = ${filter.queue}`);
  if (filter.signature) conditions.push(sql`signature = ${filter.signature}`);
  if (filter.since) conditions.push(sql`created_at >= ${moment(filter.since)}::timestamptz`);
  if (filter.until) conditions.push(sql`created_at <= ${moment(filter.until)}::timestamptz`);
  if (filter.q) conditions.push(sql`words like lower(${containing(filter.q)})`);
  return sql.join(conditions, sql` and `);
}

/** Whose a job is says its row; in its data it says nothing to that person. */
const withoutOwner = (data: object) => Object.fromEntries(Object.entries(data).filter(([name]) => name !== "userId"));

/** PostgreSQL knows no year 0. */
const moment = (at: string) => (at.startsWith("0000") ? "0001-01-01T00:00:00Z" : at);

const pick = (data: object, names: string[]) =>
  Object.fromEntries(names.flatMap((name) => (name in data ? [[name, (data as Record<string, unknown>)[name]]] : [])));

const iso = (at: string | Date) => new Date(at).toISOString();

function toJob(row: Row): Job {
  return {
    id: row.id,
    queue: row.queue,
    title: row.title,
    state: row.state,
    done: row.done,
    total: row.total,
    unit: row.unit,
    attempts: row.attempts,
    error: row.error,
    log: row.log,
    path: row.path,
    parentId: row.parent_id,
    itemId: row.item_id,
    retryable: !row.withheld,
    createdAt: iso(row.created_at),
    startedAt: row.started_at && iso(row.started_at),
    finishedAt: row.finished_at && iso(row.finished_at),
  };
}
