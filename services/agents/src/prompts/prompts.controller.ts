import { Body, Controller, HttpCode, Post, Res } from "@nestjs/common";
import { ApiBearerAuth, ApiResponse, ApiTags } from "@nestjs/swagger";
import { NewPrompt } from "@tessera/contracts-agents/prompts.ts";
import { type Caller, CurrentUser, RateLimit, Refuses, Subscribed } from "@tessera/service-kit";
import type { FastifyReply } from "fastify";
import type { z } from "zod";
import { PROMPTS } from "../http/limits.ts";
import { PromptsService } from "./prompts.service.ts";

@ApiTags("models")
@ApiBearerAuth()
@Controller("api/agents/prompts")
@Subscribed()
export class PromptsController {
  constructor(private readonly prompts: PromptsService) {}

  @Post()
  @RateLimit(PROMPTS)
  @HttpCode(200)
  @ApiResponse({ status: 200, description: "Server-sent events: text, reasoning, then end or failed" })
  @ApiResponse({ status: 204, description: "A prompt of this id was asked before" })
  @Refuses({ 402: "usage_limit_reached or model_not_in_plan", 404: "model_not_found", 409: "provider_key_lost" })
  prompt(
    @CurrentUser() caller: Caller,
    @Body({ schema: NewPrompt }) prompt: z.output<typeof NewPrompt>,
    @Res() reply: FastifyReply,
  ) {
    return this.prompts.prompt(caller, prompt, reply);
  }
}
