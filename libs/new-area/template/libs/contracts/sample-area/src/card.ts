import { z } from "zod";

/** Fields of a card of the area's type, in `data` of the item. */
export const SampleAreaCardData = z.strictObject({
  reference: z.string().max(200).default(""),
});
export type SampleAreaCardData = z.infer<typeof SampleAreaCardData>;
