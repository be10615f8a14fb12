import { z } from "zod";
import { Month } from "./summary.ts";
import { Act, Amount, Currency, Day, Name, Sum, Version } from "./values.ts";

/** Kind of the queue's entry for a payment that is due. */
export const PAYMENT_ENTRY = "payment-due";

export const Every = z.enum(["week", "fortnight", "month", "quarter", "year"]);
export type Every = z.infer<typeof Every>;
/** `found`: nobody said anything of it. Forecasts and reminders are about those that are confirmed. */
export const RecurringState = z.enum(["found", "confirmed", "ignored"]);
export type RecurringState = z.infer<typeof RecurringState>;

/** Payments of one payee from one account that come again and again; transfers are none. */
export const Recurring = z
  .object({
    id: z.uuid(),
    accountId: z.uuid(),
    payee: z.object({ id: z.uuid(), name: z.string() }),
    /** The person's, else the payee's. */
    name: z.string(),
    state: RecurringState,
    every: Every,
    /** The next one; negative goes out. The last amount, or the median of the last six where they differ. */
    amount: Amount,
    currency: Currency,
    /** Amounts differ from one payment to the next, as those of a telephone bill do. */
    varies: z.boolean(),
    /** The next one that no transaction shows; null: nothing came twice in a row, so it counts as ended. */
    due: Day.nullable(),
    /** Days on which nothing came, the newest first: within the payments, and `due` where it is past waiting. */
    missed: z.array(Day),
    /** Of what does not vary: when it began to cost something else, the newest first. */
    changes: z.array(z.object({ date: Day, from: Amount, to: Amount })),
    /** The newest first. */
    payments: z.array(z.object({ id: z.uuid(), date: Day, amount: Amount, due: Day })),
    /** How it was found, in a sentence. */
    why: z.string(),
    /** What the person set. */
    byHand: z.array(z.enum(["name", "every", "amount", "due"])),
    version: Version,
  })
  .meta({ id: "FinanceRecurring" });
export type Recurring = z.infer<typeof Recurring>;
/** The next due first, what has ended last. `waiting`: transactions that came since are looked at now. */
export const RecurringList = z
  .object({ items: z.array(Recurring), waiting: z.boolean() })
  .meta({ id: "FinanceRecurringList" });
export type RecurringList = z.infer<typeof RecurringList>;

/** `null` gives back what was found: the payee's name, or the amount. `due` sets the day that the others follow. */
export const RecurringPatch = z
  .strictObject({
    state: RecurringState.exclude(["found"]),
    name: Name.nullable(),
    every: Every,
    amount: Amount.refine((amount) => amount !== 0, "is nothing").nullable(),
    due: Day,
  })
  .partial()
  .meta({ id: "FinanceRecurringPatch" });
export type RecurringPatch = z.infer<typeof RecurringPatch>;
export const RecurringChanged = Act.extend({ recurring: Recurring }).meta({ id: "FinanceRecurringChanged" });
export type RecurringChanged = z.infer<typeof RecurringChanged>;

/** The one that is due was made without a transaction, or is left out. */
export const RecurringSettled = z
  .strictObject({ due: Day, how: z.enum(["paid", "skipped"]) })
  .meta({ id: "FinanceRecurringSettled" });
export type RecurringSettled = z.infer<typeof RecurringSettled>;

export const ForecastQuery = z.strictObject({ account: z.uuid().optional() });
export type ForecastQuery = z.infer<typeof ForecastQuery>;
/**
 * What confirmed payments make of the balance: the rest of the current month and FORECAST_MONTHS more. Each currency on
 * its own; those without a confirmed payment stay as they are.
 */
export const Forecast = z
  .object({
    /** The day on which it was computed. */
    day: Day,
    currencies: z.array(
      z.object({
        currency: Currency,
        /** Of all transactions up to the end of the current month. */
        balance: Sum,
        months: z.array(z.object({ month: Month, in: Sum, out: Sum, balance: Sum })),
        /** In the order of their days; a payment that is late counts on `day`. */
        payments: z.array(z.object({ recurringId: z.uuid(), name: z.string(), date: Day, amount: Amount })),
      }),
    ),
  })
  .meta({ id: "FinanceForecast" });
export type Forecast = z.infer<typeof Forecast>;
