import { z } from "zod";

/** Fields of a card of the area's type, in `data` of the item. */
export const SampleAreaCardData = z.strictObject({
  reference: z.string().max(200).default(""),
  /** Words of the text; the step `words` of the area's service counts them. */
  words: z.int().optional(),
});
export type SampleAreaCardData = z.infer<typeof SampleAreaCardData>;
