import { z } from "zod";
import { planById, plans } from "./plans.ts";

/** Reads a setting that is JSON. @param example what to write, for the message */
export const jsonSetting = (example: string) =>
  z
    .string()
    .default("{}")
    .transform((text, context) => {
      try {
        return JSON.parse(text) as unknown;
      } catch {
        context.addIssue({ code: "custom", message: `must be JSON, for example ${example}` });
        return z.NEVER;
      }
    });

/** What `npm run set-up-account` reads too, which Node runs as it is: nothing here may need a decorator. */
export const YearlyPrices = jsonSetting('{"desk": 8000, "studio": 18000}')
  .pipe(z.record(z.string(), z.int("must be a whole number of cents, for example 18000").min(1, "must be more than 0")))
  .refine((amounts) => Object.keys(amounts).every(planById), `must name plans: ${plans.map(({ id }) => id).join(", ")}`)
  .describe(
    'what a year of a plan costs when it is paid at once, in cents: JSON such as {"desk": 8000, "studio": 18000}; a plan that is left out is paid by the month',
  );
