import { z } from "zod";
import { MAX_SUMMARY_MONTHS, MAX_SUMMARY_PAYEES } from "./limits.ts";
import { monthsTo } from "./months.ts";
import { FirstDay } from "./preferences.ts";
import { Currency, Day, Sum } from "./values.ts";

/** YYYY-MM. */
export const Month = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/, "is not a month, for example 2026-11");

/** `months` of them up to and with `to`; of one account, else of all. */
export const SummaryQuery = z.strictObject({
  to: Month,
  months: z.coerce.number().int().min(1).max(MAX_SUMMARY_MONTHS).default(12),
  account: z.uuid().optional(),
  /** All currencies together, in this one. */
  in: Currency.optional(),
});
export type SummaryQuery = { to: string; months?: number; account?: string; in?: string };

/**
 * Of one currency. Income and expense (negative) leave transfers out; what a bank kept of one is expense. `netWorth`:
 * of all accounts at the month's end.
 */
export const CurrencySummary = z.object({
  currency: Currency,
  months: z.array(
    z.object({
      month: Month,
      income: Sum,
      expense: Sum,
      netWorth: Sum,
      /** By transfers, between these accounts and others; left out by services before 1.13, and of all currencies. */
      moved: Sum.optional(),
    }),
  ),
  /** What each category's own parts add up to, one figure a month; null: without a category. */
  categories: z.array(z.object({ categoryId: z.uuid().nullable(), sums: z.array(Sum) })),
});
export type CurrencySummary = z.infer<typeof CurrencySummary>;
/**
 * All currencies in one, each month at the rate of its last day, or the one known before. `left`: months of a currency
 * that have no rate, and are not in the sums. `rates`: those of the last month.
 */
export const ConvertedSummary = z.object({
  summary: CurrencySummary,
  left: z.array(z.object({ currency: Currency, months: z.array(Month) })),
  rates: z.array(
    z.object({
      currency: Currency,
      rate: z.number(),
      day: Day,
      file: z.string().nullable(),
      over: Currency.nullable(),
    }),
  ),
});
export type ConvertedSummary = z.infer<typeof ConvertedSummary>;
/** The currency of most accounts first. Sums mix no currencies but in `converted`. */
export const FinancialSummary = z
  .object({
    currencies: z.array(CurrencySummary),
    /** On which day the months begin; left out by services before 1.12. */
    firstDay: FirstDay.optional(),
    converted: ConvertedSummary.optional(),
  })
  .meta({ id: "FinanceSummary" });
export type FinancialSummary = z.infer<typeof FinancialSummary>;

/** Months from `from` to `to`; of one account, else of all. */
export const PayeeSummaryQuery = z
  .strictObject({ from: Month, to: Month, account: z.uuid().optional() })
  .refine(({ from, to }) => from <= to && monthsTo(to, MAX_SUMMARY_MONTHS)[0]! <= from, {
    error: `names no month, or more than ${MAX_SUMMARY_MONTHS}`,
    path: ["from"],
  });
export type PayeeSummaryQuery = { from: string; to: string; account?: string };
/**
 * What payees brought or cost in all the months together, transfers left out. Those with the greatest sums, up to
 * MAX_SUMMARY_PAYEES by `income` and as many by `expense` (negative); the others are in the totals alone.
 */
export const PayeeSummary = z
  .object({
    currencies: z.array(
      z.object({
        currency: Currency,
        income: Sum,
        expense: Sum,
        payees: z.array(
          z.object({
            /** Null: without a payee. */
            payee: z.object({ id: z.uuid(), name: z.string() }).nullable(),
            income: Sum,
            expense: Sum,
          }),
        ),
      }),
    ),
  })
  .meta({ id: "FinancePayeeSummary", description: `At most ${2 * MAX_SUMMARY_PAYEES} payees a currency.` });
export type PayeeSummary = z.infer<typeof PayeeSummary>;
