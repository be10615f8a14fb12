import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post, Res } from "@nestjs/common";
import { ApiBearerAuth, ApiResponse, ApiTags } from "@nestjs/swagger";
import { Agent, AgentChange, AgentList, NewAgent, NewQuestion } from "@tessera/contracts-agents/agents.ts";
import { type Caller, CurrentUser, Idempotent, RateLimit, Refuses, Subscribed } from "@tessera/service-kit";
import type { FastifyReply } from "fastify";
import { z } from "zod";
import { PROMPTS, READS, WRITES } from "../http/limits.ts";
import { AgentsService } from "./agents.service.ts";
import { AnswersService } from "./answers.service.ts";

const Id = z.uuid();

@ApiTags("agents")
@ApiBearerAuth()
@Controller("api/agents/agents")
@Subscribed()
@RateLimit(READS)
export class AgentsController {
  constructor(
    private readonly agents: AgentsService,
    private readonly answers: AnswersService,
  ) {}

  @Get()
  @ApiResponse({ status: 200, standardSchema: AgentList })
  list(@CurrentUser() caller: Caller) {
    return this.agents.list(caller);
  }

  @Post()
  @RateLimit(WRITES)
  @Idempotent()
  @ApiResponse({ status: 201, standardSchema: Agent })
  @Refuses({ 404: "model_not_found", 409: "agent_name_taken or too_many_agents" })
  create(@CurrentUser() caller: Caller, @Body({ schema: NewAgent }) agent: z.output<typeof NewAgent>) {
    return this.agents.create(caller, agent);
  }

  @Get(":id")
  @ApiResponse({ status: 200, standardSchema: Agent })
  @Refuses({ 404: "agent_not_found" })
  get(@CurrentUser() caller: Caller, @Param("id", { schema: Id }) id: string) {
    return this.agents.get(caller, id);
  }

  @Patch(":id")
  @RateLimit(WRITES)
  @ApiResponse({ status: 200, standardSchema: Agent })
  @Refuses({ 404: "agent_not_found or model_not_found", 409: "agent_name_taken" })
  change(
    @CurrentUser() caller: Caller,
    @Param("id", { schema: Id }) id: string,
    @Body({ schema: AgentChange }) change: AgentChange,
  ) {
    return this.agents.change(caller, id, change);
  }

  @Delete(":id")
  @RateLimit(WRITES)
  @HttpCode(204)
  @Refuses({ 404: "agent_not_found" })
  remove(@CurrentUser() caller: Caller, @Param("id", { schema: Id }) id: string) {
    return this.agents.remove(caller, id);
  }

  @Post(":id/answers")
  @RateLimit(PROMPTS)
  @HttpCode(200)
  @ApiResponse({ status: 200, description: "Server-sent events: model, text, reasoning, then end or failed" })
  @ApiResponse({ status: 204, description: "A question of this id was asked before" })
  @Refuses({
    402: "usage_limit_reached",
    404: "agent_not_found or model_not_found",
    409: "agent_limit_reached, agent_prices_unknown or provider_key_lost",
  })
  ask(
    @CurrentUser() caller: Caller,
    @Param("id", { schema: Id }) id: string,
    @Body({ schema: NewQuestion }) question: NewQuestion,
    @Res() reply: FastifyReply,
  ) {
    return this.answers.answer(caller, id, question, reply);
  }
}
