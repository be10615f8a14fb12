import { Injectable } from "@nestjs/common";
import { addMonths, monthsTo } from "@tessera/contracts-finance/months.ts";
import type { CurrencySummary, FinancialSummary, SummaryQuery } from "@tessera/contracts-finance/summary.ts";
import { type Caller, Database, type Tx } from "@tessera/service-kit";
import { type SQL, sql } from "drizzle-orm";
import type { z } from "zod";

interface Line {
  currency: string;
  month: string;
  category_id: string | null;
  income: string;
  expense: string;
}
/** `month`: its number in the period, from 1. */
interface LineRow extends Omit<Line, "month">, Record<string, unknown> {
  month: number;
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
    const period = { months: all, from: `${all[0]!}-01`, end: `${addMonths(to, 1)}-01` };
    const { userId } = caller;
    const own = sql`a.user_id = ${userId} ${account ? sql`and a.id = ${account}` : sql``}`;
    const moved = sql`t.user_id = ${userId} ${account ? sql`and t.account_id = ${account}` : sql``}`;
    return this.database.as(caller, async (tx) => {
      const currencies = await tx.execute<{ currency: string }>(sql`
        select a.currency from finance.account a where ${own} group by a.currency order by count(*) desc, a.currency`);
      const [lines, worth] = [await linesOf(tx, userId, own, moved, period), await worthOf(tx, own, moved, period)];
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
  /** YYYY-MM, in their order. */
  months: readonly string[];
  from: string;
  /** The day after the last. */
  end: string;
}

/**
 * Parts of transactions that are no transfer, and what banks kept of transfers. They are grouped by what is cheap to
 * compare, of many transactions: the account and the number of the month.
 */
async function linesOf(tx: Tx, userId: string, own: SQL, moved: SQL, { months, from, end }: Period): Promise<Line[]> {
  const starts = `{${months.map((month) => `${month}-01`).join()}}`;
  const inPeriod = sql`${moved} and t.date >= ${from}::date and t.date < ${end}::date`;
  const month = sql`width_bucket(t.date, ${starts}::date[])`;
  const { rows } = await tx.execute<LineRow>(sql`
    with parts as (
      select t.account_id, ${month} as month, s.category_id, sum(greatest(s.amount, 0)) as income,
        sum(least(s.amount, 0)) as expense
      from finance.transaction t join finance.split s on s.user_id = t.user_id and s.transaction_id = t.id
      where ${inPeriod} and t.id not in (
        select x.from_id from finance.transfer x where x.user_id = ${userId}
        union all select x.to_id from finance.transfer x where x.user_id = ${userId})
      group by 1, 2, 3
      union all
      select t.account_id, ${month}, null, 0, -x.fee
      from finance.transaction t join finance.transfer x on x.user_id = t.user_id and x.from_id = t.id
      where ${inPeriod} and x.fee > 0
    )
    select a.currency, p.month, p.category_id, sum(p.income) as income, sum(p.expense) as expense
    from parts p join finance.account a on a.id = p.account_id where ${own} group by 1, 2, 3`);
  return rows.map((row) => ({ ...row, month: months[row.month - 1]! }));
}

/** What came to the accounts before the period, and in each of its months. */
async function worthOf(tx: Tx, own: SQL, moved: SQL, { from, end }: Period): Promise<WorthRow[]> {
  // All before the period is read along the index by account; of the period, few days are made months of.
  const { rows } = await tx.execute<WorthRow>(sql`
    with sums as (
      select t.account_id, null::date as day, sum(t.amount) as sum from finance.transaction t
      where ${moved} and t.date < ${from}::date group by t.account_id
      union all
      select t.account_id, t.date, sum(t.amount) from finance.transaction t
      where ${moved} and t.date >= ${from}::date and t.date < ${end}::date group by t.account_id, t.date
    )
    select a.currency, to_char(s.day, 'YYYY-MM') as month, sum(s.sum) as sum
    from finance.account a join sums s on s.account_id = a.id where ${own} group by 1, 2
    union all
    select a.currency, null, sum(a.opening) from finance.account a where ${own} group by a.currency`);
  return rows;
}

function monthsOf(all: readonly string[], lines: readonly Line[], worth: readonly WorthRow[]) {
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

function categoriesOf(all: readonly string[], lines: readonly Line[]): CurrencySummary["categories"] {
  const places = new Map(all.map((month, place) => [month, place]));
  return [...Map.groupBy(lines, ({ category_id }) => category_id)].map(([categoryId, own]) => {
    const sums = all.map(() => 0);
    for (const { month, income, expense } of own) sums[places.get(month)!]! += Number(income) + Number(expense);
    return { categoryId, sums };
  });
}
