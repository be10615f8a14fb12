import { Injectable } from "@nestjs/common";
import { addMonths, monthsTo } from "@tessera/contracts-finance/months.ts";
import type { CurrencySummary, FinancialSummary, SummaryQuery } from "@tessera/contracts-finance/summary.ts";
import { type Caller, Database, type Tx } from "@tessera/service-kit";
import { type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import { isNoTransfer } from "../transactions/filter.ts";

interface LineRow extends Record<string, unknown> {
  currency: string;
  month: string;
  category_id: string | null;
  income: string;
  expense: string;
}
/** Without a month: what was there before the first one. */
interface WorthRow extends Record<string, unknown> {
  currency: string;
  month: string | null;
  sum: string;
}

@Injectable()
export class Summarise {
  constructor(private readonly database: Database) {}

  /** Income, expense and net worth by month; of each currency by itself. */
  async run(caller: Caller, { to, months, account }: z.output<typeof SummaryQuery>): Promise<FinancialSummary> {
    const all = monthsTo(to, months);
    const period = { from: `${all[0]!}-01`, end: `${addMonths(to, 1)}-01` };
    const { userId } = caller;
    const own = sql`a.user_id = ${userId} ${account ? sql`and a.id = ${account}` : sql``}`;
    return this.database.as(caller, async (tx) => {
      const currencies = await tx.execute<{ currency: string }>(sql`
        select a.currency from finance.account a where ${own} group by a.currency order by count(*) desc, a.currency`);
      const [lines, worth] = [await linesOf(tx, userId, own, period), await worthOf(tx, userId, own, period)];
      return {
        currencies: currencies.rows.map(({ currency }) => ({
          currency,
          months: monthsOf(
            all,
            lines.filter((line) => line.currency === currency),
            worth.filter((row) => row.currency === currency),
          ),
          categories: categoriesOf(
            all,
            lines.filter((line) => line.currency === currency),
          ),
        })),
      };
    });
  }
}

interface Period {
  from: string;
  /** The day after the last. */
  end: string;
}

/** Parts of transactions that are no transfer, and what banks kept of transfers. */
async function linesOf(tx: Tx, userId: string, own: SQL, { from, end }: Period): Promise<LineRow[]> {
  const { rows } = await tx.execute<LineRow>(sql`
    with lines as (
      select a.currency, t.date, s.category_id, s.amount
      from finance.account a join finance.transaction t on t.user_id = a.user_id and t.account_id = a.id
        join finance.split s on s.user_id = t.user_id and s.transaction_id = t.id
      where ${own} and t.date >= ${from}::date and t.date < ${end}::date and ${isNoTransfer(userId)}
      union all
      select a.currency, t.date, null, -x.fee
      from finance.account a join finance.transaction t on t.user_id = a.user_id and t.account_id = a.id
        join finance.transfer x on x.user_id = t.user_id and x.from_id = t.id
      where ${own} and x.fee > 0 and t.date >= ${from}::date and t.date < ${end}::date
    ), days as (
      select currency, date, category_id, coalesce(sum(amount) filter (where amount > 0), 0) as income,
        coalesce(sum(amount) filter (where amount < 0), 0) as expense
      from lines group by currency, date, category_id
    )
    select currency, to_char(date, 'YYYY-MM') as month, category_id, sum(income) as income, sum(expense) as expense
    from days group by 1, 2, 3`);
  return rows;
}

/** What came to the accounts before the period, and in each of its months. */
async function worthOf(tx: Tx, userId: string, own: SQL, { from, end }: Period): Promise<WorthRow[]> {
  // Few days are made months of, not many transactions; all before the period are one day.
  const { rows } = await tx.execute<WorthRow>(sql`
    with days as (
      select account_id, greatest(date, ${from}::date - 1) as day, sum(amount) as sum
      from finance.transaction where user_id = ${userId} and date < ${end}::date group by 1, 2
    )
    select a.currency, case when d.day >= ${from}::date then to_char(d.day, 'YYYY-MM') end as month, sum(d.sum) as sum
    from finance.account a join days d on d.account_id = a.id where ${own} group by 1, 2
    union all
    select a.currency, null, sum(a.opening) from finance.account a where ${own} group by a.currency`);
  return rows;
}

function monthsOf(all: readonly string[], lines: readonly LineRow[], worth: readonly WorthRow[]) {
  const of = (month: string | null) =>
    worth.filter((row) => row.month === month).reduce((sum, row) => sum + Number(row.sum), 0);
  let netWorth = of(null);
  return all.map((month): CurrencySummary["months"][number] => {
    netWorth += of(month);
    const own = lines.filter((line) => line.month === month);
    const total = (field: "income" | "expense") => own.reduce((sum, line) => sum + Number(line[field]), 0);
    return { month, income: total("income"), expense: total("expense"), netWorth };
  });
}

function categoriesOf(all: readonly string[], lines: readonly LineRow[]): CurrencySummary["categories"] {
  const places = new Map(all.map((month, place) => [month, place]));
  return [...Map.groupBy(lines, ({ category_id }) => category_id)].map(([categoryId, own]) => {
    const sums = all.map(() => 0);
    for (const { month, income, expense } of own) sums[places.get(month)!]! += Number(income) + Number(expense);
    return { categoryId, sums };
  });
}
