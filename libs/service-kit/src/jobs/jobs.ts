import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import type { EventInput } from "@tessera/contracts-core/define-event.ts";
import { tooManyWaitingJobs } from "@tessera/contracts-core/problems.ts";
import { failureSignature } from "@tessera/contracts-queue/client.ts";
import { entryClosed } from "@tessera/contracts-queue/events.ts";
import { MAX_WAITING_JOBS } from "@tessera/contracts-queue/limits.ts";
import { sql } from "drizzle-orm";
import type { QueueResult } from "pg-boss";
import { z } from "zod";
import { asOwner, statementAsOwner } from "../database/as-owner.ts";
import type { Database, Tx } from "../database/database.ts";
import { publicReason } from "../database/database-error.ts";
import { problem } from "../http/problem.ts";
import type { Log } from "../log.ts";
import { LruCache } from "../lru-cache.ts";
import { countFromNow, crashesOf, envelope, forgiveCrashes, giveBack, MAX_CRASHES, settleFailure } from "./attempts.ts";
import { type Boss, HEARTBEAT_SECONDS } from "./boss.ts";
import { failureKey } from "./failure-key.ts";
import { AGAIN, type JobEnd, type JobLine, JobRows, type ShownJob } from "./job-rows.ts";
import { Rounds } from "./rounds.ts";
import { ScheduleRuns, tick } from "./schedule-runs.ts";
import { KEPT_SECONDS, ShortSchedules, secondsOf } from "./short-schedules.ts";
import { type Taken, Worker } from "./worker.ts";

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
   * Called when a job is given up without its handler: it ended the process too often, or took too long at its last
   * attempt. The reason is a sentence.
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
  /**
   * Shows a hidden job to its person from now on, with its state and log, never its data: where only the work finds out
   * whose it is, or its data is for nobody to read. Such a job is not run again from the list.
   */
  show(line: ShownJob): Promise<void>;
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
  /**
   * Members of the data by which a job of the person that failed is this one: it runs once more under its id, and is
   * failed no more.
   */
  sameBy?: readonly string[];
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
  private readonly shortSchedules: ShortSchedules;
  private readonly rounds = new Rounds();
  /** Turn of the last job that this process sent, by queue and person. */
  private readonly lastTurns = new LruCache<string, number>(MAX_LAST_TURNS);
  private readonly running = new Map<string, AbortController>();
  private readonly rows: JobRows;
  private readonly workers: Worker[] = [];
  private stopping = false;

  constructor(
    private readonly boss: Boss,
    private readonly database: Database,
    private readonly log: Log,
  ) {
    this.scheduleRuns = new ScheduleRuns(database);
    this.shortSchedules = new ShortSchedules(boss, database, log);
    this.rows = new JobRows(boss, database, this.rounds);
  }

  /** Names the handler of a queue; called in `onModuleInit`, before jobs are sent. */
  define<D>(queue: string, options: JobDefinition<D>, handler: (job: RunningJob<D>) => Promise<void>): void {
    if (this.defined.has(queue)) throw new Error(`The queue ${queue} has a handler already`);
    this.defined.set(queue, { options: options as JobDefinition<never>, handler: handler as Defined["handler"] });
  }

  /**
   * Runs a defined, hidden queue on a schedule.
   * @param cron five fields, UTC; or six, for every n seconds
   */
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
    const again = userId && options.sameBy ? await this.again(tx, queue, data, userId, options) : null;
    if (again) return again;
    const sent = randomUUID();
    const turn = hidden ? 0 : await this.nextTurn(tx, queue, userId);
    const title = this.titleOf(queue, data, options);
    const record = hidden ? [] : [rowOf(sent, queue, title, turn, data, options)];
    const id = await this.boss.send(queue, envelope(userId, hidden, data), {
      id: sent,
      priority: priorityOf(turn, options.priority ?? 0),
      // Where another process works on them, it may count them by person.
      ...(userId && (!defined || defined.options.perPerson) ? { group: { id: userId } } : {}),
      ...(options.singletonKey ? { singletonKey: options.singletonKey } : {}),
      ...(options.startAfter ? { startAfter: options.startAfter } : {}),
      db: { executeSql: (text, values = []) => statementAsOwner(tx, { text, values }, record) },
    });
    if (id === null && !hidden) await asOwner(tx, () => tx.execute(sql`delete from kit.job where id = ${sent}`));
    return id ?? "";
  }

  /** Tells a person how far something is that many jobs do: one line of theirs, in the caller's transaction. */
  tell(tx: Tx, line: JobLine): Promise<void> {
    return asOwner(tx, () => this.rows.line(tx, line));
  }

  /** One transaction at a time, so that two never take the same last place. */
  private async hasRoom(tx: Tx, queue: string, userId: string): Promise<boolean> {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`kit.jobs ${queue} ${userId}`}, 0))`);
    const { rows } = await tx.execute(sql`select from kit.job
      where user_id = ${userId} and state = 'waiting' and queue = ${queue} limit ${MAX_WAITING_JOBS}`);
    return rows.length < MAX_WAITING_JOBS;
  }

  /** The turn after the person's jobs that this process sent, and after the current round. */
  private async nextTurn(tx: Tx, queue: string, userId: string | null): Promise<number> {
    const noted = await this.rounds.noted(queue, async () => {
      const { rows } = await statementAsOwner(tx, {
        text: "select turn from kit.job_kind where queue = $1",
        values: [queue],
      });
      return (rows[0] as { turn: number } | undefined)?.turn ?? 0;
    });
    return this.taken(queue, userId, Math.min(MAX_TURN, Math.max(noted, this.lastTurn(queue, userId))) + 1);
  }

  /** The later of the person's last turn and the round that this process has come to, which may not be noted yet. */
  private lastTurn(queue: string, userId: string | null): number {
    return Math.max(this.lastTurns.get(`${queue} ${userId}`) ?? 0, this.rounds.turnOf(queue));
  }

  private taken(queue: string, userId: string | null, turn: number): number {
    this.lastTurns.set(`${queue} ${userId}`, turn);
    return turn;
  }

  /** Runs the newest of the failed jobs that are this one; the others are forgotten. @returns its id */
  private again(tx: Tx, queue: string, data: object, userId: string, options: SendOptions): Promise<string | null> {
    const same = Object.fromEntries(Object.entries(data).filter(([name]) => options.sameBy?.includes(name)));
    return asOwner(tx, async () => {
      const { rows } = await tx.execute<{ id: string; error: string | null; attempts: number; created: string }>(sql`
        select id, error, attempts, created_at as created from kit.job where user_id = ${userId} and queue = ${queue}
          and state = 'failed' ${options.itemId ? sql`and item_id = ${options.itemId}` : sql``}
          and data @> ${JSON.stringify(same)}::jsonb order by id for update`);
      const [newest, ...others] = rows.toSorted((a, b) => (a.created < b.created ? 1 : -1));
      if (!newest) return null;
      const { id, attempts } = newest;
      await tx.execute(sql`delete from kit.job where id = any(${sql.param(others.map((job) => job.id))}::uuid[])`);
      await tx.execute(sql`update kit.job set ${AGAIN}, data = ${JSON.stringify(data)}::jsonb,
        title = ${this.titleOf(queue, data, options)}, path = ${options.path ?? null} where id = ${id}`);
      await this.sendAgain(tx, queue, userId, [{ id, data, attempts }]);
      for (const signature of new Set(rows.map(({ error }) => failureSignature(queue, error))))
        await this.closeEntry(tx, userId, signature);
      return id;
    });
  }

  /** Nobody needs to decide about failures of a signature of which none is left; as the owner of the tables. */
  async closeEntry(tx: Tx, userId: string, signature: string): Promise<void> {
    // Of two at once that run the last ones again, the later one must see what the other did.
    await tx.execute(
      sql`select pg_advisory_xact_lock(hashtextextended(${`kit.jobs failed ${userId} ${signature}`}, 0))`,
    );
    const { rows } = await tx.execute(sql`select from kit.job
      where user_id = ${userId} and state = 'failed' and signature = ${signature} limit 1`);
    if (rows.length) return;
    const payload: EventInput<typeof entryClosed> = { userId, key: failureKey(signature) };
    await this.boss.publish(entryClosed.topic, envelope(null, true, payload));
  }

  private titleOf(queue: string, data: object, { title = queue }: SendOptions): string {
    return this.defined.get(queue)?.options.title?.(data as never) ?? title;
  }

  /** Enqueues jobs of one queue that ended once more, under the ids they had; as the owner of the tables. */
  async sendAgain(tx: Tx, queue: string, userId: string, ended: readonly EndedJob[]): Promise<void> {
    const ids = ended.map(({ id }) => id);
    await this.boss.deleteJob(queue, ids);
    const { rows } = await tx.execute<{ id: string; turn: number }>(sql`
      update kit.job j set turn = last.turn + asked.place
      from unnest(${sql.param(ids)}::uuid[]) with ordinality as asked (id, place),
        (select ${laterTurn(queue, this.lastTurn(queue, userId))} as turn) last
      where j.id = asked.id returning j.id, j.turn`);
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

  /**
   * Creates the queues; jobs may be sent from then on. There are hundreds, and a start that finds them as they should
   * be asks for all at once and writes nothing.
   */
  async createQueues(): Promise<void> {
    const queues = new Map((await this.boss.getQueues()).map((queue) => [queue.name, queue]));
    for (const [queue, { options }] of this.defined) {
      const settings = {
        // Ours are counted in the job; pg-boss must not give up before we do.
        retryLimit: retriesOf(options) + MAX_CRASHES,
        retryDelay: 1,
        retryBackoff: true,
        retryDelayMax: 300,
        expireInSeconds: options.timeoutSeconds ?? TIMEOUT_SECONDS,
        heartbeatSeconds: HEARTBEAT_SECONDS,
        notify: true,
        ...(this.secondsOf(queue) ? { deleteAfterSeconds: KEPT_SECONDS } : {}),
      };
      const kept = queues.get(queue);
      if (!kept) await this.boss.createQueue(queue, settings);
      else if (!holds(kept, settings)) await this.boss.updateQueue(queue, settings);
    }
    const schedules = new Map((await this.boss.getSchedules()).map((schedule) => [schedule.name, schedule]));
    for (const [queue, { cron }] of this.schedules) {
      const kept = schedules.get(queue);
      const data = tick("clock");
      if (!this.secondsOf(queue)) {
        if (kept?.cron !== cron || !isDeepStrictEqual(kept.data, data)) await this.boss.schedule(queue, cron, data);
      }
      // An earlier version may have had pg-boss run it.
      else if (kept) await this.boss.unschedule(queue);
    }
    await this.announceSchedules();
    await this.announceKinds();
  }

  private secondsOf(queue: string): number | null {
    const schedule = this.schedules.get(queue);
    return schedule ? secondsOf(schedule.cron) : null;
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

  startWorkers(): void {
    for (const [queue, defined] of this.defined) {
      const worker: Worker = new Worker(this.boss, this.database, this.rows, this.log, {
        queue,
        slots: defined.options.concurrency ?? 1,
        perPerson: defined.options.perPerson,
        begin: (taken) => this.begin(queue, taken, (job, begun) => this.run(job, defined, worker, begun)),
      });
      this.workers.push(worker);
      this.boss.onJobs(queue, () => worker.wake());
      worker.start();
      const seconds = this.secondsOf(queue);
      if (seconds) this.shortSchedules.start(queue, seconds);
    }
  }

  /** Tells people that jobs begin, of all that were taken in one statement. */
  private async begin(
    queue: string,
    taken: readonly Taken[],
    run: (job: Taken, begun?: boolean) => Promise<void>,
  ): Promise<Map<Taken, () => Promise<void>>> {
    const plain = this.stopping ? [] : taken.filter((job) => isPlain(job));
    const began = plain.map((job) => ({ id: job.id, attempt: attemptOf(job) }));
    // Before anybody reads that they run: who cancels one then is heard.
    for (const { id } of began) this.running.set(id, new AbortController());
    // Where that fails each begins, and fails, on its own.
    const begun = began.length ? await this.rows.begin(queue, began).catch(() => null) : null;
    return new Map(taken.map((job) => [job, () => run(job, plain.includes(job) ? begun?.has(job.id) : undefined)]));
  }

  /** Lets running handlers end (their signals are aborted) and takes no more jobs. */
  async stop(): Promise<void> {
    this.stopping = true;
    this.shortSchedules.stop();
    for (const controller of this.running.values()) controller.abort(new Error("The process is stopping"));
    await Promise.all(this.workers.map((worker) => worker.stop(STOP_MS)));
    await this.boss.stop({ graceful: true, timeout: STOP_MS });
  }

  /** Cancels a job that runs in this process at once; one elsewhere hears of it when it next reports progress. */
  abort(id: string): void {
    this.running.get(id)?.abort(new Error("Cancelled"));
  }

  /** @param begun whether it is to run, where people were told already that it begins */
  private async run(job: Taken, { options, handler }: Defined, worker: Worker, begun?: boolean): Promise<void> {
    await countFromNow(this.database, job);
    // Fetched while the process stops, perhaps the one that was just given back: nothing would abort it.
    if (this.stopping) {
      if (begun) await this.rows.wait(job.id, "interrupted", null);
      return giveBack(this.database, job);
    }
    if (crashesOf(job) >= MAX_CRASHES) return this.giveUp(job, options);
    const { userId, payload, tick: by } = job.data;
    // Also those that are shown from a moment of their work on.
    const isHidden = () => job.data.hidden;
    const controller = this.running.get(job.id) ?? new AbortController();
    const { signal } = controller;
    this.running.set(job.id, controller);
    let output: object | null = null;
    try {
      const runs =
        isHidden() ||
        (begun ?? (await this.rows.begin(job.name, [{ id: job.id, attempt: attemptOf(job) }])).has(job.id));
      if (!runs || (by && !(await this.scheduleRuns.begin(job.id, job.name, by)))) return await worker.done(job, null);
      const work = handler({
        ...{ id: job.id, userId, data: payload as never, sentAt: job.createdOn, signal },
        attempt: job.data.failures + crashesOf(job) + 1,
        progress: (done, total) => (isHidden() ? Promise.resolve() : this.progress(job, done, total, controller)),
        log: (message) => (isHidden() ? Promise.resolve() : this.rows.note(job.id, message)),
        result: (made) => {
          output = made;
        },
        show: (line) => this.show(job, line),
      });
      await inTime(work, options.timeoutSeconds ?? TIMEOUT_SECONDS, controller);
      const state = signal.aborted && !this.stopping ? "cancelled" : "done";
      if (by) await this.scheduleRuns.end(job.id, "done", null);
      await worker.done(job, isHidden() ? null : { id: job.id, state, at: new Date(), output });
    } catch (error) {
      await this.failed(job, error as Error, signal, options, worker);
    } finally {
      this.running.delete(job.id);
    }
  }

  private async show(job: Taken, line: ShownJob): Promise<void> {
    if (!job.data.hidden) return;
    const { id, name: queue, createdOn: createdAt } = job;
    await this.rows.show({ id, queue, createdAt, attempt: attemptOf(job) }, line);
    Object.assign(job.data, { hidden: false, userId: line.userId });
  }

  private async failed(
    job: Taken,
    error: Error,
    signal: AbortSignal,
    options: JobDefinition<never>,
    worker: Worker,
  ): Promise<void> {
    const { hidden, failures, tick: by } = job.data;
    const permanent = error instanceof PermanentError;
    const isLate = error instanceof TookTooLong;
    if (signal.aborted && !this.stopping && !isLate) return worker.done(job, hidden ? null : cancelledNow(job.id));
    if (signal.aborted && !permanent && !isLate) {
      if (!hidden) await this.rows.wait(job.id, "interrupted", null);
      if (by) await this.scheduleRuns.end(job.id, "interrupted", null);
      return giveBack(this.database, job);
    }
    const final = permanent || failures >= retriesOf(options) || job.retryCount >= job.retryLimit;
    this.log.warn({ queue: job.name, job: job.id, attempt: failures + 1, final, err: error }, "job failed");
    const message = messageOf(error);
    // A handler whose signal is aborted does not know whether it is tried again.
    if (final && isLate) await options.givenUp?.(job.data.payload as never, message);
    if (!hidden) await (final ? this.rows.failed(job.id, message) : this.rows.waitAgain(job.id, message));
    if (by) await this.scheduleRuns.end(job.id, "failed", message);
    await settleFailure(this.database, job, { final });
    await this.boss.fail(job.name, job, { message });
  }

  /** Ends a job that ended its process too often, without running it again. */
  private async giveUp(job: Taken, { givenUp }: JobDefinition<never>): Promise<void> {
    const message = `Given up: the service ended unexpectedly ${crashesOf(job)} times while it worked on this`;
    this.log.error({ queue: job.name, job: job.id, crashes: crashesOf(job) }, "job given up");
    await givenUp?.(job.data.payload as never, message);
    // The run that ended the process has no end that anybody saw.
    if (!job.data.hidden) await this.rows.failed(job.id, message, sql``);
    if (job.data.tick) await this.scheduleRuns.end(job.id, "failed", message);
    await settleFailure(this.database, job, { final: true });
    await this.boss.fail(job.name, job, { message });
  }

  private async progress(job: Taken, done: number, total: number | null, controller: AbortController): Promise<void> {
    const row = await this.rows.progress(job.id, done, total);
    if (!row || row.cancel_requested) controller.abort(new Error("Cancelled"));
    // A long job that gets on between crashes is not what ends the process.
    if (row && done > row.before && crashesOf(job) > 0) await forgiveCrashes(this.database, job);
  }
}

/** A handler that has had its time. */
class TookTooLong extends Error {
  override name = "TookTooLong";
}

/** @throws TookTooLong after so many seconds, when the signal is aborted */
async function inTime(work: Promise<void>, seconds: number, controller: AbortController): Promise<void> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    const error = new TookTooLong(`It took longer than ${seconds} s, the most that jobs of this kind may take`);
    late.reject(error);
    controller.abort(error);
  }, seconds * 1000);
  try {
    await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
    work.catch(() => undefined); // what it says later, nobody waits for
  }
}

/** Begins as most do: people see it, and nothing went wrong with it before. */
const isPlain = (job: Taken) => !job.data.hidden && job.data.settled !== undefined && crashesOf(job) < MAX_CRASHES;
/** Which attempt of the job this is, those before a person asked for it once more included. */
const attemptOf = (job: Taken) => job.data.failures + crashesOf(job) + 1 + (job.data.earlier ?? 0);
const cancelledNow = (id: string): JobEnd => ({ id, state: "cancelled", at: new Date(), output: null });

/** What people see of a job that waits. */
function rowOf(id: string, queue: string, title: string, turn: number, data: object, options: SendOptions) {
  const { userId = null, unit = "", path = null, parentId = null, rerunOf = null, itemId = null } = options;
  return sql`insert into kit.job (id, user_id, queue, title, unit, path, parent_id, rerun_of, item_id, data, turn)
    values (${id}, ${userId}, ${queue}, ${title}, ${unit}, ${path}, ${parentId}, ${rerunOf}, ${itemId},
      ${JSON.stringify(data)}::jsonb, ${turn})`;
}

/** Ms that jobs have to end when their process stops. */
const STOP_MS = 10_000;
const TIMEOUT_SECONDS = 900;
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
const holds = (kept: QueueResult, settings: Partial<QueueResult>) =>
  Object.entries(settings).every(([name, value]) => kept[name as keyof QueueResult] === value);
