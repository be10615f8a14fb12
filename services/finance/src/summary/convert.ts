import { daysOf } from "@tessera/contracts-finance/months.ts";
import type { ConvertedSummary, CurrencySummary } from "@tessera/contracts-finance/summary.ts";
import type { RateBook } from "../rates/rate-book.ts";

/** All currencies in one: each month at the rate of its last day. Months without a rate are left out, and named. */
export function convert(
  all: readonly CurrencySummary[],
  currency: string,
  rates: RateBook,
  firstDay: number,
): ConvertedSummary {
  const months = (all[0]?.months ?? []).map(({ month }) => month);
  const lastDays = months.map((month) => daysOf(month, firstDay).to);
  const summary: CurrencySummary = {
    currency,
    months: months.map((month) => ({ month, income: 0, expense: 0, netWorth: 0 })),
    categories: [],
  };
  const categories = new Map<string | null, number[]>();
  const converted: ConvertedSummary = { summary, left: [], rates: [] };
  for (const one of all) {
    const factors = lastDays.map((day) => rates.factor(one.currency, currency, day));
    const sum = (at: number, amount: number) => Math.round(amount * (factors[at] ?? 0));
    const left = months.filter((_, at) => factors[at] === null && !isNothing(one, at));
    if (left.length) converted.left.push({ currency: one.currency, months: left });
    for (const [at, month] of summary.months.entries()) {
      const own = one.months[at]!;
      month.income += sum(at, own.income);
      month.expense += sum(at, own.expense);
      month.netWorth += sum(at, own.netWorth);
    }
    for (const { categoryId, sums } of one.categories) {
      const before = categories.get(categoryId) ?? months.map(() => 0);
      categories.set(
        categoryId,
        before.map((amount, at) => amount + sum(at, sums[at] ?? 0)),
      );
    }
    const known = one.currency === currency ? null : rates.on(one.currency, currency, lastDays.at(-1) ?? "");
    if (known) converted.rates.push({ currency: one.currency, ...known });
  }
  summary.categories = [...categories].map(([categoryId, sums]) => ({ categoryId, sums }));
  return converted;
}

const isNothing = ({ months }: CurrencySummary, at: number) => {
  const { income, expense, netWorth } = months[at]!;
  return income === 0 && expense === 0 && netWorth === 0;
};
