import { z } from "zod";
import { MAX_KEEP_DAYS, MAX_MODEL_LENGTH } from "./limits.ts";

/** ISO 639-1. */
const Language = z.string().regex(/^[a-z]{2}$/, "Two letters name a language: en, de, fr.");

/** A model on the service's machine, for English alone. Since 1.6. */
export const LocalModel = z.enum(["moonshine-tiny", "moonshine-base"]).meta({ id: "LocalModel" });
export type LocalModel = z.infer<typeof LocalModel>;

/** Who recognises speech, and in which language. Since 1.3. */
export const RecogniserChoice = z
  .strictObject({
    /** A provider of the agents' service that gets the sound; null: a model on this machine, for English alone. */
    providerId: z.uuid().nullable(),
    /**
     * What the provider calls the model, or a `LocalModel` of this machine (since 1.6); null for the one that the
     * installation names.
     */
    model: z.string().trim().min(1).max(MAX_MODEL_LENGTH).nullable(),
    /** Null: the provider finds out. */
    language: Language.nullable(),
  })
  .refine(
    ({ providerId, model, language }) =>
      providerId !== null || (LocalModel.nullable().safeParse(model).success && language === null),
    { error: `On this machine, the model is ${LocalModel.options.join(" or ")}, for English: leave language out.` },
  )
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

/** What the service's machine decodes files and recognises speech with. Since 1.5. */
export const Decoder = z
  .object({
    /** Version of ffmpeg on the service's machine, as it says; null: it is not there, and WAV alone is decoded. */
    ffmpeg: z.string().nullable(),
    /** The model that recognises where nobody chooses another. Since 1.6. */
    model: LocalModel,
    /**
     * Moonshine base: there; fetched when somebody first wants it; or it could not be fetched, and the next start tries
     * again. Where it is not there, Moonshine tiny recognises instead. Since 1.6.
     */
    base: z.enum(["there", "when-wanted", "unavailable"]),
  })
  .meta({ id: "Decoder" });
export type Decoder = z.infer<typeof Decoder>;
