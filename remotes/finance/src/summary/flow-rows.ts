import type { Forecast } from "@tessera/contracts-finance/recurring.ts";
import type { CurrencySummary } from "@tessera/contracts-finance/summary.ts";

/** Of one month, in minor units: `went` is negative. */
export interface FlowRow {
  month: string;
  came: number;
  went: number;
  /** By transfers with accounts that are not shown, or of another currency. */
  moved: number;
  net: number;
  /** At its end. */
  balance: number;
  isAhead: boolean;
  /** What is ahead of the month that has begun. */
  isRest: boolean;
}

/** Months as they were, then those ahead; the rest of this month where a payment is expected in it. */
export function flowOf(
  { months }: CurrencySummary,
  forecast: Forecast["currencies"][number] | undefined,
  thisMonth: string,
): FlowRow[] {
  const past = months.map(({ month, income, expense, moved = 0, netWorth }) => ({
    ...{ month, came: income, went: expense, moved, net: income + expense + moved, balance: netWorth },
    ...{ isAhead: false, isRest: false },
  }));
  let before = forecast?.balance ?? 0;
  const ahead = (forecast?.months ?? []).map(({ month, in: came, out: went, balance }) => {
    const net = balance - before;
    before = balance;
    const isRest = month === thisMonth;
    return { month, came, went, moved: net - came - went, net, balance, isAhead: true, isRest };
  });
  return [...past, ...ahead.filter(({ isRest, net, came }) => !isRest || net !== 0 || came !== 0)];
}
