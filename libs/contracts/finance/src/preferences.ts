import { z } from "zod";
import { Act } from "./values.ts";

/** Day of the calendar month on which a person's months begin. A month is called by the one that it begins in. */
export const FirstDay = z.int().min(1).max(28);

/** What holds for all pages of a person's books. */
export const FinancePreferences = z.strictObject({ firstDay: FirstDay }).meta({ id: "FinancePreferences" });
export type FinancePreferences = z.infer<typeof FinancePreferences>;
export const FinancePreferencesChanged = Act.extend({ preferences: FinancePreferences }).meta({
  id: "FinancePreferencesChanged",
});
export type FinancePreferencesChanged = z.infer<typeof FinancePreferencesChanged>;
