import {
  APICallError,
  type AssistantModelMessage,
  type ModelMessage,
  StreamProviderError,
  streamText,
  type ToolModelMessage,
  type ToolSet,
  wrapLanguageModel,
} from "ai";
import type { OpenProvider } from "../providers/list-models.ts";
import type { Reach } from "../reach/provider-address.ts";
import { providerFetch } from "../reach/provider-fetch.ts";
import type { Tokens } from "./cost.ts";
import { brokenOf, failureOf, ProviderFailure, quoted } from "./failure.ts";
import { languageModel } from "./language-model.ts";
import { withoutKey, wordsOf } from "./provider-words.ts";
import { type TextPiece, TextPieces } from "./text-pieces.ts";

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
export type ModelPart = TextPiece | ModelEnd;

interface ModelEnd {
  type: "end";
  finish: string;
  tokens: Tokens;
  wanted: WantedTool[];
  messages: ResponseMessage[];
}

export type ResponseMessage = AssistantModelMessage | ToolModelMessage;

/**
 * Asks a model once and gives its answer as it comes; nothing is tried again here, as a second request costs again.
 * @throws ProviderFailure, or the signal's reason
 */
export async function* streamModel(request: ModelRequest, reach: Reach): AsyncGenerator<ModelPart, void> {
  const { provider, signal } = request;
  const left = new AbortController();
  const pieces = new TextPieces();
  let hasBegun = false;
  let hasEnded = false;
  const restOf = async (): Promise<ModelEnd | undefined> => {
    const wanted: WantedTool[] = [];
    const answer = streamText({
      model: wrapLanguageModel({
        model: languageModel(provider, request.model, providerFetch(reach)),
        middleware: pieces.middleware,
      }),
      ...(request.instructions ? { instructions: request.instructions } : {}),
      messages: request.messages,
      ...(request.temperature === undefined ? {} : { temperature: request.temperature }),
      maxOutputTokens: request.maxOutputTokens,
      ...(request.tools ? { tools: request.tools } : {}),
      maxRetries: 0,
      abortSignal: AbortSignal.any([signal, left.signal]),
      onError: () => undefined, // errors are parts of the stream; the default prints them with the request
    });
    let end: ModelEnd | undefined;
    for await (const part of answer.stream) {
      if (part.type === "error") throw part.error;
      if (part.type === "abort") throw signal.reason;
      if (part.type === "text-delta" || part.type === "reasoning-delta") hasBegun = true;
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
        end = { type: "end", finish: part.finishReason, tokens, wanted, messages: await answer.responseMessages };
      }
    }
    return end;
  };
  try {
    const rest = restOf().finally(() => {
      hasEnded = true;
      pieces.end();
    });
    rest.catch(() => undefined); // it is awaited behind the pieces
    for await (const piece of pieces) {
      hasBegun = true;
      yield piece;
    }
    const end = await rest;
    if (end) yield end;
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    throw inWords(provider, error, hasBegun);
  } finally {
    pieces.end();
    // Nobody reads any longer: the provider is to stop, too.
    if (!hasEnded) left.abort();
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
