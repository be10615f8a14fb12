import { z } from "zod";
import { MAX_SUMMARY_MONTHS } from "./limits.ts";
import { FirstDay } from "./preferences.ts";
import { Currency, Sum } from "./values.ts";

/** YYYY-MM. */
export const Month = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/, "is not a month, for example 2026-11");

/** `months` of them up to and with `to`; of one account, else of all. */
export const SummaryQuery = z.strictObject({
  to: Month,
  months: z.coerce.number().int().min(1).max(MAX_SUMMARY_MONTHS).default(12),
  account: z.uuid().optional(),
});
export type SummaryQuery = { to: string; months?: number; account?: string };

/**
 * Of one currency. Income and expense (negative) leave transfers out; what a bank kept of one is expense. `netWorth`:
 * of all accounts at the month's end.
 */
export const CurrencySummary = z.object({
  currency: Currency,
  months: z.array(z.object({ month: Month, income: Sum, expense: Sum, netWorth: Sum })),
  /** What each category's own parts add up to, one figure a month; null: without a category. */
  categories: z.array(z.object({ categoryId: z.uuid().nullable(), sums: z.array(Sum) })),
});
export type CurrencySummary = z.infer<typeof CurrencySummary>;
/** The currency of most accounts first. Sums never mix currencies. */
export const FinancialSummary = z
  .object({
    currencies: z.array(CurrencySummary),
    /** On which day the months begin; left out by services before 1.12. */
    firstDay: FirstDay.optional(),
  })
  .meta({ id: "FinanceSummary" });
export type FinancialSummary = z.infer<typeof FinancialSummary>;
