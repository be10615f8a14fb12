import { z } from "zod";

/** Longest name of a model at its provider, in characters. */
export const MAX_MODEL_NAME_LENGTH = 300;
/** Models that are kept of one provider; those that it lists after them are left out. */
export const MAX_MODELS = 1_000;

/** Micro-dollars (10⁻⁶ US dollars) per million tokens: 3 dollars are 3,000,000. Null: unknown. */
export const Price = z.int().min(0).max(1_000_000_000_000).nullable();
/** Tokens; null: unknown. */
const Tokens = z.int().min(1).max(100_000_000).nullable();
const name = z.string().trim().min(1).max(MAX_MODEL_NAME_LENGTH);

/** What a model can do besides writing; null: unknown. */
export const Capabilities = z.object({
  tools: z.boolean().nullable(),
  vision: z.boolean().nullable(),
  reasoning: z.boolean().nullable(),
});
export type Capabilities = z.infer<typeof Capabilities>;

export const Prices = z.object({ input: Price, cached: Price, output: Price });
export type Prices = z.infer<typeof Prices>;

const known = {
  contextTokens: Tokens,
  maxOutputTokens: Tokens,
  capabilities: Capabilities,
  prices: Prices,
};

/** A model of one of the person's providers. */
export const Model = z
  .object({
    id: z.uuid(),
    providerId: z.uuid(),
    providerName: z.string(),
    /** What the provider calls it. */
    name: z.string(),
    /** What the person reads. */
    title: z.string(),
    ...known,
    /** False when the provider listed it once and does not any more. */
    listed: z.boolean(),
    /** Whether the person's plan lets it be asked; absent from a service that does not know it. */
    inPlan: z.boolean().optional(),
  })
  .meta({ id: "LanguageModel" });
export type Model = z.infer<typeof Model>;

/** A model that its provider does not list. */
export const NewModel = z
  .strictObject({ providerId: z.uuid(), name, title: name.optional() })
  .meta({ id: "NewLanguageModel" });
export type NewModel = z.infer<typeof NewModel>;

/** What is changed by a person stays when the provider's list is read again. */
export const ModelChange = z
  .strictObject({
    title: name.optional(),
    contextTokens: Tokens.optional(),
    maxOutputTokens: Tokens.optional(),
    capabilities: z.strictObject(Capabilities.shape).optional(),
    prices: z.strictObject(Prices.shape).optional(),
  })
  .meta({ id: "LanguageModelChange" });
export type ModelChange = z.infer<typeof ModelChange>;

export const ModelList = z.object({ items: z.array(Model) }).meta({ id: "LanguageModelList" });
export type ModelList = z.infer<typeof ModelList>;

/** What a default is for: test prompts, the model they are compared with, and agents that name no model. */
export const MODEL_TASKS = ["prompts", "comparison", "agents"] as const;
export type ModelTask = (typeof MODEL_TASKS)[number];

/** The id of a model for each task; null: none is chosen. */
export const ModelDefaults = z
  .strictObject({ prompts: z.uuid().nullable(), comparison: z.uuid().nullable(), agents: z.uuid().nullable() })
  .meta({ id: "ModelDefaults" });
export type ModelDefaults = z.infer<typeof ModelDefaults>;
