import { Injectable } from "@nestjs/common";
import type { NewPrompt } from "@tessera/contracts-agents/prompts.ts";
import { type Caller, sendEvents } from "@tessera/service-kit";
import type { FastifyReply } from "fastify";
import type { z } from "zod";
import { AskModel } from "../calls/ask-model.ts";

/** Test prompts: a model is asked once, and its answer is sent on as it comes. */
@Injectable()
export class PromptsService {
  constructor(private readonly models: AskModel) {}

  /** @throws ProblemException 404 `model_not_found`, 409 `provider_key_lost`; nobody is asked then */
  async prompt(caller: Caller, prompt: z.output<typeof NewPrompt>, reply: FastifyReply): Promise<FastifyReply> {
    const { id: callId, modelId, text, maxOutputTokens } = prompt;
    const messages = [{ role: "user" as const, content: text }];
    const call = await this.models.begin(caller, { callId, modelId, messages, maxOutputTokens });
    return sendEvents(reply, (_, signal) => (call.isNew ? call.answer(signal) : null));
  }
}
