import { z } from "zod";
import { Act, Currency, Day } from "./values.ts";

/** What one unit of `base` is worth in `quote`. */
const Worth = z.number().positive().min(1e-9).max(1e9);

/** `file`: the name of the file that says it; null: the person does. */
export const Rate = z
  .object({ id: z.uuid(), base: Currency, quote: Currency, day: Day, rate: Worth, file: z.string().nullable() })
  .meta({ id: "FinanceRate" });
export type Rate = z.infer<typeof Rate>;

/** Two currencies with the days that are known. */
export const RatePair = z.object({ base: Currency, quote: Currency, days: z.int(), from: Day, to: Day });
export type RatePair = z.infer<typeof RatePair>;
/** Of one pair; else of the first one. */
export const RateQuery = z.strictObject({ base: Currency.optional(), quote: Currency.optional() });
export type RateQuery = z.infer<typeof RateQuery>;
/** All pairs, and the newest 200 days of one. */
export const RateList = z.object({ pairs: z.array(RatePair), items: z.array(Rate) }).meta({ id: "FinanceRateList" });
export type RateList = z.infer<typeof RateList>;

/** Takes the place of another rate of that day. */
export const NewRate = z
  .strictObject({ base: Currency, quote: Currency, day: Day, rate: Worth })
  .refine(({ base, quote }) => base !== quote, "are the same currency")
  .meta({ id: "NewFinanceRate" });
export type NewRate = z.infer<typeof NewRate>;
export const RateChanged = Act.extend({ rate: Rate }).meta({ id: "FinanceRateChanged" });
export type RateChanged = z.infer<typeof RateChanged>;

/** What came of a file: rates of the person's currencies since they need them. What the person gave stays. */
export const RatesImported = Act.extend({
  rates: z.int(),
  currencies: z.array(Currency),
  from: Day.nullable(),
  to: Day.nullable(),
  /** Lines that are no rates, the first of them with the reason. */
  broken: z.int(),
  reason: z.string().nullable(),
}).meta({ id: "FinanceRatesImported" });
export type RatesImported = z.infer<typeof RatesImported>;

export const RatePairQuery = z.strictObject({ base: Currency, quote: Currency });
export type RatePairQuery = z.infer<typeof RatePairQuery>;
export const RatesDeleted = Act.extend({ deleted: z.int() }).meta({ id: "FinanceRatesDeleted" });
export type RatesDeleted = z.infer<typeof RatesDeleted>;
