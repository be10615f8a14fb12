import {
  APICallError,
  type AssistantModelMessage,
  type ModelMessage,
  StreamProviderError,
  streamText,
  type ToolModelMessage,
  type ToolSet,
} from "ai";
import type { OpenProvider } from "../providers/list-models.ts";
import type { Reach } from "../reach/provider-address.ts";
import { providerFetch } from "../reach/provider-fetch.ts";
import type { Tokens } from "./cost.ts";
import { brokenOf, failureOf, ProviderFailure, quoted } from "./failure.ts";
import { languageModel } from "./language-model.ts";
import { withoutKey, wordsOf } from "./provider-words.ts";

/** Who is asked: a provider, or the model that is part of the product. */
export type Asking = OpenProvider | "offline";

export interface ModelRequest {
  provider: Asking;
  /** What the provider calls the model. */
  model: string;
  /** Sent to the model before the conversation. */
  instructions?: string;
  messages: ModelMessage[];
  /** 0–2; as the provider has it without. */
  temperature?: number;
  maxOutputTokens: number;
  /** What the model may call; calls are given back, nothing is run here. */
  tools?: ToolSet;
  signal: AbortSignal;
}

/** A tool that the model wants to be used, with what it wrote as arguments. */
export interface WantedTool {
  id: string;
  name: string;
  input: unknown;
}

/** A piece of an answer, or its end. */
export type ModelPart =
  | { type: "text" | "reasoning"; text: string }
  | { type: "end"; finish: string; tokens: Tokens; wanted: WantedTool[]; messages: ResponseMessage[] };

export type ResponseMessage = AssistantModelMessage | ToolModelMessage;

/**
 * Asks a model once and gives its answer as it comes; nothing is tried again here, as a second request costs again.
 * @throws ProviderFailure, or the signal's reason
 */
export async function* streamModel(request: ModelRequest, reach: Reach): AsyncGenerator<ModelPart, void> {
  const { provider, signal } = request;
  let hasBegun = false;
  try {
    const wanted: WantedTool[] = [];
    const answer = streamText({
      model: languageModel(provider, request.model, providerFetch(reach)),
      ...(request.instructions ? { instructions: request.instructions } : {}),
      messages: request.messages,
      ...(request.temperature === undefined ? {} : { temperature: request.temperature }),
      maxOutputTokens: request.maxOutputTokens,
      ...(request.tools ? { tools: request.tools } : {}),
      maxRetries: 0,
      abortSignal: signal,
      onError: () => undefined, // errors are parts of the stream; the default prints them with the request
    });
    for await (const part of answer.stream) {
      if (part.type === "error") throw part.error;
      if (part.type === "abort") throw signal.reason;
      if (part.type === "text-delta" || part.type === "reasoning-delta") {
        hasBegun = true;
        if (part.text) yield { type: part.type === "text-delta" ? "text" : "reasoning", text: part.text };
      }
      if (part.type === "tool-call") {
        hasBegun = true;
        wanted.push({ id: part.toolCallId, name: part.toolName, input: part.input });
      }
      if (part.type === "finish") {
        const { inputTokens, inputTokenDetails, outputTokens } = part.totalUsage;
        const tokens = {
          input: inputTokens ?? null,
          cached: inputTokenDetails.cacheReadTokens ?? null,
          output: outputTokens ?? null,
        };
        yield { type: "end", finish: part.finishReason, tokens, wanted, messages: await answer.responseMessages };
      }
    }
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    throw inWords(provider, error, hasBegun);
  }
}

function inWords(asked: Asking, error: unknown, hasBegun: boolean): ProviderFailure {
  if (asked === "offline") return brokenOf("The offline model", error, hasBegun);
  const { name, key } = asked;
  if (APICallError.isInstance(error) && error.statusCode !== undefined && error.statusCode >= 300) {
    const words = withoutKey(wordsOf(error.responseBody), key);
    return failureOf(name, error.statusCode, words, error.responseHeaders?.["retry-after"]);
  }
  // What a provider sends in the middle of an answer instead of its rest.
  if (StreamProviderError.isInstance(error))
    return new ProviderFailure(`${name} broke off its answer.${quoted(withoutKey(error.message, key))}`, true);
  return brokenOf(name, error, hasBegun);
}
