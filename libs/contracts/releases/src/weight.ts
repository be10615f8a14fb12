import { z } from "zod";

/** Larger than any release may be; libs/federation/src/upload.ts. */
const MAX_BUDGET = 64 * 1024 * 1024;

/**
 * What a browser that takes brotli is sent of a release, in bytes, as the registry measured of the files that it keeps:
 * no publisher's word counts.
 */
export const ReleaseWeight = z
  .object({
    /** Script that its first view loads. */
    firstLoad: z.int(),
    /** All of its files but source maps. */
    total: z.int(),
  })
  .meta({ id: "ReleaseWeight" });
export type ReleaseWeight = z.infer<typeof ReleaseWeight>;

/** What a release may weigh at most to be published, in bytes. */
export const WeightBudget = z
  .strictObject({ firstLoad: z.int().min(1).max(MAX_BUDGET), total: z.int().min(1).max(MAX_BUDGET) })
  .meta({ id: "WeightBudget" });
export type WeightBudget = z.infer<typeof WeightBudget>;

/** Every budget that was set. An app without one has that of all remotes (`*`), the shell its own; else the default. */
export const BudgetList = z.object({
  default: z.object({ shell: WeightBudget, remote: WeightBudget }),
  items: z.array(z.object({ app: z.string(), budget: WeightBudget })),
});
export type BudgetList = z.infer<typeof BudgetList>;

/** Member `over` of the problem `over_budget`: what is too heavy, and its largest files, heaviest first. */
export const OverBudget = z.object({
  of: z.enum(["firstLoad", "total"]),
  bytes: z.int(),
  budget: z.int(),
  files: z.array(z.object({ path: z.string(), bytes: z.int() })),
});
export type OverBudget = z.infer<typeof OverBudget>;
