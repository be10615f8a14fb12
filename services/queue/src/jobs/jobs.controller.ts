import { Body, Controller, Delete, Get, HttpCode, Param, Post, Query } from "@nestjs/common";
import { ApiResponse } from "@nestjs/swagger";
import {
  ChangeJobs,
  ChangeJobsResult,
  FailureGroups,
  Job,
  JobPage,
  JobQuery,
  RetryLike,
  RetryLikeResult,
} from "@tessera/contracts-queue/queue.ts";
import { type Caller, CurrentUser, RateLimit, Refuses } from "@tessera/service-kit";
import { z } from "zod";
import { Tagged } from "../entity-tag.interceptor.ts";
import { JobsService } from "./jobs.service.ts";

const id = { schema: z.uuid() };

@Controller("api/queue/jobs")
@RateLimit({ name: "queue", limit: 1200, windowSeconds: 60, by: "caller" })
export class JobsController {
  constructor(private readonly jobs: JobsService) {}

  @Get()
  @Tagged(JobPage)
  list(@CurrentUser() caller: Caller, @Query({ schema: JobQuery }) query: z.output<typeof JobQuery>) {
    return this.jobs.list(caller, query);
  }

  @Get("failures")
  @Tagged(FailureGroups)
  failures(@CurrentUser() caller: Caller) {
    return this.jobs.failures(caller);
  }

  @Get(":id")
  @Tagged(Job)
  get(@CurrentUser() caller: Caller, @Param("id", id) job: string) {
    return this.jobs.get(caller, job);
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

  @Post(":id/retry")
  @Refuses({ 409: "job_not_finished" })
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
