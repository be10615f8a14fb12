import { Injectable } from "@nestjs/common";
import { daysOf, monthsTo } from "@tessera/contracts-finance/months.ts";
import type { CurrencySummary, FinancialSummary, SummaryQuery } from "@tessera/contracts-finance/summary.ts";
import { type Caller, Database, type Tx } from "@tessera/service-kit";
import { type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import { firstDayOf } from "../preferences/preferences.service.ts";
import { rateBook } from "../rates/rate-book.ts";
import { convert } from "./convert.ts";

interface Line extends Record<string, unknown> {
  currency: string;
  month: string;
  category_id: string | null;
  income: string;
  expense: string;
  /** By transfers. */
  moved: string;
}

@Injectable()
export class Summarise {
  constructor(private readonly database: Database) {}

  /** Income, expense and net worth by month; of each currency separately. */
  async run(
    caller: Caller,
    { to, months, account, in: main }: z.output<typeof SummaryQuery>,
  ): Promise<FinancialSummary> {
    const all = monthsTo(to, months);
    const period = { from: all[0]!, to };
    const own = sql`a.user_id = ${caller.userId} ${account ? sql`and a.id = ${account}` : sql``}`;
    return this.database.as(caller, async (tx) => {
      const firstDay = await firstDayOf(tx, caller.userId);
      const opening = await openingOf(tx, own, period);
      const lines = Map.groupBy(await linesOf(tx, own, period), ({ currency }) => currency);
      const currencies = [...opening].map(([currency, before]) => ({
        currency,
        months: monthsOf(all, lines.get(currency) ?? [], before),
        categories: categoriesOf(all, lines.get(currency) ?? []),
      }));
      if (main === undefined || !currencies.length) return { firstDay, currencies };
      const days = { from: daysOf(all[0]!, firstDay).to, to: daysOf(to, firstDay).to };
      const rates = await rateBook(tx, caller.userId, days);
      return { firstDay, currencies, converted: convert(currencies, main, rates, firstDay) };
    });
  }
}

/** The first and the last month, YYYY-MM. */
interface Period {
  from: string;
  to: string;
}

/** What the months of the period add up to. */
async function linesOf(tx: Tx, own: SQL, { from, to }: Period): Promise<Line[]> {
  const { rows } = await tx.execute<Line>(sql`
    select a.currency, to_char(s.month, 'YYYY-MM') as month, s.category_id, sum(s.income) as income,
      sum(s.expense) as expense, sum(s.moved) as moved
    from finance.account a join finance.month_sum s on s.user_id = a.user_id and s.account_id = a.id
    where ${own} and s.month between ${`${from}-01`}::date and ${`${to}-01`}::date group by 1, s.month, 3`);
  return rows;
}

/** What each currency had before the period, the currency of most accounts first. */
async function openingOf(tx: Tx, own: SQL, { from }: Period): Promise<Map<string, number>> {
  const { rows } = await tx.execute<{ currency: string; sum: string }>(sql`
    select a.currency, sum(a.opening + coalesce(before.sum, 0)) as sum
    from finance.account a left join (
      select s.account_id, sum(s.income + s.expense + s.moved) as sum from finance.account a
        join finance.month_sum s on s.user_id = a.user_id and s.account_id = a.id
      where ${own} and s.month < ${`${from}-01`}::date group by 1
    ) before on before.account_id = a.id
    where ${own} group by a.currency order by count(*) desc, a.currency`);
  return new Map(rows.map(({ currency, sum }) => [currency, Number(sum)]));
}

function monthsOf(all: readonly string[], lines: readonly Line[], opening: number) {
  let netWorth = opening;
  return all.map((month): CurrencySummary["months"][number] => {
    const own = lines.filter((line) => line.month === month);
    const total = (field: "income" | "expense" | "moved") => own.reduce((sum, line) => sum + Number(line[field]), 0);
    const [income, expense] = [total("income"), total("expense")];
    const moved = total("moved");
    netWorth += income + expense + moved;
    return { month, income, expense, netWorth, moved };
  });
}

function categoriesOf(all: readonly string[], lines: readonly Line[]): CurrencySummary["categories"] {
  const places = new Map(all.map((month, place) => [month, place]));
  const counted = lines.filter(({ income, expense }) => Number(income) || Number(expense));
  return [...Map.groupBy(counted, ({ category_id }) => category_id)].map(([categoryId, own]) => {
    const sums = all.map(() => 0);
    for (const { month, income, expense } of own) sums[places.get(month)!]! += Number(income) + Number(expense);
    return { categoryId, sums };
  });
}
