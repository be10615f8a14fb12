import { amountInWords } from "@tessera/contracts-billing/amounts.ts";
import type { Meter } from "@tessera/contracts-billing/meters.ts";

/** What a plan includes, in the comparison of plans: "10 h", "Unlimited", "None". */
export const inPlanWords = ({ unit }: Pick<Meter, "unit">, included: number | null): string =>
  included === null ? "Unlimited" : included === 0 ? "None" : amountInWords(unit, included);
