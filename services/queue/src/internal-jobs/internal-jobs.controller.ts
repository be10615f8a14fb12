import { Body, Controller, Get, HttpCode, Post, Query } from "@nestjs/common";
import { ApiOperation, ApiResponse } from "@nestjs/swagger";
import {
  InternalJobPage,
  InternalJobQuery,
  RetriedInternalJobs,
  RetryInternalJobs,
} from "@tessera/contracts-queue/internal-jobs.ts";
import { type Caller, CurrentUser, InternalJobs, Log, RateLimit, Refuses } from "@tessera/service-kit";
import type { z } from "zod";
import { Administration } from "../administration.ts";
import { Tagged } from "../entity-tag.interceptor.ts";
import { positionOf, readPosition } from "../position.ts";

/** A page reads every job of the week: not for a page that asks each second. */
@Controller("api/queue/internal-jobs")
@RateLimit({ name: "queue-numbers", limit: 30, windowSeconds: 60, by: "caller" })
export class InternalJobsController {
  constructor(
    private readonly administration: Administration,
    private readonly jobs: InternalJobs,
    private readonly log: Log,
  ) {}

  @Get()
  @ApiOperation({ summary: "Jobs that no person has in their list, without what they were given; for administrators" })
  @Refuses({ 403: "background_work_administrators_only" })
  @Tagged(InternalJobPage)
  async list(
    @CurrentUser() caller: Caller,
    @Query({ schema: InternalJobQuery }) { cursor, limit, ...filter }: z.output<typeof InternalJobQuery>,
  ): Promise<InternalJobPage> {
    this.administration.check(caller);
    const after = cursor === undefined ? undefined : readPosition(cursor);
    const before = after && { createdAt: after.sortAt.toISOString(), id: after.id };
    const jobs = await this.jobs.list({ ...filter, before, limit: limit + 1 });
    const items = jobs.slice(0, limit);
    const last = jobs.length > limit ? items.at(-1) : undefined;
    return { items, nextCursor: last ? positionOf({ sortAt: new Date(last.createdAt), id: last.id }) : null };
  }

  @Post("retries")
  @ApiOperation({ summary: "Tries failed ones once more; for administrators" })
  @Refuses({ 403: "background_work_administrators_only", 409: "internal_job_not_failed" })
  @ApiResponse({ status: 200, standardSchema: RetriedInternalJobs })
  @HttpCode(200)
  async retry(
    @CurrentUser() caller: Caller,
    @Body({ schema: RetryInternalJobs }) { ids }: RetryInternalJobs,
  ): Promise<RetriedInternalJobs> {
    this.administration.check(caller);
    const retried = await this.jobs.retry(ids);
    this.log.info({ jobs: retried, by: caller.userId }, "queue: internal jobs retried");
    return { retried };
  }
}
