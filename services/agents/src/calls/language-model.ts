import { createAnthropic } from "@ai-sdk/anthropic";
import { createGoogle } from "@ai-sdk/google";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import type { LanguageModelV4 } from "@ai-sdk/provider";
import { OfflineModel } from "../offline/offline-model.ts";
import type { Asking } from "./stream-model.ts";

/** Stands for a key where there is none: without one these packages read the variables of the process. */
const NO_KEY = "none";

/** A provider's model for the AI SDK; every request goes through `fetch`. */
export function languageModel(provider: Asking, name: string, fetch: typeof globalThis.fetch): LanguageModelV4 {
  if (provider === "offline") return new OfflineModel(name);
  const { kind, baseUrl: baseURL, key } = provider;
  if (kind === "anthropic") return createAnthropic({ baseURL, apiKey: key ?? NO_KEY, fetch })(name);
  if (kind === "google") return createGoogle({ baseURL, apiKey: key ?? NO_KEY, fetch })(name);
  return createOpenAICompatible({
    name: "provider",
    baseURL,
    ...(key ? { apiKey: key } : {}),
    includeUsage: true,
    fetch,
  })(name);
}
