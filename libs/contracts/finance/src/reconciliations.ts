import { z } from "zod";
import { Act, Amount, Day, Sum } from "./values.ts";

/** The balance that a statement of the bank states. */
export const StatedBalance = z.object({ date: Day, closing: Sum });

export const Reconciliation = z
  .object({
    id: z.uuid(),
    /** Day of the statement, and its closing balance in minor units of the account's currency. */
    date: Day,
    closing: Amount,
    /** Transactions that it locked, and those of them that are locked still. */
    locked: z.int(),
    stillLocked: z.int(),
    at: z.iso.datetime(),
    /** Undoing it unlocks them. */
    act: z.uuid(),
  })
  .meta({ id: "FinanceReconciliation" });
export type Reconciliation = z.infer<typeof Reconciliation>;
/** Newest statement first; 100 at most. */
export const ReconciliationList = z
  .object({ items: z.array(Reconciliation) })
  .meta({ id: "FinanceReconciliationList" });
export type ReconciliationList = z.infer<typeof ReconciliationList>;

/** Without a day: that of the newest statement that was imported. */
export const ReconciliationQuery = z.strictObject({ date: Day.optional() });

export const ReconciliationStart = z
  .object({
    /** Opening balance and all that was reconciled before. */
    reconciled: Sum,
    /** With what is cleared up to the day. */
    cleared: Sum,
    /** Up to the day: cleared, and open. */
    ticked: z.int(),
    open: z.int(),
    /** What the files that were imported into the account state for that day, or the newest of them. */
    stated: StatedBalance.extend({ fileName: z.string() }).nullable(),
    last: Reconciliation.nullable(),
  })
  .meta({ id: "FinanceReconciliationStart" });
export type ReconciliationStart = z.infer<typeof ReconciliationStart>;

/** `adjust`: what is missing is added as a transaction of its own. */
export const NewReconciliation = z
  .strictObject({ date: Day, closing: Amount, adjust: z.boolean().default(false) })
  .meta({ id: "NewFinanceReconciliation" });
export type NewReconciliation = z.input<typeof NewReconciliation>;
export const Reconciled = Act.extend({ reconciliation: Reconciliation }).meta({ id: "FinanceReconciled" });
export type Reconciled = z.infer<typeof Reconciled>;
