import { z } from "zod";

export const TRANSCRIBE_CONFIG = Symbol("transcribe configuration");

export const TranscribeConfigSchema = z
  .object({
    TRANSCRIBE_RECOGNISER: z
      .enum(["this-machine", "installation"])
      .default("this-machine")
      .describe("who recognises speech until a person chooses: the model here, or the endpoint of AGENTS_SPEECH_URL"),
  })
  .transform((values) => ({ recogniser: values.TRANSCRIBE_RECOGNISER }));
export type TranscribeConfig = z.infer<typeof TranscribeConfigSchema>;
