import { Body, Controller, Get, HttpCode, Param, Post, Query, Res } from "@nestjs/common";
import { ApiBearerAuth, ApiResponse, ApiTags } from "@nestjs/swagger";
import {
  NewRun,
  Run,
  RunEventsQuery,
  RunPage,
  RunQuery,
  RunRetry,
  RunTrace,
  StepDecision,
} from "@tessera/contracts-agents/runs.ts";
import { type Caller, CurrentUser, RateLimit, Refuses, Subscribed } from "@tessera/service-kit";
import type { FastifyReply } from "fastify";
import { z } from "zod";
import { PROMPTS, READS, WRITES } from "../http/limits.ts";
import { DecideStep } from "./decide-step.ts";
import { RunsService } from "./runs.service.ts";

const Id = z.uuid();
const Step = z.coerce.number().int().min(1);

@ApiTags("runs")
@ApiBearerAuth()
@Controller("api/agents")
@Subscribed()
@RateLimit(READS)
export class RunsController {
  constructor(
    private readonly runs: RunsService,
    private readonly decisions: DecideStep,
  ) {}

  @Post("agents/:id/runs")
  @RateLimit(PROMPTS)
  @ApiResponse({ status: 201, standardSchema: Run })
  @Refuses({ 404: "agent_not_found or run_not_found", 409: "too_many_runs" })
  start(@CurrentUser() caller: Caller, @Param("id", { schema: Id }) id: string, @Body({ schema: NewRun }) run: NewRun) {
    return this.runs.start(caller, id, run);
  }

  @Get("runs")
  @ApiResponse({ status: 200, standardSchema: RunPage })
  list(@CurrentUser() caller: Caller, @Query({ schema: RunQuery }) query: z.output<typeof RunQuery>) {
    return this.runs.list(caller, query);
  }

  @Get("runs/:id")
  @ApiResponse({ status: 200, standardSchema: RunTrace })
  @Refuses({ 404: "run_not_found" })
  get(@CurrentUser() caller: Caller, @Param("id", { schema: Id }) id: string) {
    return this.runs.get(caller, id);
  }

  @Get("runs/:id/events")
  @ApiResponse({ status: 200, description: "Server-sent events: run and step, as they are now; text where asked for" })
  @ApiResponse({ status: 204, description: "The run is over, and its last event was sent before" })
  @Refuses({ 404: "run_not_found" })
  events(
    @CurrentUser() caller: Caller,
    @Param("id", { schema: Id }) id: string,
    @Query({ schema: RunEventsQuery }) { pieces }: RunEventsQuery,
    @Res() reply: FastifyReply,
  ) {
    return this.runs.events(caller, id, pieces !== undefined, reply);
  }

  @Post("runs/:id/stop")
  @RateLimit(WRITES)
  @HttpCode(200)
  @ApiResponse({ status: 200, standardSchema: Run })
  @Refuses({ 404: "run_not_found", 409: "run_over" })
  stop(@CurrentUser() caller: Caller, @Param("id", { schema: Id }) id: string) {
    return this.runs.stop(caller, id);
  }

  @Post("runs/:id/retries")
  @RateLimit(PROMPTS)
  @ApiResponse({ status: 201, standardSchema: Run })
  @Refuses({
    404: "agent_not_found, run_not_found or run_step_not_found",
    409: "run_still_goes, run_scope_changed or too_many_runs",
  })
  retry(
    @CurrentUser() caller: Caller,
    @Param("id", { schema: Id }) id: string,
    @Body({ schema: RunRetry }) retry: RunRetry,
  ) {
    return this.runs.retry(caller, id, retry);
  }

  @Post("runs/:id/steps/:step/decision")
  @RateLimit(WRITES)
  @HttpCode(200)
  @ApiResponse({ status: 200, standardSchema: RunTrace })
  @Refuses({ 400: "tool_arguments_invalid", 404: "run_not_found", 409: "approval_settled or run_over" })
  async decide(
    @CurrentUser() caller: Caller,
    @Param("id", { schema: Id }) id: string,
    @Param("step", { schema: Step }) step: number,
    @Body({ schema: StepDecision }) decision: z.output<typeof StepDecision>,
  ) {
    await this.decisions.decide(caller, id, step, decision);
    return this.runs.get(caller, id);
  }
}
