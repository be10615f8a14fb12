import { declareItemType } from "@tessera/contracts-items/item-type.ts";
import { TRANSCRIPT_TYPE } from "@tessera/contracts-transcribe/transcript-card.ts";
import { z } from "zod";

/** What the card shows of the recording; this service has the rest (`transcribe.recording`, `transcribe.segment`). */
const given = {
  revision: z.int().optional(),
  /** As people read it: "1:02:03". */
  length: z.string().optional(),
  speakers: z.array(z.string()).optional(),
  /** What is said, a line for each segment. */
  text: z.string().optional(),
};

/** The card type of recordings. The remote contributes what it looks like (`contributes.itemTypes` of its manifest). */
export const transcriptCard = declareItemType({
  definition: { type: TRANSCRIPT_TYPE, label: "Transcript", menuItem: { label: "Transcripts" }, order: 58 },
  data: z.strictObject(given),
  textFields: ["speakers", "text"],
  row: ["length", "speakers", "text"],
  given: { fields: Object.keys(given), long: ["text"] },
});
