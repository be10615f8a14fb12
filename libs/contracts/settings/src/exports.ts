import { z } from "zod";

/** The export of a person's data: one at a time, kept for some days. */
export const DataExport = z
  .object({
    id: z.uuid(),
    state: z.enum(["running", "ready", "failed"]),
    /** Steps that are done, of `total`; null until it is known how many there are. */
    done: z.int(),
    total: z.int().nullable(),
    bytes: z.int().nullable(),
    /** Parts of the product that are not in it, as they did not run. */
    missing: z.array(z.string()),
    /** Why it failed, in a sentence. */
    error: z.string().nullable(),
    requestedAt: z.iso.datetime(),
    finishedAt: z.iso.datetime().nullable(),
    /** Until when it can be downloaded. */
    expiresAt: z.iso.datetime().nullable(),
  })
  .meta({ id: "DataExport" });
export type DataExport = z.infer<typeof DataExport>;

/** The person's newest export, or null. */
export const CurrentExport = z.object({ export: DataExport.nullable() }).meta({ id: "CurrentExport" });
export type CurrentExport = z.infer<typeof CurrentExport>;
