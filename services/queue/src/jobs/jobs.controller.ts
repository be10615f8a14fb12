import { Body, Controller, Delete, Get, HttpCode, Param, Post, Query } from "@nestjs/common";
import { ApiResponse } from "@nestjs/swagger";
import { readQueue } from "@tessera/contracts-queue/api-scopes.ts";
import {
  ChangeJobs,
  ChangeJobsResult,
  ChangeMatching,
  FailureGroups,
  FailureQuery,
  Job,
  JobDetail,
  JobKinds,
  JobPage,
  JobQuery,
  RerunJob,
  RetryLike,
  RetryLikeResult,
} from "@tessera/contracts-queue/queue.ts";
import { type Caller, CurrentUser, ForApiTokens, JobRecords, RateLimit, Refuses } from "@tessera/service-kit";
import { z } from "zod";
import { Tagged } from "../entity-tag.interceptor.ts";
import { ChangeMatchingJobs } from "./change-matching.ts";
import { JobsService } from "./jobs.service.ts";

const id = { schema: z.uuid() };

@Controller("api/queue/jobs")
@RateLimit({ name: "queue", limit: 1200, windowSeconds: 60, by: "caller" })
export class JobsController {
  constructor(
    private readonly jobs: JobsService,
    private readonly matching: ChangeMatchingJobs,
    private readonly records: JobRecords,
  ) {}

  @Get()
  @ForApiTokens(readQueue)
  @Tagged(JobPage)
  list(@CurrentUser() caller: Caller, @Query({ schema: JobQuery }) query: z.output<typeof JobQuery>) {
    return this.jobs.list(caller, query);
  }

  @Get("failures")
  @Tagged(FailureGroups)
  failures(@CurrentUser() caller: Caller, @Query({ schema: FailureQuery }) query: FailureQuery) {
    return this.jobs.failures(caller, query);
  }

  @Get("kinds")
  @Tagged(JobKinds)
  kinds(@CurrentUser() caller: Caller) {
    return this.jobs.kinds(caller);
  }

  @Get(":id")
  @ForApiTokens(readQueue)
  @Tagged(Job)
  get(@CurrentUser() caller: Caller, @Param("id", id) job: string) {
    return this.records.get(caller, job);
  }

  @Get(":id/detail")
  @Tagged(JobDetail)
  detail(@CurrentUser() caller: Caller, @Param("id", id) job: string) {
    return this.records.detail(caller, job);
  }

  @Post("retry-like")
  @ApiResponse({ status: 200, standardSchema: RetryLikeResult })
  @HttpCode(200)
  retryLike(@CurrentUser() caller: Caller, @Body({ schema: RetryLike }) { signature }: z.infer<typeof RetryLike>) {
    return this.jobs.retryLike(caller, signature);
  }

  @Post("changes")
  @ApiResponse({ status: 200, standardSchema: ChangeJobsResult })
  @HttpCode(200)
  changeMany(@CurrentUser() caller: Caller, @Body({ schema: ChangeJobs }) change: ChangeJobs) {
    return this.jobs.changeMany(caller, change);
  }

  @Post("bulk-changes")
  @Refuses({ 409: "nothing_matches", 429: "too_many_waiting_jobs" })
  @ApiResponse({ status: 202, standardSchema: Job })
  @HttpCode(202)
  changeMatching(@CurrentUser() caller: Caller, @Body({ schema: ChangeMatching }) change: ChangeMatching) {
    return this.matching.begin(caller, change);
  }

  @Post(":id/rerun")
  @Refuses({ 409: "job_not_finished or job_not_editable", 429: "too_many_waiting_jobs" })
  @ApiResponse({ status: 201, standardSchema: Job })
  rerun(@CurrentUser() caller: Caller, @Param("id", id) job: string, @Body({ schema: RerunJob }) { input }: RerunJob) {
    return this.records.rerun(caller, job, input);
  }

  @Post(":id/retry")
  @Refuses({ 409: "job_not_finished or job_not_retryable" })
  @ApiResponse({ status: 200, standardSchema: Job })
  @HttpCode(200)
  retry(@CurrentUser() caller: Caller, @Param("id", id) job: string) {
    return this.jobs.retry(caller, job);
  }

  @Post(":id/cancel")
  @Refuses({ 409: "job_finished" })
  @ApiResponse({ status: 200, standardSchema: Job })
  @HttpCode(200)
  cancel(@CurrentUser() caller: Caller, @Param("id", id) job: string) {
    return this.jobs.cancel(caller, job);
  }

  @Delete(":id")
  @Refuses({ 409: "job_not_finished" })
  @HttpCode(204)
  remove(@CurrentUser() caller: Caller, @Param("id", id) job: string) {
    return this.jobs.remove(caller, job);
  }
}
