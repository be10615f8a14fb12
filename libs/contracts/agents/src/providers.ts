import { z } from "zod";

/** Longest name of a provider, in characters. */
export const MAX_PROVIDER_NAME_LENGTH = 100;
/** Longest key, in characters: some are signed tokens. */
export const MAX_KEY_LENGTH = 4_000;
/** Providers a person may have. */
export const MAX_PROVIDERS = 20;

/**
 * How a provider is spoken to: the interface of OpenAI (also of Ollama, vLLM, LM Studio, OpenRouter, Mistral …), of
 * Anthropic or of Google.
 */
export const ProviderKind = z.enum(["openai-compatible", "anthropic", "google"]);
export type ProviderKind = z.infer<typeof ProviderKind>;

/** Where Anthropic's and Google's own interfaces are, when no other address is given. */
export const DEFAULT_BASE_URLS = {
  anthropic: "https://api.anthropic.com/v1",
  google: "https://generativelanguage.googleapis.com/v1beta",
} as const;

const name = z.string().trim().min(1).max(MAX_PROVIDER_NAME_LENGTH);
const baseUrl = z.url({ protocol: /^https?$/, error: "must begin with https:// or http://" }).max(500);
const key = z.string().trim().max(MAX_KEY_LENGTH);

/** A provider of models. Its key is never answered. */
export const Provider = z
  .object({
    id: z.uuid(),
    name: z.string(),
    kind: ProviderKind,
    baseUrl: z.string(),
    hasKey: z.boolean(),
    /** Models that are known of it. */
    models: z.int(),
    /** When the connection was last tried; null: never with what is set now. */
    checkedAt: z.iso.datetime().nullable(),
    /** What went wrong then, in a sentence; null: nothing. */
    failure: z.string().nullable(),
    createdAt: z.iso.datetime(),
    /** Whether the person's plan lets its models be asked; absent from a service that does not know it. */
    inPlan: z.boolean().optional(),
  })
  .meta({ id: "ModelProvider" });
export type Provider = z.infer<typeof Provider>;

/** Without `baseUrl` the kind's own address; without `key` requests carry none. */
export const NewProvider = z
  .strictObject({ name, kind: ProviderKind, baseUrl: baseUrl.optional(), key: key.optional() })
  .refine(({ kind, baseUrl: url }) => kind !== "openai-compatible" || url !== undefined, {
    path: ["baseUrl"],
    error: "is needed for this kind of provider",
  })
  .meta({ id: "NewModelProvider" });
export type NewProvider = z.infer<typeof NewProvider>;

/** `key`: another key, or "" to send none; left out, it stays. Another address needs the key again. */
export const ProviderChange = z
  .strictObject({ name: name.optional(), baseUrl: baseUrl.optional(), key: key.optional() })
  .meta({ id: "ModelProviderChange" });
export type ProviderChange = z.infer<typeof ProviderChange>;

export const ProviderList = z.object({ items: z.array(Provider) }).meta({ id: "ModelProviderList" });
export type ProviderList = z.infer<typeof ProviderList>;

/** What a connection test found; `models` counts what the provider lists, null when it did not answer. */
export const ProviderCheck = z
  .object({ provider: Provider, models: z.int().nullable(), added: z.int(), milliseconds: z.int() })
  .meta({ id: "ModelProviderCheck" });
export type ProviderCheck = z.infer<typeof ProviderCheck>;
