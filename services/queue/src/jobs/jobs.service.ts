import { Injectable } from "@nestjs/common";
import { failureSignature } from "@tessera/contracts-queue/client.ts";
import { MAX_BULK_ROWS } from "@tessera/contracts-queue/limits.ts";
import {
  type ChangeJobs,
  type ChangeJobsResult,
  type FailureGroups,
  type Job,
  type JobPage,
  type JobQuery,
  type RetryLikeResult,
} from "@tessera/contracts-queue/queue.ts";
import { type Caller, Clock, Database, JobRecords, ProblemException } from "@tessera/service-kit";
import type { z } from "zod";
import { EntryStore } from "../entries/entry.store.ts";
import { failureKey } from "../entries/failure-key.ts";
import { positionOf, readPosition } from "../position.ts";

/** Failed jobs looked at for what they have in common, the newest. */
const COMPARED = 1000;

const signatureOf = (job: Job) => failureSignature(job.queue, job.error);

/** The background jobs of a person, whichever service runs them. */
@Injectable()
export class JobsService {
  constructor(
    private readonly records: JobRecords,
    private readonly database: Database,
    private readonly entries: EntryStore,
    private readonly clock: Clock,
  ) {}

  async list(caller: Caller, { cursor, limit, ...filter }: z.output<typeof JobQuery>): Promise<JobPage> {
    const after = cursor === undefined ? undefined : readPosition(cursor);
    const before = after && { createdAt: after.sortAt.toISOString(), id: after.id };
    const { jobs, counts } = await this.records.list(caller, { ...filter, before, limit: limit + 1 });
    const items = jobs.slice(0, limit);
    const last = jobs.length > limit ? items.at(-1) : undefined;
    return { items, nextCursor: last ? positionOf({ sortAt: new Date(last.createdAt), id: last.id }) : null, counts };
  }

  get(caller: Caller, id: string): Promise<Job> {
    return this.records.get(caller, id);
  }

  async retry(caller: Caller, id: string): Promise<Job> {
    const before = await this.records.get(caller, id);
    const job = await this.records.retry(caller, id);
    await this.closeSettled(caller, [before]);
    return job;
  }

  cancel(caller: Caller, id: string): Promise<Job> {
    return this.records.cancel(caller, id);
  }

  async remove(caller: Caller, id: string): Promise<void> {
    const before = await this.records.get(caller, id);
    await this.records.remove(caller, id);
    await this.closeSettled(caller, [before]);
  }

  async changeMany(caller: Caller, { action, ids }: ChangeJobs): Promise<ChangeJobsResult> {
    const result: ChangeJobsResult = { changed: [], skipped: [] };
    const before: Job[] = [];
    for (const id of new Set(ids)) {
      try {
        const job = await this.records.get(caller, id);
        await this.records[action](caller, id);
        before.push(job);
        result.changed.push(id);
      } catch (error) {
        if (!(error instanceof ProblemException) || error.getStatus() >= 500) throw error;
        result.skipped.push({ id, reason: error.detail });
      }
    }
    await this.closeSettled(caller, before);
    return result;
  }

  /** Failures by what they have in common, the largest group first. */
  async failures(caller: Caller): Promise<FailureGroups> {
    const groups = new Map<string, FailureGroups["groups"][number]>();
    for (const job of await this.failed(caller)) {
      const signature = signatureOf(job);
      const group = groups.get(signature);
      if (group) group.count++;
      else
        groups.set(signature, {
          signature,
          queue: job.queue,
          error: job.error ?? "",
          count: 1,
          latestAt: job.finishedAt ?? job.createdAt,
        });
    }
    return { groups: [...groups.values()].sort((a, b) => b.count - a.count) };
  }

  async retryLike(caller: Caller, signature: string): Promise<RetryLikeResult> {
    const alike = (await this.failed(caller)).filter((job) => signatureOf(job) === signature).map((job) => job.id);
    const { changed } = await this.changeMany(caller, { action: "retry", ids: alike.slice(0, MAX_BULK_ROWS) });
    return { retried: changed, remaining: alike.length - changed.length };
  }

  /** Retries a failed job and those that failed alike; does nothing when it has not failed or is gone. */
  async retryAlike(caller: Caller, id: string): Promise<void> {
    const job = (await this.failed(caller)).find((failed) => failed.id === id);
    if (job) await this.retryLike(caller, signatureOf(job));
  }

  private async failed(caller: Caller): Promise<Job[]> {
    return (await this.records.list(caller, { state: "failed", limit: COMPARED })).jobs;
  }

  /** Takes entries of failures out of the queue when no job is left that failed so. */
  private async closeSettled(caller: Caller, before: Job[]): Promise<void> {
    const settled = new Set(before.filter((job) => job.state === "failed").map(signatureOf));
    if (!settled.size) return;
    for (const job of await this.failed(caller)) settled.delete(signatureOf(job));
    const now = this.clock.now();
    await this.database.as(caller, async (tx) => {
      for (const signature of settled) await this.entries.closeKey(tx, caller.userId, failureKey(signature), now);
    });
  }
}
