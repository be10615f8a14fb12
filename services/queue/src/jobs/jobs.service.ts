import { Injectable } from "@nestjs/common";
import { failureSignature } from "@tessera/contracts-queue/client.ts";
import { MAX_BULK_ROWS } from "@tessera/contracts-queue/limits.ts";
import type {
  ChangeJobs,
  ChangeJobsResult,
  FailureGroups,
  FailureQuery,
  Job,
  JobKinds,
  JobPage,
  JobQuery,
  RetryLikeResult,
} from "@tessera/contracts-queue/queue.ts";
import { type Caller, JobRecords } from "@tessera/service-kit";
import type { z } from "zod";
import { positionOf, readPosition } from "../position.ts";
import { SettledFailures } from "./settled-failures.ts";

/** The background jobs of a person, whichever service runs them. */
@Injectable()
export class JobsService {
  constructor(
    private readonly records: JobRecords,
    private readonly settled: SettledFailures,
  ) {}

  async list(caller: Caller, { cursor, limit, ...filter }: z.output<typeof JobQuery>): Promise<JobPage> {
    const after = cursor === undefined ? undefined : readPosition(cursor);
    const before = after && { createdAt: after.sortAt.toISOString(), id: after.id };
    const { jobs, counts, matches } = await this.records.list(caller, { ...filter, before, limit: limit + 1 });
    const items = jobs.slice(0, limit);
    const last = jobs.length > limit ? items.at(-1) : undefined;
    const nextCursor = last ? positionOf({ sortAt: new Date(last.createdAt), id: last.id }) : null;
    return { items, nextCursor, counts, matches };
  }

  async kinds(caller: Caller): Promise<JobKinds> {
    return { kinds: await this.records.kinds(caller) };
  }

  async retry(caller: Caller, id: string): Promise<Job> {
    const before = await this.records.get(caller, id);
    const job = await this.records.retry(caller, id);
    await this.settled.close(caller.userId, signaturesOf([before]));
    return job;
  }

  cancel(caller: Caller, id: string): Promise<Job> {
    return this.records.cancel(caller, id);
  }

  async remove(caller: Caller, id: string): Promise<void> {
    const before = await this.records.get(caller, id);
    await this.records.remove(caller, id);
    await this.settled.close(caller.userId, signaturesOf([before]));
  }

  async changeMany(caller: Caller, { action, ids }: ChangeJobs): Promise<ChangeJobsResult> {
    const asked = [...new Set(ids)];
    const some = await this.records.changeSome(caller, action, { ids: asked, limit: asked.length });
    await this.settled.close(caller.userId, some.signatures);
    const touched = new Set(some.changed);
    const result: ChangeJobsResult = { changed: asked.filter((id) => touched.has(id)), skipped: [] };
    for (const id of asked)
      if (!touched.has(id)) result.skipped.push({ id, reason: await this.records.refusal(caller, action, id) });
    return result;
  }

  /** Failures by what they have in common, the largest group first. */
  async failures(caller: Caller, filter: FailureQuery = {}): Promise<FailureGroups> {
    return { groups: await this.records.failures(caller, filter) };
  }

  async retryLike(caller: Pick<Caller, "userId">, signature: string): Promise<RetryLikeResult> {
    const filter = { state: "failed", signature } as const;
    const { changed } = await this.records.changeSome(caller, "retry", { filter, limit: MAX_BULK_ROWS });
    await this.settled.close(caller.userId, [signature]);
    return { retried: changed, remaining: await this.records.count(caller, "retry", filter) };
  }

  /** Retries a failed job and those that failed alike; does nothing when it has not failed or is gone. */
  async retryAlike(caller: Pick<Caller, "userId">, id: string): Promise<void> {
    const job = await this.records.get(caller, id).catch(() => null);
    if (job?.state === "failed") await this.retryLike(caller, failureSignature(job.queue, job.error));
  }
}

const signaturesOf = (jobs: Job[]) =>
  jobs.flatMap((job) => (job.state === "failed" ? [failureSignature(job.queue, job.error)] : []));
