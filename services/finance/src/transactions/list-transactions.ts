import { Injectable } from "@nestjs/common";
import type { TransactionPage, TransactionQuery, TransactionSums } from "@tessera/contracts-finance/transactions.ts";
import { Day } from "@tessera/contracts-finance/values.ts";
import { type Caller, Database } from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import { z } from "zod";
import { pageCursor } from "../http/page-cursor.ts";
import { type Filter, ofCategory } from "./filter.ts";
import { lookedUp } from "./find-words.ts";
import { COLUMNS, shownTransaction, type TransactionRow } from "./transaction-row.ts";

interface SumsRow extends Record<string, unknown> {
  currency: string;
  count: number;
  in: string;
  out: string;
  income: string;
  expense: string;
  moves: number;
  moved: string;
}

export const positions = pageCursor(z.tuple([Day, z.uuid()]));

@Injectable()
export class ListTransactions {
  constructor(private readonly database: Database) {}

  /** Newest first. @throws ProblemException 400 `invalid_cursor` */
  async page(caller: Pick<Caller, "userId">, query: z.output<typeof TransactionQuery>): Promise<TransactionPage> {
    const { cursor, limit, ...filter } = query;
    const position = cursor === undefined ? null : positions.read(cursor);
    const after = position ? sql`and (t.date, t.id) < (${position[0]}::date, ${position[1]}::uuid)` : sql``;
    const matching = await lookedUp(this.database, caller, filter);
    const { rows } = await this.database.read<TransactionRow>(
      caller,
      sql`select ${COLUMNS} from finance.transaction t join finance.account a on a.id = t.account_id
        where ${matching} ${after} order by t.date desc, t.id desc limit ${limit + 1}`,
    );
    const items = rows.slice(0, limit).map(shownTransaction);
    const last = items.at(-1);
    return { items, nextCursor: rows.length > limit && last ? positions.write([last.date, last.id]) : null };
  }

  /** Of all that the filter shows; with a category, of its parts alone. */
  async sums(caller: Pick<Caller, "userId">, filter: Filter): Promise<TransactionSums> {
    const { userId } = caller;
    const { category, own, ...others } = filter;
    const matching = await lookedUp(this.database, caller, others);
    // Of a category its parts are summed first: a look at the parts of each transaction would take longer.
    const amounts = category
      ? sql`(select s.transaction_id, sum(s.amount) as amount from finance.split s
            where s.user_id = ${userId} and ${ofCategory(userId, { category, own })} group by s.transaction_id) v
          join finance.transaction t on t.id = v.transaction_id`
      : sql`finance.transaction t cross join lateral (select t.amount) v`;
    // Few transactions move money between accounts: they are counted apart, and taken from what all add up to.
    const { rows } = await this.database.read<SumsRow>(
      caller,
      sql`with moved as (
          select m.id, max(m.fee) as fee from (
            select x.from_id as id, case when x.whole_id is distinct from x.from_id then x.fee else 0 end as fee
            from finance.transfer x where x.user_id = ${userId}
            union all
            select x.to_id, 0 from finance.transfer x where x.user_id = ${userId}
          ) m group by m.id
        ), every as (
          select a.currency, count(*)::int as count,
            coalesce(sum(v.amount) filter (where v.amount > 0), 0) as in,
            coalesce(sum(v.amount) filter (where v.amount < 0), 0) as out
          from ${amounts} join finance.account a on a.user_id = t.user_id and a.id = t.account_id
          where ${matching} group by a.currency
        ), moves as (
          select a.currency, count(*)::int as count,
            coalesce(sum(v.amount) filter (where v.amount > 0), 0) as in,
            coalesce(sum(v.amount) filter (where v.amount < 0), 0) as out,
            -- What a bank kept has no category.
            ${category ? sql`0` : sql`sum(x.fee)`} as fee
          from ${amounts} join moved x on x.id = t.id
            join finance.account a on a.user_id = t.user_id and a.id = t.account_id
          where ${matching} group by a.currency
        )
        select e.currency, e.count, e.in, e.out, e.in - coalesce(m.in, 0) as income,
          e.out - coalesce(m.out, 0) - coalesce(m.fee, 0) as expense, coalesce(m.count, 0) as moves,
          coalesce(m.in + m.out + m.fee, 0) as moved
        from every e left join moves m on m.currency = e.currency order by e.count desc, e.currency`,
    );
    return {
      total: rows.reduce((total, { count }) => total + count, 0),
      currencies: rows.map((row) => {
        const [plus, minus] = [Number(row.in), Number(row.out)];
        return {
          ...{ currency: row.currency, in: plus, out: minus, sum: plus + minus },
          ...{ income: Number(row.income), expense: Number(row.expense) },
          transfers: { count: row.moves, sum: Number(row.moved) },
        };
      }),
    };
  }
}
