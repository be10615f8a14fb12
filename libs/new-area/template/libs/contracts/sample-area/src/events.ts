import { z } from "zod";

/** Event `sample-area.record-created`, published in the transaction that stored the record. */
export const RecordCreated = z.strictObject({ userId: z.uuid(), recordId: z.uuid(), title: z.string() });
export type RecordCreated = z.infer<typeof RecordCreated>;
export const RECORD_CREATED = "sample-area.record-created";
