import { defineEvent, type EventInput } from "@tessera/contracts-core/define-event.ts";
import { z } from "zod";
import { MAX_GIVEN, MAX_TERM_LENGTH } from "./limits.ts";
import { TermSource } from "./vocabulary.ts";

export const termsWanted = defineEvent(
  "transcribe.terms-wanted",
  z.object({ userId: z.uuid() }),
  "A person's speech is going to be recognised. Areas answer with the names that they know of.",
);

export const termsGiven = defineEvent(
  "transcribe.terms-given",
  z.object({
    userId: z.uuid(),
    source: TermSource.exclude(["own", "correction"]),
    /** All of this source, the most important first; those that are missing are forgotten. */
    terms: z.array(z.string().min(1).max(MAX_TERM_LENGTH)).max(MAX_GIVEN),
  }),
  "Names that an area knows of for a person's vocabulary. Sent in answer to transcribe.terms-wanted.",
);
export type TermsGiven = EventInput<typeof termsGiven>;
