import { z } from "zod";
import { Act } from "./values.ts";

/** Something that was done, in words, and whether it was undone. */
export const FinanceAct = z
  .object({
    id: z.uuid(),
    /** Acts of later kinds are "bulk" here; `of` has all of them. */
    kind: z.enum(["account", "category", "payee", "transaction", "bulk", "import", "undo"]),
    of: z.string().optional(),
    words: z.string(),
    at: z.iso.datetime(),
    undone: z.boolean(),
  })
  .meta({ id: "FinanceAct" });
export type FinanceAct = z.infer<typeof FinanceAct>;
/** The newest 50. */
export const ActList = z.object({ items: z.array(FinanceAct) }).meta({ id: "FinanceActList" });
export type ActList = z.infer<typeof ActList>;

/**
 * `kept`: rows or values that were changed since, and reconciled transactions. `continues`: an import of many entries
 * is taken back in the background, and nothing of it is counted yet. Since 1.17.
 */
export const Undone = Act.extend({ reverted: z.int(), kept: z.int(), continues: z.boolean().optional() }).meta({
  id: "FinanceUndone",
});
export type Undone = z.infer<typeof Undone>;

/** What an act did to one transaction; `fields` are the columns it set, none where it brought the transaction. */
export const HistoryEntry = z.object({
  act: FinanceAct,
  did: z.enum(["created", "changed"]),
  fields: z.array(z.string()),
  /** Those of them that a rule set. */
  rules: z.array(z.object({ field: z.string(), id: z.uuid(), name: z.string(), version: z.int() })).optional(),
});
/** Newest first. */
export const History = z.object({ items: z.array(HistoryEntry) }).meta({ id: "FinanceHistory" });
export type History = z.infer<typeof History>;
