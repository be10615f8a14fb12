import { Injectable } from "@nestjs/common";
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

/** The background jobs of a person, whichever service runs them. */
@Injectable()
export class JobsService {
  constructor(private readonly records: JobRecords) {}

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

  retry(caller: Caller, id: string): Promise<Job> {
    return this.records.retry(caller, id);
  }

  cancel(caller: Caller, id: string): Promise<Job> {
    return this.records.cancel(caller, id);
  }

  remove(caller: Caller, id: string): Promise<void> {
    return this.records.remove(caller, id);
  }

  async changeMany(caller: Caller, { action, ids }: ChangeJobs): Promise<ChangeJobsResult> {
    const asked = [...new Set(ids)];
    const touched = new Set(await this.records.changeSome(caller, action, { ids: asked, limit: asked.length }));
    const result: ChangeJobsResult = { changed: asked.filter((id) => touched.has(id)), skipped: [] };
    for (const id of asked)
      if (!touched.has(id)) result.skipped.push({ id, reason: await this.records.refusal(caller, action, id) });
    return result;
  }

  /** Failures by what they have in common, the largest group first. */
  async failures(caller: Caller, filter: FailureQuery = {}): Promise<FailureGroups> {
    return { groups: await this.records.failures(caller, filter) };
  }

  async retryLike(caller: Caller, signature: string): Promise<RetryLikeResult> {
    const filter = { state: "failed", signature } as const;
    const retried = await this.records.changeSome(caller, "retry", { filter, limit: MAX_BULK_ROWS });
    return { retried, remaining: await this.records.count(caller, "retry", filter) };
  }
}
