import { AsyncLocalStorage } from "node:async_hooks";
import { setTimeout as wait } from "node:timers/promises";
import type { Db, JobWithMetadata, PgBoss } from "pg-boss";
import { statementAsOwner } from "../database/as-owner.ts";
import type { Database } from "../database/database.ts";
import { isConnectionLost } from "../database/database-error.ts";
import { inBackground } from "../database/turns.ts";
import type { Log } from "../log.ts";
import type { Envelope } from "./attempts.ts";
import { HEARTBEAT_SECONDS } from "./boss.ts";
import type { JobEnd, JobRows } from "./job-rows.ts";

/** A job as pg-boss hands it out, its attempt counted. */
export type Taken = JobWithMetadata<Envelope<unknown>>;

export interface WorkerOptions {
  queue: string;
  /** Jobs at once. */
  slots: number;
  /** Jobs of one person at once, in all processes. */
  perPerson: number | undefined;
  /** Begins what was taken. @returns what runs each of them to its end; it never throws */
  begin(jobs: readonly Taken[]): Promise<Map<Taken, () => Promise<void>>>;
}

interface Ended {
  job: Taken;
  /** What people are told; null where they do not see the job. */
  end: JobEnd | null;
  written(): void;
  failed(error: unknown): void;
}

/** Ms between two looks for jobs that nobody told of: they were to wait, or came while the connection was away. */
const LOOK_MS = 5_000;
/** Ms between two signs of life of jobs that run. */
const BEAT_MS = (HEARTBEAT_SECONDS / 2) * 1000;
/** Ms until the database is asked again that could not be reached. */
const PAUSE_MS = 1_000;

/**
 * Takes the jobs of one queue as its slots become free. What ends while the database is busy with what ended before is
 * written together, in one transaction, and as many are taken as there is room for: round trips and commits are those
 * of a batch, though no job waits for another to end.
 */
export class Worker {
  private readonly held = new Set<Taken>();
  private ended: Ended[] = [];
  private mayHaveMore = true;
  private busy = false;
  private state: "working" | "stopping" | "stopped" = "working";
  private readonly timers: NodeJS.Timeout[] = [];
  private idle: () => void = () => undefined;
  /** Runs outside of the transaction and the request of who ended a job or sent one. */
  private readonly apart = AsyncLocalStorage.snapshot();

  constructor(
    private readonly boss: PgBoss,
    private readonly database: Database,
    private readonly rows: JobRows,
    private readonly log: Log,
    private readonly options: WorkerOptions,
  ) {}

  start(): void {
    this.timers.push(
      // Not all queues at the same moment.
      setInterval(() => this.wake(), LOOK_MS * (0.9 + 0.2 * Math.random())),
      setInterval(() => void this.touch(), BEAT_MS),
    );
    this.wake();
  }

  /** There may be jobs to take. */
  wake(): void {
    this.mayHaveMore = true;
    this.goOn();
  }

  /** Resolves once it is written that the job has ended; its slot is free then. @throws what refuses to be written */
  done(job: Taken, end: JobEnd | null): Promise<void> {
    return new Promise((written, failed) => {
      this.ended.push({ job, end, written, failed });
      this.goOn();
    });
  }

  /** Takes no more. Jobs have so many ms to end; what has not ended then is given to another process. */
  async stop(ms: number): Promise<void> {
    this.state = "stopping";
    if (this.held.size || this.busy) {
      const timer = setTimeout(() => this.idle(), ms);
      await new Promise<void>((resolve) => {
        this.idle = resolve;
      });
      clearTimeout(timer);
    }
    this.state = "stopped";
    for (const timer of this.timers) clearInterval(timer);
    const left = [...this.held];
    if (left.length)
      await this.tried(() => this.boss.fail(this.options.queue, left, { message: "The process stopped" }));
  }

  private goOn(): void {
    this.apart(() => void inBackground.run(true, () => this.work()));
  }

  private async work(): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    while (this.state !== "stopped" && (this.ended.length || this.room(0) > 0)) {
      const ended = this.ended.splice(0);
      try {
        const taken = ended.length ? await this.settle(ended) : await this.fetch(this.room(0));
        if (taken.length) await this.begin(taken);
      } catch (error) {
        this.log.error({ queue: this.options.queue, err: error as Error }, "jobs: the database could not be asked");
        if (this.ended.length) await wait(PAUSE_MS);
      }
    }
    this.busy = false;
    if (!this.held.size) this.idle();
  }

  /** @param ending jobs whose slots become free */
  private room(ending: number): number {
    if (this.state !== "working" || !this.mayHaveMore) return 0;
    return this.options.slots - this.held.size + ending;
  }

  /** @returns what was taken with it */
  private async settle(ended: Ended[]): Promise<Taken[]> {
    try {
      return await this.write(ended, true);
    } catch (error) {
      if (isConnectionLost(error)) {
        this.ended.unshift(...ended);
        throw error;
      }
      // One of them cannot be written, or no more could be taken: the others can be written.
      this.mayHaveMore = true;
      for (const one of ended)
        await this.write([one], false).catch((reason) =>
          isConnectionLost(reason) ? this.ended.push(one) : one.failed(reason),
        );
      return [];
    }
  }

  private async write(ended: Ended[], takes: boolean): Promise<Taken[]> {
    const { queue, perPerson } = this.options;
    const jobs = ended.map(({ job }) => job);
    const ends = ended.flatMap(({ end }) => end ?? []);
    if (perPerson) this.mayHaveMore = true;
    const room = takes ? this.room(ended.length) : 0;
    const taken = await this.database.system(async (tx) => {
      const first = {
        executeSql: (text: string, values?: unknown[]) =>
          statementAsOwner(tx, { text, ...(values ? { values } : {}) }, ends.length ? [this.rows.ended(ends)] : []),
      };
      await this.boss.complete(queue, jobs, undefined, { db: first });
      const last = {
        executeSql: (text: string, values: unknown[] = []) => this.database.finishAsOwner(tx, text, values),
      };
      return room > 0 ? this.fetch(room, last) : [];
    });
    for (const { job, written } of ended) {
      this.held.delete(job);
      written();
    }
    return taken;
  }

  private async fetch(batchSize: number, db?: Db): Promise<Taken[]> {
    this.mayHaveMore = false;
    const { queue, perPerson } = this.options;
    const taken = (await this.boss.fetch(queue, {
      ...{ batchSize, includeMetadata: true },
      ...(perPerson ? { groupConcurrency: perPerson } : {}),
      ...(db ? { db } : {}),
    })) as Taken[];
    // Where people have limits, some were left out for others of the same person.
    if (taken.length === batchSize || (perPerson && taken.length)) this.mayHaveMore = true;
    return taken;
  }

  private async begin(taken: readonly Taken[]): Promise<void> {
    for (const job of taken) this.held.add(job);
    for (const [job, run] of await this.options.begin(taken))
      void this.tried(run).then(() => {
        this.held.delete(job);
        if (this.options.perPerson) this.mayHaveMore = true;
        this.goOn();
      });
  }

  private async touch(): Promise<void> {
    if (this.held.size) await this.tried(() => this.boss.touch(this.options.queue, [...this.held]));
  }

  private async tried(act: () => Promise<unknown>): Promise<void> {
    try {
      await act();
    } catch (error) {
      this.log.error({ queue: this.options.queue, err: error as Error }, "jobs: error");
    }
  }
}
