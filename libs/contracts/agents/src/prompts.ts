import { z } from "zod";
import { MAX_PROMPT_LENGTH } from "./limits.ts";

/** A test prompt. The same id never asks a provider twice. */
export const NewPrompt = z
  .strictObject({
    id: z.uuid(),
    modelId: z.uuid(),
    text: z.string().trim().min(1).max(MAX_PROMPT_LENGTH),
    maxOutputTokens: z.int().min(1).max(100_000).default(2_000),
  })
  .meta({ id: "NewPrompt" });
export type NewPrompt = z.input<typeof NewPrompt>;

/** What one call of a model took. Null: the provider did not say. Cost in micro-dollars; null without prices. */
export const CallUsage = z
  .object({
    inputTokens: z.int().nullable(),
    /** Part of the input tokens that the provider had kept. */
    cachedTokens: z.int().nullable(),
    outputTokens: z.int().nullable(),
    costMicros: z.int().nullable(),
    /** Ms until the first piece of an answer; null when none came. */
    firstTokenMs: z.int().nullable(),
    totalMs: z.int(),
  })
  .meta({ id: "CallUsage" });
export type CallUsage = z.infer<typeof CallUsage>;

/**
 * Events of a prompt, by their name: `text` and `reasoning` bring a piece each; then one of `end` (`finish`: "stop",
 * "length" …) and `failed` comes last.
 */
export interface PromptEvents {
  text: { text: string };
  reasoning: { text: string };
  end: { finish: string; usage: CallUsage };
  failed: { sentence: string; usage: CallUsage };
}
