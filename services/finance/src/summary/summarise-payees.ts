import { Injectable } from "@nestjs/common";
import { MAX_SUMMARY_PAYEES } from "@tessera/contracts-finance/limits.ts";
import type { PayeeSummary, PayeeSummaryQuery } from "@tessera/contracts-finance/summary.ts";
import { type Caller, Database } from "@tessera/service-kit";
import { sql } from "drizzle-orm";

interface Line extends Record<string, unknown> {
  currency: string;
  payee_id: string | null;
  name: string | null;
  income: string;
  expense: string;
  /** Of all payees of the currency. */
  all_income: string;
  all_expense: string;
}

@Injectable()
export class SummarisePayees {
  constructor(private readonly database: Database) {}

  /** What payees brought and cost; of each currency separately. Reads the sums of months, no transaction. */
  async run(caller: Caller, { from, to, account }: PayeeSummaryQuery): Promise<PayeeSummary> {
    const { rows } = await this.database.read<Line>(
      caller,
      sql`
        with sums as (
          select a.currency, s.payee_id, sum(s.income) as income, sum(s.expense) as expense
          from finance.account a join finance.payee_sum s on s.user_id = a.user_id and s.account_id = a.id
          where a.user_id = ${caller.userId} ${account ? sql`and a.id = ${account}` : sql``}
            and s.month between ${`${from}-01`}::date and ${`${to}-01`}::date
          group by 1, 2
        ), ranked as (
          select s.*, row_number() over (partition by s.currency order by s.income desc, s.payee_id) as by_income,
            row_number() over (partition by s.currency order by s.expense, s.payee_id) as by_expense,
            sum(s.income) over (partition by s.currency) as all_income,
            sum(s.expense) over (partition by s.currency) as all_expense
          from sums s
        )
        select r.currency, r.payee_id, p.name, r.income, r.expense, r.all_income, r.all_expense
        from ranked r left join finance.payee p on p.id = r.payee_id
        where r.by_income <= ${MAX_SUMMARY_PAYEES} and r.income <> 0
          or r.by_expense <= ${MAX_SUMMARY_PAYEES} and r.expense <> 0
        order by r.currency, r.expense, r.income desc`,
    );
    const currencies = [...Map.groupBy(rows, ({ currency }) => currency)].map(([currency, own]) => ({
      ...{ currency, income: Number(own[0]!.all_income), expense: Number(own[0]!.all_expense) },
      payees: own.map(({ payee_id, name, income, expense }) => ({
        payee: payee_id === null ? null : { id: payee_id, name: name ?? "" },
        ...{ income: Number(income), expense: Number(expense) },
      })),
    }));
    return { currencies };
  }
}
