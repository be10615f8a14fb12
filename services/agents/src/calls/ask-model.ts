import { Inject, Injectable } from "@nestjs/common";
import { OFFLINE_MODEL_ID } from "@tessera/contracts-agents/limits.ts";
import { modelNotFound } from "@tessera/contracts-agents/problems.ts";
import type { PromptEvents } from "@tessera/contracts-agents/prompts.ts";
import { Clock, Database, Log, problem, type Tx } from "@tessera/service-kit";
import { type ModelRow, ModelStore, pricesOf } from "../models/model.store.ts";
import { ProviderKeys } from "../providers/open-provider.ts";
import { PlanProviders } from "../providers/plan-providers.ts";
import { ProviderStore } from "../providers/provider.store.ts";
import type { Reach } from "../reach/provider-address.ts";
import { REACH } from "../reach/reach.ts";
import { type CallEnd, CallStore } from "./call.store.ts";
import { ProviderFailure } from "./failure.ts";
import { LiveCalls } from "./live-calls.ts";
import { Meter } from "./meter.ts";
import { maxTokensOf, textsOf } from "./most-tokens.ts";
import { type Asking, type ModelRequest, type ResponseMessage, streamModel, type WantedTool } from "./stream-model.ts";

/** Whose rights a call has. */
type Person = { userId: string };

/** Longest piece of a failure that is kept with its call, in characters. */
const MAX_ERROR_LENGTH = 1_000;

export type PromptEvent = {
  [Name in keyof PromptEvents]: { event: Name; data: PromptEvents[Name] };
}[keyof PromptEvents];

/** One call of a model, before it is made. */
export interface Asked
  extends Pick<ModelRequest, "messages" | "instructions" | "maxOutputTokens" | "temperature" | "tools"> {
  callId: string;
  modelId: string;
  /** The agent that asks; without one it is a test prompt. */
  agentId?: string;
  runId?: string;
  /** Micro-dollars that the call may cost at most, for limits to count; it throws where a limit is in the way. */
  reserve?: (tx: Tx, model: ModelRow) => Promise<number | null>;
  /** What else is written in the transaction that ends the call. */
  settle?: (tx: Tx, outcome: Outcome) => Promise<void>;
}

/** How a call ended, for those who continue from there. */
export type Outcome =
  | { state: "done"; finish: string; wanted: WantedTool[]; messages: ResponseMessage[] }
  | { state: "failed"; sentence: string; isTransient: boolean; retryAfter: number | null }
  | { state: "stopped" };

/** A call that is written and not made yet. */
export interface Begun {
  model: ModelRow;
  /** False: a call of this id was begun before, and is not made again. */
  isNew: boolean;
  /** Makes the call and stores its tokens, cost and times, also when it fails or the client disconnects. */
  answer(signal: AbortSignal): AsyncGenerator<PromptEvent>;
}

/** The one way to a model: for prompts and for agents. */
@Injectable()
export class AskModel {
  constructor(
    private readonly database: Database,
    private readonly models: ModelStore,
    private readonly providers: ProviderStore,
    private readonly inPlan: PlanProviders,
    private readonly keys: ProviderKeys,
    private readonly calls: CallStore,
    private readonly live: LiveCalls,
    private readonly clock: Clock,
    private readonly log: Log,
    @Inject(REACH) private readonly reach: Reach,
  ) {}

  /**
   * @throws ProblemException 402 `model_not_in_plan`, 404 `model_not_found`, 409 `provider_key_lost`, and what
   * `reserve` throws
   */
  async begin(caller: Person, asked: Asked): Promise<Begun> {
    const { userId } = caller;
    return this.database.as(caller, async (tx) => {
      const model = await this.models.get(tx, userId, asked.modelId);
      if (!model) throw problem(modelNotFound);
      const { name: providerName, provider } = await this.providerOf(tx, userId, model);
      const isNew = await this.calls.begin(tx, userId, {
        id: asked.callId,
        agentId: asked.agentId ?? null,
        runId: asked.runId ?? null,
        sentTokens: maxTokensOf(textsOf(asked)),
        reservedMicros: (await asked.reserve?.(tx, model)) ?? null,
        model: { id: model.id, name: model.name, providerName, prices: pricesOf(model) },
        now: this.clock.now(),
      });
      const { messages, instructions, maxOutputTokens, temperature, tools } = asked;
      const request = { provider, model: model.name, messages, instructions, maxOutputTokens, temperature, tools };
      return { model, isNew, answer: (signal) => this.answer(caller, asked, model, { ...request, signal }) };
    });
  }

  private async providerOf(tx: Tx, userId: string, model: ModelRow): Promise<{ name: string; provider: Asking }> {
    if (model.id === OFFLINE_MODEL_ID) return { name: model.provider_name, provider: "offline" };
    const row = await this.providers.get(tx, userId, model.provider_id);
    if (!row) throw problem(modelNotFound);
    await this.inPlan.check(tx, userId, row);
    return { name: row.name, provider: this.keys.opened(userId, row) };
  }

  private async *answer(
    caller: Person,
    { callId, settle }: Asked,
    model: ModelRow,
    request: ModelRequest,
  ): AsyncGenerator<PromptEvent> {
    const meter = new Meter(pricesOf(model));
    let isWritten = false;
    const write = async (end: Omit<CallEnd, "usage">, outcome: Outcome) => {
      isWritten = true;
      const usage = meter.usage();
      await this.database.as(caller, async (tx) => {
        await this.calls.end(tx, caller.userId, callId, { ...end, usage });
        await settle?.(tx, outcome);
      });
      return usage;
    };
    const alive = this.live.begin(callId);
    try {
      let finish = "other";
      let outcome: Outcome = { state: "done", finish, wanted: [], messages: [] };
      for await (const part of streamModel(request, this.reach)) {
        if (part.type === "end") {
          meter.count(part.tokens);
          finish = part.finish;
          outcome = { state: "done", finish, wanted: part.wanted, messages: part.messages };
        } else {
          meter.piece();
          alive.seenTokens += Buffer.byteLength(part.text);
          yield { event: part.type, data: { text: part.text } };
        }
      }
      // Written first: a page that sees the end may ask what was spent.
      const usage = await write({ state: "done", finish, error: null }, outcome);
      yield { event: "end", data: { finish, usage } };
    } catch (error) {
      if (request.signal.aborted) return;
      if (!(error instanceof ProviderFailure)) this.log.error({ err: error, call: callId }, "an answer broke off");
      const sentence = error instanceof ProviderFailure ? error.message : "The answer could not be read to its end.";
      const { isTransient, retryAfter } =
        error instanceof ProviderFailure ? error : { isTransient: false, retryAfter: null };
      const usage = await write(
        { state: "failed", finish: null, error: sentence.slice(0, MAX_ERROR_LENGTH).toWellFormed() },
        { state: "failed", sentence, isTransient, retryAfter },
      );
      yield { event: "failed", data: { sentence, usage } };
    } finally {
      this.live.end(alive);
      if (!isWritten) await write({ state: "stopped", finish: null, error: null }, { state: "stopped" });
    }
  }
}
