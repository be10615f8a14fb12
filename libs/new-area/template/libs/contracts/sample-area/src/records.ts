import { PageQuery, pageOf } from "@tessera/contracts-core/page.ts";
import { z } from "zod";

/** Longest title of a record, in characters. */
export const MAX_TITLE_LENGTH = 200;

/** A record of one person. */
export const SampleAreaRecord = z
  .object({
    id: z.uuid(),
    title: z.string(),
    /** Whether the person accepted its entry in the queue. */
    reviewed: z.boolean(),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: "SampleAreaRecord" });
export type SampleAreaRecord = z.infer<typeof SampleAreaRecord>;

export const NewSampleAreaRecord = z
  .strictObject({ title: z.string().trim().min(1).max(MAX_TITLE_LENGTH) })
  .meta({ id: "NewSampleAreaRecord" });
export type NewSampleAreaRecord = z.infer<typeof NewSampleAreaRecord>;

/** Newest first. `cursor`: id of the last record of the page before. `q`: part of the title, in any case. */
export const SampleAreaRecordQuery = PageQuery.extend({
  cursor: z.uuid().optional(),
  q: z.string().trim().max(MAX_TITLE_LENGTH).optional(),
});
export type SampleAreaRecordQuery = Omit<z.input<typeof SampleAreaRecordQuery>, "limit"> & { limit?: number };

/** `total` counts the person's records, `waiting` those that are not reviewed, whatever the page shows. */
export const SampleAreaRecordPage = pageOf(SampleAreaRecord)
  .extend({ total: z.int(), waiting: z.int() })
  .meta({ id: "SampleAreaRecordPage" });
export type SampleAreaRecordPage = z.infer<typeof SampleAreaRecordPage>;
