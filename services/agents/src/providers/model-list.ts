import { MAX_MODEL_NAME_LENGTH, MAX_MODELS } from "@tessera/contracts-agents/models.ts";
import type { ProviderKind } from "@tessera/contracts-agents/providers.ts";
import { z } from "zod";
import { microsPerMillion } from "./dollars.ts";

/** A model as its provider lists it; null: the provider does not say. */
export interface ListedModel {
  name: string;
  title: string;
  contextTokens: number | null;
  maxOutputTokens: number | null;
  tools: boolean | null;
  vision: boolean | null;
  reasoning: boolean | null;
  inputPrice: number | null;
  cachedPrice: number | null;
  outputPrice: number | null;
}

const tokens = z.int().min(1).max(100_000_000).nullable().catch(null).default(null);
const text = z
  .string()
  .min(1)
  .max(MAX_MODEL_NAME_LENGTH)
  .refine((value) => value.isWellFormed() && !/\p{Cc}/u.test(value), "cannot be stored");
const words = z.array(z.string()).nullable().catch(null).default(null);
const nothing = { tools: null, vision: null, reasoning: null, inputPrice: null, cachedPrice: null, outputPrice: null };

/** OpenAI says ids alone; OpenRouter, vLLM, Mistral and LM Studio say more, each under names of its own. */
const OpenAiModel = z
  .object({
    id: text,
    name: text.optional().catch(undefined),
    context_length: tokens,
    max_model_len: tokens,
    max_context_length: tokens,
    top_provider: z.object({ max_completion_tokens: tokens }).nullable().catch(null).default(null),
    supported_parameters: words,
    architecture: z.object({ input_modalities: words }).nullable().catch(null).default(null),
    pricing: z.record(z.string(), z.unknown()).catch({}).default({}),
  })
  .transform(
    (model): ListedModel => ({
      name: model.id,
      title: model.name ?? model.id,
      contextTokens: model.context_length ?? model.max_model_len ?? model.max_context_length,
      maxOutputTokens: model.top_provider?.max_completion_tokens ?? null,
      tools: model.supported_parameters?.includes("tools") ?? null,
      reasoning: model.supported_parameters?.includes("reasoning") ?? null,
      vision: model.architecture?.input_modalities?.includes("image") ?? null,
      inputPrice: microsPerMillion(model.pricing.prompt),
      cachedPrice: microsPerMillion(model.pricing.input_cache_read),
      outputPrice: microsPerMillion(model.pricing.completion),
    }),
  );

/** https://docs.claude.com/en/api/models-list */
const AnthropicModel = z.object({ id: text, display_name: text.optional().catch(undefined) }).transform(
  (model): ListedModel => ({
    name: model.id,
    title: model.display_name ?? model.id,
    contextTokens: null,
    maxOutputTokens: null,
    ...nothing,
  }),
);

/** https://ai.google.dev/api/models */
const GoogleModel = z
  .object({
    name: text,
    displayName: text.optional().catch(undefined),
    inputTokenLimit: tokens,
    outputTokenLimit: tokens,
    supportedGenerationMethods: words,
  })
  .transform((model): ListedModel | null => {
    if (model.supportedGenerationMethods && !model.supportedGenerationMethods.includes("generateContent")) return null;
    const name = model.name.replace(/^models\//, "");
    return {
      name,
      title: model.displayName ?? name,
      contextTokens: model.inputTokenLimit,
      maxOutputTokens: model.outputTokenLimit,
      ...nothing,
    };
  });

const SHAPES = {
  "openai-compatible": { list: "data", model: OpenAiModel },
  anthropic: { list: "data", model: AnthropicModel },
  google: { list: "models", model: GoogleModel },
} as const;

/** Path and headers with which a provider is asked for its models. */
export function modelsRequest(kind: ProviderKind, baseUrl: string, key: string | null) {
  const base = baseUrl.replace(/\/+$/, "");
  if (kind === "anthropic")
    return {
      url: `${base}/models?limit=1000`,
      headers: { "anthropic-version": "2023-06-01", ...(key ? { "x-api-key": key } : {}) },
    };
  if (kind === "google")
    return { url: `${base}/models?pageSize=1000`, headers: { ...(key ? { "x-goog-api-key": key } : {}) } };
  return { url: `${base}/models`, headers: { ...(key ? { authorization: `Bearer ${key}` } : {}) } };
}

/**
 * The models in a provider's answer, each name once, at most MAX_MODELS; entries that cannot be read are left out.
 * @returns null when the answer is no list of models
 */
export function readModelList(kind: ProviderKind, answer: unknown): ListedModel[] | null {
  const { list, model } = SHAPES[kind];
  const entries = (answer as Record<string, unknown> | null)?.[list];
  if (!Array.isArray(entries)) return null;
  const found = new Map<string, ListedModel>();
  for (const entry of entries) {
    const read = model.safeParse(entry);
    if (read.success && read.data && !found.has(read.data.name)) found.set(read.data.name, read.data);
    if (found.size === MAX_MODELS) break;
  }
  return [...found.values()];
}
