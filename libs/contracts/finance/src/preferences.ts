import { z } from "zod";
import { MAX_REMIND_DAYS } from "./limits.ts";
import { Act } from "./values.ts";

/** Day of the calendar month on which a person's months begin. A month is called by the one that it begins in. */
export const FirstDay = z.int().min(1).max(28);

/** What holds for all pages of a person's books. */
export const FinancePreferences = z
  .strictObject({
    firstDay: FirstDay,
    /**
     * Days before a confirmed payment is due that the queue asks for it; null: never. Left out of a change, it stays;
     * left out by services before 1.13.
     */
    remindDays: z.int().min(0).max(MAX_REMIND_DAYS).nullable().optional(),
  })
  .meta({ id: "FinancePreferences" });
export type FinancePreferences = z.infer<typeof FinancePreferences>;
export const FinancePreferencesChanged = Act.extend({ preferences: FinancePreferences }).meta({
  id: "FinancePreferencesChanged",
});
export type FinancePreferencesChanged = z.infer<typeof FinancePreferencesChanged>;
