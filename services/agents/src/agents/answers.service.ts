import { randomUUID } from "node:crypto";
import { Injectable } from "@nestjs/common";
import type { AnswerEvents, NewQuestion } from "@tessera/contracts-agents/agents.ts";
import { OFFLINE_MODEL_ID, OFFLINE_MODEL_TITLE } from "@tessera/contracts-agents/limits.ts";
import { agentNotFound } from "@tessera/contracts-agents/problems.ts";
import { type Caller, Clock, Database, ProblemException, problem, sendEvents } from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import type { FastifyReply } from "fastify";
import { AskModel, type Begun, type PromptEvent } from "../calls/ask-model.ts";
import { type AgentRow, AgentStore } from "./agent.store.ts";
import { OfflineAnswers } from "./offline-answers.ts";
import { reserve } from "./reserve.ts";

type Event = PromptEvent | { event: "model"; data: AnswerEvents["model"] };

/** Answers of agents: their model is asked with their instructions, within their limits. */
@Injectable()
export class AnswersService {
  constructor(
    private readonly database: Database,
    private readonly agents: AgentStore,
    private readonly models: AskModel,
    private readonly offline: OfflineAnswers,
    private readonly clock: Clock,
  ) {}

  /**
   * @throws ProblemException 404 `agent_not_found`, 409 `agent_limit_reached`, `agent_prices_unknown`,
   * `provider_key_lost`; nobody is asked then
   */
  async answer(caller: Caller, id: string, question: NewQuestion, reply: FastifyReply): Promise<FastifyReply> {
    const agent = await this.agent(caller, id);
    const modelId = agent.model_id ?? (await this.defaultModel(caller));
    if (modelId === OFFLINE_MODEL_ID) return this.offlineAnswer(caller, id, question, reply);
    const call = await this.begin(caller, agent, modelId, question.id, question);
    return sendEvents(reply, (_, signal) => (call.isNew ? this.events(caller, agent, call, question, signal) : null));
  }

  private async offlineAnswer(caller: Caller, id: string, question: NewQuestion, reply: FastifyReply) {
    await this.offline.begin(caller, id, question);
    return sendEvents(reply, (_, signal) => this.offlineEvents(caller, id, question, signal));
  }

  private async *offlineEvents(
    caller: Caller,
    id: string,
    question: NewQuestion,
    signal: AbortSignal,
  ): AsyncGenerator<Event> {
    yield { event: "model", data: { title: OFFLINE_MODEL_TITLE, because: null } };
    yield* this.offline.events(caller, id, question, signal);
  }

  /** What the model says; when it fails before it says anything, what the fallback says. */
  private async *events(
    caller: Caller,
    agent: AgentRow,
    call: Begun,
    question: NewQuestion,
    signal: AbortSignal,
  ): AsyncGenerator<Event> {
    yield { event: "model", data: { title: call.model.title, because: null } };
    let hasBegun = false;
    for await (const event of call.answer(signal)) {
      const { fallback_model_id: fallback } = agent;
      if (event.event !== "failed" || hasBegun || !fallback || fallback === call.model.id) {
        hasBegun = true;
        yield event;
        continue;
      }
      const other = await this.other(caller, agent, fallback, question);
      if (!other) {
        yield event;
        continue;
      }
      yield { event: "model", data: { title: other.model.title, because: event.data.sentence } };
      yield* other.answer(signal);
    }
  }

  /** The call of the fallback; null when it is refused: then the first failure is what counts. */
  private async other(caller: Caller, agent: AgentRow, modelId: string, question: NewQuestion): Promise<Begun | null> {
    try {
      return await this.begin(caller, agent, modelId, randomUUID(), question);
    } catch (error) {
      if (error instanceof ProblemException) return null;
      throw error;
    }
  }

  private begin(caller: Caller, agent: AgentRow, modelId: string, callId: string, question: NewQuestion) {
    const { instructions, temperature, max_output_tokens: maxOutputTokens } = agent;
    const texts = [instructions, ...question.messages.map(({ text }) => text)];
    return this.models.begin(caller, {
      ...{ callId, modelId, agentId: agent.id, maxOutputTokens },
      instructions: instructions || undefined,
      temperature: temperature === null ? undefined : temperature / 100,
      messages: question.messages.map(({ role, text }) => ({ role, content: text })),
      reserve: async (tx, model) => {
        // Of many questions at once each counts what those before it may cost.
        await this.agents.lock(tx, agent.id);
        const [current] = await this.agents.list(tx, caller.userId, this.clock.now(), agent.id);
        if (!current) throw problem(agentNotFound);
        return reserve(current, model, texts);
      },
    });
  }

  private async agent(caller: Caller, id: string): Promise<AgentRow> {
    const [row] = await this.database.as(caller, (tx) => this.agents.list(tx, caller.userId, this.clock.now(), id));
    if (!row) throw problem(agentNotFound);
    return row;
  }

  private async defaultModel(caller: Caller): Promise<string> {
    const { rows } = await this.database.read<{ model_id: string }>(
      caller,
      sql`select model_id from agents.model_default where user_id = ${caller.userId} and task = 'agents'`,
    );
    return rows[0]?.model_id ?? OFFLINE_MODEL_ID;
  }
}
