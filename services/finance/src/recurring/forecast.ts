import { Injectable } from "@nestjs/common";
import { FORECAST_MONTHS } from "@tessera/contracts-finance/limits.ts";
import { addMonths, daysOf, monthOf, monthsTo } from "@tessera/contracts-finance/months.ts";
import type { Forecast, ForecastQuery } from "@tessera/contracts-finance/recurring.ts";
import { type Caller, Clock, Database, type Tx } from "@tessera/service-kit";
import { type SQL, sql } from "drizzle-orm";
import { firstDayOf } from "../preferences/preferences.service.ts";
import { expectedOf, nameOf, recurringRows } from "./recurring-row.ts";
import { expectedDays } from "./standing.ts";

interface SumRow extends Record<string, unknown> {
  currency: string;
  balance: string;
  /** Of months after this one: transactions that are dated ahead. */
  ahead: { month: string; income: number; expense: number; moved: number }[] | null;
}

@Injectable()
export class ComputeForecast {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** The balance as it is, what is booked ahead, and what confirmed payments will add. */
  async run(caller: Caller, { account }: ForecastQuery): Promise<Forecast> {
    const day = this.clock.now().toISOString().slice(0, 10);
    return this.database.as(caller, async (tx) => {
      const firstDay = await firstDayOf(tx, caller.userId);
      const now = monthOf(day, firstDay);
      const all = monthsTo(addMonths(now, FORECAST_MONTHS), FORECAST_MONTHS + 1);
      const own = sql`a.user_id = ${caller.userId} ${account ? sql`and a.id = ${account}` : sql``}`;
      const only = account ? sql`and r.account_id = ${account}` : sql``;
      const confirmed = await recurringRows(tx, caller.userId, sql`r.state = 'confirmed' ${only}`);
      const until = daysOf(all.at(-1)!, firstDay).to;
      const payments = confirmed
        .flatMap((row) =>
          expectedDays(row, day, until).map((date) => ({
            ...{ recurringId: row.id, name: nameOf(row), date, amount: expectedOf(row), currency: row.currency },
          })),
        )
        .sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : a.name < b.name ? -1 : 1));
      const currencies = (await sumsOf(tx, own, now, all.at(-1)!)).map((sums) => {
        const due = payments.filter((one) => one.currency === sums.currency);
        let balance = Number(sums.balance);
        const months = all.map((month) => {
          const amounts = due.filter(({ date }) => monthOf(date, firstDay) === month).map(({ amount }) => amount);
          const booked = (sums.ahead ?? []).find((one) => one.month === month);
          const add = (of: readonly number[]) => of.reduce((sum, amount) => sum + amount, 0);
          const came = add(amounts.filter((amount) => amount > 0)) + (booked?.income ?? 0);
          const went = add(amounts.filter((amount) => amount < 0)) + (booked?.expense ?? 0);
          balance += came + went + (booked?.moved ?? 0);
          return { month, in: came, out: went, balance };
        });
        return {
          ...{ currency: sums.currency, balance: Number(sums.balance), months },
          payments: due.map(({ currency: _, ...payment }) => payment),
        };
      });
      return { day, currencies };
    });
  }
}

/** From the sums of months (decision 011): no transaction is read. */
async function sumsOf(tx: Tx, own: SQL, now: string, last: string): Promise<SumRow[]> {
  const { rows } = await tx.execute<SumRow>(sql`
    with sums as (
      select a.currency, s.month, sum(s.income) as income, sum(s.expense) as expense, sum(s.moved) as moved
      from finance.account a join finance.month_sum s on s.user_id = a.user_id and s.account_id = a.id
      where ${own} and s.month <= ${`${last}-01`}::date group by 1, 2
    )
    select a.currency,
      sum(a.opening) + coalesce((select sum(s.income + s.expense + s.moved) from sums s
        where s.currency = a.currency and s.month <= ${`${now}-01`}::date), 0) as balance,
      (select json_agg(json_build_object('month', to_char(s.month, 'YYYY-MM'), 'income', s.income,
        'expense', s.expense, 'moved', s.moved)) from sums s
        where s.currency = a.currency and s.month > ${`${now}-01`}::date) as ahead
    from finance.account a where ${own} group by a.currency order by count(*) desc, a.currency`);
  return rows;
}
