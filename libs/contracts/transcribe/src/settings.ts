import { z } from "zod";
import { MAX_KEEP_DAYS, MAX_MODEL_LENGTH } from "./limits.ts";

/** ISO 639-1. */
const Language = z.string().regex(/^[a-z]{2}$/, "Two letters name a language: en, de, fr.");

/** Who recognises speech, and in which language. Since 1.3. */
export const RecogniserChoice = z
  .strictObject({
    /** A provider of the agents' service that gets the sound; null: the model on this machine, for English alone. */
    providerId: z.uuid().nullable(),
    /** What the provider calls the model; null on this machine, or for the one that the installation names. */
    model: z.string().trim().min(1).max(MAX_MODEL_LENGTH).nullable(),
    /** Null: the provider finds out. */
    language: Language.nullable(),
  })
  .refine(({ providerId, model, language }) => providerId !== null || (model === null && language === null), {
    error: "The model on this machine is one, for English: leave model and language out.",
  })
  .meta({ id: "RecogniserChoice" });
export type RecogniserChoice = z.infer<typeof RecogniserChoice>;

/** How a person's recordings are recognised, and how long their sound is kept. Since 1.3. */
export const TranscribeSettings = z
  .strictObject({
    recogniser: RecogniserChoice,
    /** Days after which the sound of a transcribed recording is deleted; null: it is kept. The text stays. */
    keepSoundDays: z.int().min(1).max(MAX_KEEP_DAYS).nullable(),
  })
  .meta({ id: "TranscribeSettings" });
export type TranscribeSettings = z.infer<typeof TranscribeSettings>;

/** What the service decodes files with. Since 1.5. */
export const Decoder = z
  .object({
    /** Version of ffmpeg on the service's machine, as it says; null: it is not there, and WAV alone is decoded. */
    ffmpeg: z.string().nullable(),
  })
  .meta({ id: "Decoder" });
export type Decoder = z.infer<typeof Decoder>;
