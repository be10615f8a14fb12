import { randomUUID } from "node:crypto";
import type { EventInput } from "@tessera/contracts-core/define-event.ts";
import { jobFailed } from "@tessera/contracts-core/events.ts";
import { tooManyWaitingJobs } from "@tessera/contracts-core/problems.ts";
import { failureSignature } from "@tessera/contracts-queue/client.ts";
import { MAX_WAITING_JOBS } from "@tessera/contracts-queue/limits.ts";
import { type SQL, sql } from "drizzle-orm";
import type { JobWithMetadata, PgBoss } from "pg-boss";
import { z } from "zod";
import { asOwner } from "../database/as-owner.ts";
import type { Database, Tx } from "../database/database.ts";
import { publicReason } from "../database/database-error.ts";
import { inBackground } from "../database/turns.ts";
import { problem } from "../http/problem.ts";
import type { Log } from "../log.ts";
import { LruCache } from "../lru-cache.ts";
import {
  countFromNow,
  crashesOf,
  type Envelope,
  envelope,
  forgiveCrashes,
  giveBack,
  MAX_CRASHES,
  settleFailure,
} from "./attempts.ts";
import { HEARTBEAT_SECONDS } from "./boss.ts";
import { Rounds } from "./rounds.ts";
import { runBegan, runEnded } from "./runs.ts";
import { ScheduleRuns, tick } from "./schedule-runs.ts";

/** Thrown by a handler when trying again cannot help; the message is shown to the person. */
export class PermanentError extends Error {
  override name = "PermanentError";
}

export interface JobDefinition<D> {
  /** What the person reads, for example `Import bookmarks.html`. */
  title?(data: D): string;
  /** What the person calls jobs of this kind, for example "Import"; without one, the words of the queue's name. */
  kind?: string;
  /**
   * Members of the data that a person may change to run a job again with them. The others stay as they were: never
   * whose data it is, nor what it may cost.
   */
  editable?: z.ZodObject;
  /** Attempts after the first, with growing pauses; 3 by default. */
  retryLimit?: number;
  /** Jobs of this queue at once in this process; 1 by default. */
  concurrency?: number;
  /**
   * Jobs of one person at once, in all processes together, where long ones would keep others' waiting; no limit by
   * default. Those that workers take at the same moment do not see one another: now and then there are more.
   */
  perPerson?: number;
  /** Seconds until an attempt counts as lost; 900 by default. */
  timeoutSeconds?: number;
  /**
   * Called when a job is given up without its handler, because it ended the process too often. The reason is a
   * sentence.
   */
  givenUp?(data: D, reason: string): Promise<void>;
}

export interface RunningJob<D> {
  id: string;
  userId: string | null;
  data: D;
  /** 1 on the first attempt. */
  attempt: number;
  sentAt: Date;
  /** Aborted when the person cancels or the process stops. */
  signal: AbortSignal;
  /** Records how far the job is; the signal is aborted when somebody asked to cancel. */
  progress(done: number, total: number | null): Promise<void>;
  log(message: string): Promise<void>;
  /** What the job made, for the person to read; kept with its end. */
  result(output: object): void;
}

export interface SendOptions {
  /** Whose job it is; without one nobody is shown it. */
  userId?: string;
  itemId?: string;
  /** Page that shows the result. */
  path?: string;
  parentId?: string;
  /** Title where the kind makes none of the data. */
  title?: string;
  /** Job that this one repeats with other data. */
  rerunOf?: string;
  /** What progress counts, for example "bookmarks". */
  unit?: string;
  /** No second job with the same key waits in the queue. */
  singletonKey?: string;
  startAfter?: Date;
  /** Lower runs later; 0 by default. */
  priority?: number;
  /**
   * The person asks for it, and is refused when `MAX_WAITING_JOBS` of this kind wait for them. Never with what follows
   * from work that was acknowledged: that must not be lost.
   */
  asked?: boolean;
  /** Not recorded for the person: housekeeping, mails. */
  hidden?: boolean;
}

/** What administrators read of a schedule. */
export interface ScheduleWords {
  /** For example "Empty the trash". */
  name: string;
  /** What it does, in a sentence. */
  does: string;
}

/** A job that ran, and how often. */
interface EndedJob {
  id: string;
  data: object;
  attempts: number;
}

interface Declared extends ScheduleWords {
  cron: string;
}

interface Defined {
  options: JobDefinition<never>;
  handler: (job: RunningJob<never>) => Promise<void>;
}

/**
 * Background jobs: enqueued in the transaction that causes them, recorded in kit.job for the person to see, retried,
 * cancellable.
 */
export class Jobs {
  private readonly defined = new Map<string, Defined>();
  private readonly schedules = new Map<string, Declared>();
  private readonly scheduleRuns: ScheduleRuns;
  private readonly rounds = new Rounds();
  /** Turn of the last job that this process sent, by queue and person. */
  private readonly lastTurns = new LruCache<string, number>(MAX_LAST_TURNS);
  private readonly running = new Map<string, AbortController>();
  private stopping = false;

  constructor(
    private readonly boss: PgBoss,
    private readonly database: Database,
    private readonly log: Log,
  ) {
    this.scheduleRuns = new ScheduleRuns(database);
  }

  /** Names the handler of a queue; called in `onModuleInit`, before jobs are sent. */
  define<D>(queue: string, options: JobDefinition<D>, handler: (job: RunningJob<D>) => Promise<void>): void {
    if (this.defined.has(queue)) throw new Error(`The queue ${queue} has a handler already`);
    this.defined.set(queue, { options: options as JobDefinition<never>, handler: handler as Defined["handler"] });
  }

  /** Runs a defined, hidden queue on a schedule. @param cron five fields, UTC */
  schedule(queue: string, cron: string, words: ScheduleWords): void {
    this.schedules.set(queue, { cron, ...words });
  }

  /**
   * Enqueues within the caller's transaction: no commit, no job.
   * @returns the job's id
   * @throws ProblemException 429 `too_many_waiting_jobs`, of those that a person asks for
   */
  async send<D extends object>(tx: Tx, queue: string, data: D, options: SendOptions = {}): Promise<string> {
    const defined = this.defined.get(queue);
    // A job that is repeated may be another process's.
    if (!defined && !options.rerunOf) throw new Error(`No handler is defined for the queue ${queue}`);
    const { userId = null, hidden = false } = options;
    if (options.asked && userId && !(await asOwner(tx, () => this.hasRoom(tx, queue, userId))))
      throw problem(tooManyWaitingJobs, { limit: MAX_WAITING_JOBS }, { headers: { "retry-after": "60" } });
    const sent = randomUUID();
    return asOwner(tx, async () => {
      const title = defined?.options.title?.(data as never) ?? options.title ?? queue;
      const priority = options.priority ?? 0;
      const turn = hidden ? 0 : await this.record(tx, sent, queue, title, data, options);
      const id = await this.boss.send(queue, envelope(userId, hidden, data), {
        id: sent,
        priority: priorityOf(turn, priority),
        // Where another process works on them, it may count them by person.
        ...(userId && (!defined || defined.options.perPerson) ? { group: { id: userId } } : {}),
        ...(options.singletonKey ? { singletonKey: options.singletonKey } : {}),
        ...(options.startAfter ? { startAfter: options.startAfter } : {}),
      });
      if (id === null && !hidden) await tx.execute(sql`delete from kit.job where id = ${sent}`);
      return id ?? "";
    });
  }

  /** One transaction at a time, so that two never take the same last place. */
  private async hasRoom(tx: Tx, queue: string, userId: string): Promise<boolean> {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`kit.jobs ${queue} ${userId}`}, 0))`);
    const { rows } = await tx.execute(sql`select from kit.job
      where user_id = ${userId} and state = 'waiting' and queue = ${queue} limit ${MAX_WAITING_JOBS}`);
    return rows.length < MAX_WAITING_JOBS;
  }

  /** @returns the job's turn: after the person's jobs that this process sent, and after the current round */
  private async record(tx: Tx, id: string, queue: string, title: string, data: object, options: SendOptions) {
    const { userId = null, unit = "", path = null, parentId = null, rerunOf = null, itemId = null } = options;
    const { rows } = await tx.execute<{ turn: number }>(sql`
      insert into kit.job (id, user_id, queue, title, unit, path, parent_id, rerun_of, item_id, data, turn)
      values (${id}, ${userId}, ${queue}, ${title}, ${unit}, ${path}, ${parentId}, ${rerunOf}, ${itemId},
        ${JSON.stringify(data)}::jsonb, ${laterTurn(queue, this.lastTurn(queue, userId))} + 1) returning turn`);
    return this.taken(queue, userId, rows[0]!.turn);
  }

  /** The later of the person's last turn and the round that this process has come to, which may not be noted yet. */
  private lastTurn(queue: string, userId: string | null): number {
    return Math.max(this.lastTurns.get(`${queue} ${userId}`) ?? 0, this.rounds.turnOf(queue));
  }

  private taken(queue: string, userId: string | null, turn: number): number {
    this.lastTurns.set(`${queue} ${userId}`, turn);
    return turn;
  }

  /** Enqueues jobs of one queue that ended once more, under the ids they had; within a transaction of the system. */
  async sendAgain(queue: string, userId: string, ended: readonly EndedJob[]): Promise<void> {
    const ids = ended.map(({ id }) => id);
    await this.boss.deleteJob(queue, ids);
    const { rows } = await this.database.statement((tx) =>
      tx.execute<{ id: string; turn: number }>(sql`
        update kit.job j set turn = last.turn + asked.place
        from unnest(${sql.param(ids)}::uuid[]) with ordinality as asked (id, place),
          (select ${laterTurn(queue, this.lastTurn(queue, userId))} as turn) last
        where j.id = asked.id returning j.id, j.turn`),
    );
    const turns = new Map(rows.map(({ id, turn }) => [id, turn]));
    this.taken(queue, userId, Math.max(0, ...turns.values()));
    await this.boss.insert(
      queue,
      ended.map(({ id, data, attempts }) => ({
        id,
        data: { ...envelope(userId, false, data), earlier: attempts },
        priority: priorityOf(turns.get(id) ?? 0, 0),
        group: { id: userId },
      })),
    );
  }

  /** Creates the queues; jobs may be sent from then on. */
  async createQueues(): Promise<void> {
    for (const [queue, { options }] of this.defined) {
      const settings = {
        // Ours are counted in the job; pg-boss must not give up before we do.
        retryLimit: retriesOf(options) + MAX_CRASHES,
        retryDelay: 1,
        retryBackoff: true,
        retryDelayMax: 300,
        expireInSeconds: options.timeoutSeconds ?? 900,
        heartbeatSeconds: HEARTBEAT_SECONDS,
        notify: true,
      };
      if (await this.boss.getQueue(queue)) await this.boss.updateQueue(queue, settings);
      else await this.boss.createQueue(queue, settings);
    }
    for (const [queue, { cron }] of this.schedules) await this.boss.schedule(queue, cron, tick("clock"));
    await this.announceSchedules();
    await this.announceKinds();
  }

  private async announceSchedules(): Promise<void> {
    const declared = [...this.schedules].map(([queue, schedule]) => ({ queue, ...schedule }));
    await this.database.statement((tx) =>
      tx.execute(sql`
        insert into kit.schedule as s (queue, name, does, cron)
        select queue, name, does, cron from jsonb_to_recordset(${JSON.stringify(declared)}::jsonb)
          as declared (queue text, name text, does text, cron text)
        on conflict (queue) do update set name = excluded.name, does = excluded.does, cron = excluded.cron
        where (s.name, s.does, s.cron) is distinct from (excluded.name, excluded.does, excluded.cron)`),
    );
  }

  /** What people read of the kinds of jobs: the service that shows jobs may run in another process. */
  private async announceKinds(): Promise<void> {
    const kinds = [...this.defined].flatMap(([queue, { options }]) =>
      options.title || options.kind
        ? [
            {
              queue,
              words: options.kind ?? kindWords(queue),
              editable: options.editable ? z.toJSONSchema(options.editable, { io: "input" }) : null,
            },
          ]
        : [],
    );
    await this.database.statement((tx) =>
      tx.execute(sql`
        insert into kit.job_kind as k (queue, words, editable)
        select queue, words, nullif(editable, 'null') from jsonb_to_recordset(${JSON.stringify(kinds)}::jsonb)
          as declared (queue text, words text, editable jsonb)
        on conflict (queue) do update set words = excluded.words, editable = excluded.editable
        where (k.words, k.editable) is distinct from (excluded.words, excluded.editable)`),
    );
  }

  async startWorkers(): Promise<void> {
    for (const [queue, { options, handler }] of this.defined) {
      for (let worker = 0; worker < (options.concurrency ?? 1); worker++)
        await this.startWorker(queue, { options, handler });
    }
  }

  /**
   * One job at a time; after each it looks for the next at once, as one notification may stand for several.
   */
  private async startWorker(queue: string, defined: Defined): Promise<void> {
    let worker = "";
    worker = await this.boss.work<Envelope<unknown>>(
      queue,
      {
        batchSize: 1,
        includeMetadata: true,
        perJobResults: true,
        pollingIntervalSeconds: 2,
        notifyPollingIntervalSeconds: 5,
        ...(defined.options.perPerson ? { groupConcurrency: defined.options.perPerson } : {}),
      },
      async ([job]) => {
        const result = await inBackground.run(true, () => this.run(job as JobWithMetadata<Envelope<unknown>>, defined));
        if (!this.stopping) this.boss.notifyWorker(worker);
        return [result];
      },
    );
  }

  /** Lets running handlers end (their signals are aborted) and takes no more jobs. */
  async stop(): Promise<void> {
    this.stopping = true;
    for (const controller of this.running.values()) controller.abort(new Error("The process is stopping"));
    await this.boss.stop({ graceful: true, timeout: 10_000 });
  }

  /** Cancels a job that runs in this process at once; one elsewhere hears of it when it next reports progress. */
  abort(id: string): void {
    this.running.get(id)?.abort(new Error("Cancelled"));
  }

  private async run(job: JobWithMetadata<Envelope<unknown>>, defined: Defined) {
    await countFromNow(this.database, job);
    // Fetched while the process stops, perhaps the one that was just given back: nothing would abort it.
    if (this.stopping) {
      await giveBack(this.database, job);
      return { id: job.id, status: "completed" as const };
    }
    if (crashesOf(job) >= MAX_CRASHES) return this.giveUp(job, defined.options);
    const { hidden, userId, payload, tick: by } = job.data;
    const controller = new AbortController();
    this.running.set(job.id, controller);
    const attempt = job.data.failures + crashesOf(job) + 1;
    let output: object | null = null;
    try {
      if (!hidden && !(await this.begin(job, attempt + (job.data.earlier ?? 0))))
        return { id: job.id, status: "completed" as const };
      if (by && !(await this.scheduleRuns.begin(job.id, job.name, by)))
        return { id: job.id, status: "completed" as const };
      await defined.handler({
        id: job.id,
        userId,
        data: payload as never,
        attempt,
        sentAt: job.createdOn,
        signal: controller.signal,
        progress: (done, total) => (hidden ? Promise.resolve() : this.progress(job, done, total, controller)),
        log: (message) => (hidden ? Promise.resolve() : this.note(job.id, message)),
        result: (made) => {
          output = made;
        },
      });
      const end = controller.signal.aborted && !this.stopping ? "cancelled" : "done";
      if (!hidden) await this.finish(job.id, end, null, output);
      if (by) await this.scheduleRuns.end(job.id, "done", null);
      return { id: job.id, status: "completed" as const };
    } catch (error) {
      return await this.failed(job, error as Error, controller.signal, defined.options);
    } finally {
      this.running.delete(job.id);
    }
  }

  private async failed(
    job: JobWithMetadata<Envelope<unknown>>,
    error: Error,
    signal: AbortSignal,
    options: JobDefinition<never>,
  ) {
    const { hidden, failures, tick: by } = job.data;
    const permanent = error instanceof PermanentError;
    if (signal.aborted && !this.stopping) {
      if (!hidden) await this.finish(job.id, "cancelled", null);
      return { id: job.id, status: "completed" as const };
    }
    if (signal.aborted && !permanent) {
      if (!hidden) await this.wait(job.id, "interrupted", null);
      if (by) await this.scheduleRuns.end(job.id, "interrupted", null);
      await giveBack(this.database, job);
      return { id: job.id, status: "completed" as const };
    }
    const final = permanent || failures >= retriesOf(options) || job.retryCount >= job.retryLimit;
    this.log.warn({ queue: job.name, job: job.id, attempt: failures + 1, final, err: error }, "job failed");
    if (!hidden) {
      if (final) await this.finish(job.id, "failed", messageOf(error));
      else await this.waitAgain(job.id, messageOf(error));
    }
    if (by) await this.scheduleRuns.end(job.id, "failed", messageOf(error));
    await settleFailure(this.database, job);
    return {
      id: job.id,
      status: final ? ("deadletter" as const) : ("failed" as const),
      output: { message: messageOf(error) },
    };
  }

  /** Ends a job that ended its process too often, without running it again. */
  private async giveUp(job: JobWithMetadata<Envelope<unknown>>, { givenUp }: JobDefinition<never>) {
    const reason = `Given up: the service ended unexpectedly ${crashesOf(job)} times while it worked on this`;
    this.log.error({ queue: job.name, job: job.id, crashes: crashesOf(job) }, "job given up");
    await givenUp?.(job.data.payload as never, reason);
    // The run that ended the process has no end that anybody saw.
    if (!job.data.hidden) await this.finish(job.id, "failed", reason, null, sql``);
    if (job.data.tick) await this.scheduleRuns.end(job.id, "failed", reason);
    return { id: job.id, status: "deadletter" as const, output: { message: reason } };
  }

  private async begin({ id, name: queue }: { id: string; name: string }, attempt: number): Promise<boolean> {
    const { rows } = await this.once<{ cancel_requested: boolean; turn: number }>(sql`with begun as (
        update kit.job set state = case when cancel_requested then 'cancelled' else 'running' end, attempts = ${attempt}, error = null,
          runs = case when cancel_requested then runs else ${runBegan(new Date())} end,
          started_at = coalesce(started_at, now()), finished_at = case when cancel_requested then now() end
        where id = ${id} and state in ('waiting', 'running') returning turn, cancel_requested
      )${this.rounds.note(queue)} select turn, cancel_requested from begun`);
    if (!rows.length) return false;
    this.rounds.began(queue, rows[0]!.turn);
    return !rows[0]!.cancel_requested;
  }

  /** A transaction of one statement, its beginning and its commit in the same round trip. */
  private once<R extends Record<string, unknown>>(statement: SQL): Promise<{ rows: R[] }> {
    return this.database.system((tx) => this.database.finish<R>(tx, statement));
  }

  private async progress(
    job: JobWithMetadata<Envelope<unknown>>,
    done: number,
    total: number | null,
    controller: AbortController,
  ): Promise<void> {
    const { rows } = await this.once<{ cancel_requested: boolean; before: number }>(sql`
      update kit.job set done = ${done}, total = ${total} from (select done as before from kit.job where id = ${job.id}) old
      where id = ${job.id} returning cancel_requested, before`);
    const [row] = rows;
    if (!row || row.cancel_requested) controller.abort(new Error("Cancelled"));
    // A long job that gets on between crashes is not what ends the process.
    if (row && done > row.before && crashesOf(job) > 0) await forgiveCrashes(this.database, job);
  }

  private async note(id: string, message: string): Promise<void> {
    const line = JSON.stringify([{ at: new Date().toISOString(), message: message.slice(0, 1000) }]);
    await this.once(
      sql`update kit.job set log = case when jsonb_array_length(log) < 200 then log || ${line}::jsonb else log end where id = ${id}`,
    );
  }

  private async waitAgain(id: string, message: string): Promise<void> {
    await this.wait(id, "failed", message);
    await this.note(id, message);
  }

  private async wait(id: string, outcome: "failed" | "interrupted", error: string | null): Promise<void> {
    const ended = runEnded(new Date(), outcome, error);
    await this.once(sql`update kit.job set state = 'waiting', error = ${error} ${ended} where id = ${id}`);
  }

  private async finish(
    id: string,
    state: "done" | "failed" | "cancelled",
    error: string | null,
    output: object | null = null,
    ended = runEnded(new Date(), state, error),
  ): Promise<void> {
    const end = sql`update kit.job set state = ${state}, error = ${error}, finished_at = now(),
        output = ${output && JSON.stringify(output)}::jsonb ${ended} where id = ${id}
      returning user_id as "userId", queue, title`;
    if (state !== "failed") {
      await this.once(end);
      return;
    }
    await this.database.system(async (tx) => {
      const { rows } = await tx.execute<{ userId: string | null; queue: string; title: string }>(end);
      const [row] = rows;
      if (!row) return;
      await tx.execute(sql`update kit.job set signature = ${failureSignature(row.queue, error)} where id = ${id}`);
      if (!row.userId || error === null) return;
      const payload: EventInput<typeof jobFailed> = {
        userId: row.userId,
        jobId: id,
        queue: row.queue,
        title: row.title,
        error,
      };
      await this.boss.publish(jobFailed.topic, envelope(null, true, payload));
    });
    if (error) await this.note(id, error);
  }
}

/** The later of the current round and a turn. */
const laterTurn = (queue: string, turn: number) => sql`least(${MAX_TURN}::int, greatest(${turn}::int,
  coalesce((select k.turn from kit.job_kind k where k.queue = ${queue}), 0)))`;
/** Queues and people whose last turn is remembered. */
const MAX_LAST_TURNS = 10_000;
/** From there on all jobs have one turn, in the order they were sent. */
const MAX_TURN = 1_000_000_000;
/** What pg-boss sorts by, the highest first: jobs of a lower priority after all turns of a higher one. */
const priorityOf = (turn: number, priority: number) => -turn + Math.sign(priority) * MAX_TURN;
const messageOf = (error: Error) => publicReason(error).slice(0, 1000) || "The job failed without saying why";
/** "items.fetch-copies" reads "Fetch copies". */
const kindWords = (queue: string) => {
  const words = queue.slice(queue.indexOf(".") + 1).replaceAll(/[.-]/g, " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
};
const retriesOf = ({ retryLimit = 3 }: JobDefinition<never>) => retryLimit;
