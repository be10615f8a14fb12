import { Body, Controller, Get, HttpCode, Param, Post, Put } from "@nestjs/common";
import { ApiOperation, ApiResponse } from "@nestjs/swagger";
import { MAX_QUEUE_LENGTH } from "@tessera/contracts-queue/limits.ts";
import { PauseSchedule, Schedule, ScheduleList } from "@tessera/contracts-queue/schedules.ts";
import { type Caller, CurrentUser, Log, RateLimit, Refuses, Schedules } from "@tessera/service-kit";
import { z } from "zod";
import { Administration } from "../administration.ts";
import { Tagged } from "../entity-tag.interceptor.ts";

const queue = { schema: z.string().min(1).max(MAX_QUEUE_LENGTH) };

@Controller("api/queue/schedules")
@RateLimit({ name: "queue", limit: 1200, windowSeconds: 60, by: "caller" })
export class SchedulesController {
  constructor(
    private readonly administration: Administration,
    private readonly schedules: Schedules,
    private readonly log: Log,
  ) {}

  @Get()
  @ApiOperation({ summary: "Schedules of all services; for administrators" })
  @Refuses({ 403: "background_work_administrators_only" })
  @Tagged(ScheduleList)
  async list(@CurrentUser() caller: Caller): Promise<ScheduleList> {
    this.administration.check(caller);
    return { schedules: await this.schedules.list() };
  }

  @Put(":queue/pause")
  @ApiOperation({ summary: "Pauses or resumes it in all processes; for administrators" })
  @Refuses({ 403: "background_work_administrators_only", 404: "schedule_not_found" })
  @ApiResponse({ status: 200, standardSchema: Schedule })
  async pause(
    @CurrentUser() caller: Caller,
    @Param("queue", queue) name: string,
    @Body({ schema: PauseSchedule }) { paused }: PauseSchedule,
  ): Promise<Schedule> {
    this.administration.check(caller);
    const schedule = await this.schedules.pause(name, paused);
    this.log.info({ queue: name, paused, by: caller.userId }, "queue: schedule changed");
    return schedule;
  }

  @Post(":queue/runs")
  @ApiOperation({ summary: "Runs it once now, also while it is paused; for administrators" })
  @Refuses({ 403: "background_work_administrators_only", 404: "schedule_not_found" })
  @ApiResponse({ status: 202, standardSchema: Schedule })
  @HttpCode(202)
  async run(@CurrentUser() caller: Caller, @Param("queue", queue) name: string): Promise<Schedule> {
    this.administration.check(caller);
    const schedule = await this.schedules.runNow(name);
    this.log.info({ queue: name, by: caller.userId }, "queue: schedule run by hand");
    return schedule;
  }
}
