import { z } from "zod";

/** Answer of `GET /api/billing/reconciliation`, for administrators. */
export const Reconciliation = z
  .object({
    /** The newest comparison of what is kept here with the payment provider; null: there was none yet. */
    latest: z
      .object({
        startedAt: z.iso.datetime(),
        /** Null while it runs. */
        endedAt: z.iso.datetime().nullable(),
        /** Customers that were compared. */
        compared: z.int(),
        /** Those that were only late here, and were brought up to date. */
        mended: z.int(),
      })
      .nullable(),
    /** What is left for a person to look at, the oldest first; at most 100. */
    differences: z.array(
      z.object({
        kind: z.string(),
        title: z.string(),
        /** Id at the provider. */
        subject: z.string(),
        detail: z.string(),
        foundAt: z.iso.datetime(),
      }),
    ),
  })
  .meta({ id: "Reconciliation" });
export type Reconciliation = z.infer<typeof Reconciliation>;
