import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post } from "@nestjs/common";
import { ApiBearerAuth, ApiResponse, ApiTags } from "@nestjs/swagger";
import { Run } from "@tessera/contracts-agents/runs.ts";
import {
  AgentSchedule,
  AgentScheduleChange,
  AgentScheduleList,
  NewAgentSchedule,
  SchedulePatternQuery,
  SchedulePatternTimes,
  ScheduleRunNow,
} from "@tessera/contracts-agents/schedules.ts";
import { type Caller, CurrentUser, RateLimit, Refuses, Subscribed } from "@tessera/service-kit";
import { z } from "zod";
import { PROMPTS, READS, WRITES } from "../http/limits.ts";
import { SchedulesService } from "./schedules.service.ts";

const Id = z.uuid();

@ApiTags("schedules")
@ApiBearerAuth()
@Controller("api/agents")
@Subscribed()
@RateLimit(READS)
export class SchedulesController {
  constructor(private readonly schedules: SchedulesService) {}

  @Get("agents/:id/schedules")
  @ApiResponse({ status: 200, standardSchema: AgentScheduleList })
  @Refuses({ 404: "agent_not_found" })
  list(@CurrentUser() caller: Caller, @Param("id", { schema: Id }) id: string) {
    return this.schedules.list(caller, id);
  }

  @Post("agents/:id/schedules")
  @RateLimit(WRITES)
  @ApiResponse({ status: 201, standardSchema: AgentSchedule })
  @Refuses({
    400: "schedule_pattern_invalid",
    404: "agent_not_found or agent_schedule_not_found",
    409: "too_many_schedules",
  })
  create(
    @CurrentUser() caller: Caller,
    @Param("id", { schema: Id }) id: string,
    @Body({ schema: NewAgentSchedule }) schedule: z.output<typeof NewAgentSchedule>,
  ) {
    return this.schedules.create(caller, id, schedule);
  }

  @Patch("schedules/:id")
  @RateLimit(WRITES)
  @ApiResponse({ status: 200, standardSchema: AgentSchedule })
  @Refuses({ 400: "schedule_pattern_invalid", 404: "agent_schedule_not_found" })
  change(
    @CurrentUser() caller: Caller,
    @Param("id", { schema: Id }) id: string,
    @Body({ schema: AgentScheduleChange }) change: AgentScheduleChange,
  ) {
    return this.schedules.change(caller, id, change);
  }

  /** Asked as often as a person types. */
  @Post("schedules/times")
  @HttpCode(200)
  @ApiResponse({ status: 200, standardSchema: SchedulePatternTimes })
  @Refuses({ 400: "schedule_pattern_invalid" })
  times(@Body({ schema: SchedulePatternQuery }) query: SchedulePatternQuery) {
    return this.schedules.times(query);
  }

  @Delete("schedules/:id")
  @RateLimit(WRITES)
  @HttpCode(204)
  @Refuses({ 404: "agent_schedule_not_found" })
  remove(@CurrentUser() caller: Caller, @Param("id", { schema: Id }) id: string) {
    return this.schedules.remove(caller, id);
  }

  @Post("schedules/:id/runs")
  @RateLimit(PROMPTS)
  @ApiResponse({ status: 201, standardSchema: Run })
  @Refuses({ 404: "agent_schedule_not_found", 409: "schedule_still_runs or too_many_runs" })
  runNow(
    @CurrentUser() caller: Caller,
    @Param("id", { schema: Id }) id: string,
    @Body({ schema: ScheduleRunNow }) run: ScheduleRunNow,
  ) {
    return this.schedules.runNow(caller, id, run);
  }
}
