import { z } from "zod";
import { MAX_BUDGET_CELLS } from "./limits.ts";
import { Month } from "./summary.ts";
import { Act, Amount, Currency, Sum, Version } from "./values.ts";

/** `envelope`: money that is there is assigned to categories. `tracking`: a limit for each, and what was spent. */
export const BudgetKind = z.enum(["envelope", "tracking"]);
export type BudgetKind = z.infer<typeof BudgetKind>;

/** The budget of one currency; `start` is its first month. */
export const Budget = z
  .object({ id: z.uuid(), currency: Currency, kind: BudgetKind, start: Month, version: Version })
  .meta({ id: "FinanceBudget" });
export type Budget = z.infer<typeof Budget>;
export const BudgetList = z.object({ items: z.array(Budget) }).meta({ id: "FinanceBudgetList" });
export type BudgetList = z.infer<typeof BudgetList>;

/** `incomeIds`: categories that are income from now on. */
export const NewBudget = z
  .strictObject({
    currency: Currency,
    kind: BudgetKind,
    start: Month.refine((month) => month >= "1900-01", "is before 1900"),
    incomeIds: z.array(z.uuid()).max(MAX_BUDGET_CELLS).default([]),
  })
  .meta({ id: "NewFinanceBudget" });
export type NewBudget = z.input<typeof NewBudget>;
export const BudgetPatch = z.strictObject({ kind: BudgetKind }).meta({ id: "FinanceBudgetPatch" });
export type BudgetPatch = z.infer<typeof BudgetPatch>;
export const BudgetChanged = Act.extend({ budget: Budget }).meta({ id: "FinanceBudgetChanged" });
export type BudgetChanged = z.infer<typeof BudgetChanged>;

/**
 * A category's own figures of a month. `balance` is `carried`, `budgeted` and `spent` (money out is negative) together.
 * `carries`: what is overspent stays with the category; with a tracking budget, all that is left or overspent.
 */
export const BudgetLine = z.object({
  categoryId: z.uuid(),
  budgeted: Amount,
  spent: Sum,
  carried: Sum,
  balance: Sum,
  carries: z.boolean(),
});
export type BudgetLine = z.infer<typeof BudgetLine>;

/**
 * Where the money to assign comes from. `ready` is all the others together: what the month before left and held,
 * income, what has no category, what went to or came from accounts outside the budget, less what was overspent the
 * month before, what is held for the next month and what is budgeted.
 */
export const BudgetPool = z.object({
  left: Sum,
  income: Sum,
  uncategorised: Sum,
  outside: Sum,
  overspent: Sum,
  held: Amount,
  budgeted: Sum,
  ready: Sum,
});
export type BudgetPool = z.infer<typeof BudgetPool>;

/** Lines of the categories that have figures; income has none. `pool`: of an envelope budget. */
export const BudgetMonth = z
  .object({
    budget: Budget,
    month: Month,
    lines: z.array(BudgetLine),
    income: Sum,
    uncategorised: Sum,
    pool: BudgetPool.nullable(),
  })
  .meta({ id: "FinanceBudgetMonth" });
export type BudgetMonth = z.infer<typeof BudgetMonth>;

/** Sets what categories have in a month, or whether they carry on what they overspend. */
export const BudgetCells = z
  .strictObject({
    month: Month,
    cells: z
      .array(z.strictObject({ categoryId: z.uuid(), amount: Amount.optional(), carries: z.boolean().optional() }))
      .min(1)
      .max(MAX_BUDGET_CELLS),
  })
  .meta({ id: "FinanceBudgetCells" });
export type BudgetCells = z.infer<typeof BudgetCells>;

/** What a month's budget is filled from. */
export const BudgetFillFrom = z.enum(["last-budget", "last-spent", "average-3", "zero"]);
export type BudgetFillFrom = z.infer<typeof BudgetFillFrom>;
/** Of these categories, else of all. */
export const BudgetFill = z
  .strictObject({
    month: Month,
    from: BudgetFillFrom,
    categoryIds: z.array(z.uuid()).min(1).max(MAX_BUDGET_CELLS).optional(),
  })
  .meta({ id: "FinanceBudgetFill" });
export type BudgetFill = z.infer<typeof BudgetFill>;

/** Moves money of a month from one category to another; null: what is ready to assign. */
export const BudgetMove = z
  .strictObject({ month: Month, from: z.uuid().nullable(), to: z.uuid().nullable(), amount: Amount.min(1) })
  .meta({ id: "FinanceBudgetMove" });
export type BudgetMove = z.infer<typeof BudgetMove>;

/** How much of a month's money is kept for the next one. */
export const BudgetHold = z.strictObject({ month: Month, amount: Amount.min(0) }).meta({ id: "FinanceBudgetHold" });
export type BudgetHold = z.infer<typeof BudgetHold>;

/** `changed`: categories that have another amount now. */
export const BudgetWritten = Act.extend({ changed: z.int() }).meta({ id: "FinanceBudgetWritten" });
export type BudgetWritten = z.infer<typeof BudgetWritten>;
