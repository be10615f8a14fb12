import { Injectable } from "@nestjs/common";
import { addMonths, monthsTo } from "@tessera/contracts-finance/months.ts";
import type { CurrencySummary, FinancialSummary, SummaryQuery } from "@tessera/contracts-finance/summary.ts";
import { type Caller, Database, type Tx } from "@tessera/service-kit";
import { type SQL, sql } from "drizzle-orm";
import type { z } from "zod";

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
    const own = sql`a.user_id = ${caller.userId} ${account ? sql`and a.id = ${account}` : sql``}`;
    return this.database.as(caller, async (tx) => {
      const currencies = await tx.execute<{ currency: string }>(sql`
        select a.currency from finance.account a where ${own} group by a.currency order by count(*) desc, a.currency`);
      const [lines, worth] = [await linesOf(tx, own, period), await worthOf(tx, own, period)];
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
async function linesOf(tx: Tx, own: SQL, { from, end }: Period): Promise<LineRow[]> {
  const { rows } = await tx.execute<LineRow>(sql`
    with lines as (
      select a.currency, to_char(t.date, 'YYYY-MM') as month, s.category_id, s.amount
      from finance.account a join finance.transaction t on t.account_id = a.id
        join finance.split s on s.transaction_id = t.id
      where ${own} and t.date >= ${from}::date and t.date < ${end}::date
        and not exists (select from finance.transfer x where x.from_id = t.id)
        and not exists (select from finance.transfer x where x.to_id = t.id)
      union all
      select a.currency, to_char(t.date, 'YYYY-MM'), null, -x.fee
      from finance.account a join finance.transaction t on t.account_id = a.id
        join finance.transfer x on x.from_id = t.id
      where ${own} and x.fee > 0 and t.date >= ${from}::date and t.date < ${end}::date
    )
    select currency, month, category_id, coalesce(sum(amount) filter (where amount > 0), 0) as income,
      coalesce(sum(amount) filter (where amount < 0), 0) as expense
    from lines group by currency, month, category_id`);
  return rows;
}

/** What came to the accounts before the period, and in each of its months. */
async function worthOf(tx: Tx, own: SQL, { from, end }: Period): Promise<WorthRow[]> {
  const { rows } = await tx.execute<WorthRow>(sql`
    select a.currency, case when t.date >= ${from}::date then to_char(t.date, 'YYYY-MM') end as month,
      sum(t.amount) as sum
    from finance.account a join finance.transaction t on t.account_id = a.id
    where ${own} and t.date < ${end}::date group by 1, 2
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
