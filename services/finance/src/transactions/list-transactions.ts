import { Injectable } from "@nestjs/common";
import type { TransactionPage, TransactionQuery, TransactionSums } from "@tessera/contracts-finance/transactions.ts";
import { Day } from "@tessera/contracts-finance/values.ts";
import { type Caller, Database } from "@tessera/service-kit";
import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { pageCursor } from "../http/page-cursor.ts";
import { type Filter, ofCategory } from "./filter.ts";
import { lookedUp } from "./find-words.ts";
import { COLUMNS, shownTransaction, type TransactionRow } from "./transaction-row.ts";

interface SumsRow extends Record<string, unknown> {
  currency: string;
  count: number;
  /** What comes in and goes out, and how much of either is the sides of transfers. */
  plus: string;
  minus: string;
  moves: number;
  moved_plus: string;
  moved_minus: string;
  /** What banks kept of these. */
  fee: string;
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
    const { rows } = await this.database.read<SumsRow>(
      caller,
      isWhole(filter)
        ? keptSums(userId, filter)
        : countedSums(userId, filter, await lookedUp(this.database, caller, withoutCategory(filter))),
    );
    return {
      total: rows.reduce((total, { count }) => total + count, 0),
      currencies: rows.map((row) => {
        const [plus, minus, fee] = [Number(row.plus), Number(row.minus), Number(row.fee)];
        const [movedPlus, movedMinus] = [Number(row.moved_plus), Number(row.moved_minus)];
        return {
          ...{ currency: row.currency, in: plus, out: minus, sum: plus + minus },
          ...{ income: plus - movedPlus, expense: minus - movedMinus - fee },
          transfers: { count: row.moves, sum: movedPlus + movedMinus + fee },
        };
      }),
    };
  }
}

const withoutCategory = ({ category: _, own: __, ...others }: Filter): Filter => others;

/** Nothing but accounts decides what is shown. */
const isWhole = ({ account: _, currency: __, ...others }: Filter): boolean =>
  Object.values(others).every((value) => value === undefined || value === "");

/** From the totals that each month of an account has: each transaction would have to be read. */
const keptSums = (userId: string, { account, currency }: Filter): SQL => sql`
  select a.currency, sum(s.count)::int as count, sum(s.plus) as plus, sum(s.minus) as minus,
    sum(s.moves)::int as moves, sum(s.moved_plus) as moved_plus, sum(s.moved_minus) as moved_minus, sum(s.fee) as fee
  from finance.account a join finance.month_total s on s.user_id = a.user_id and s.account_id = a.id
  where a.user_id = ${userId} ${account ? sql`and a.id = ${account}` : sql``}
    ${currency ? sql`and a.currency = ${currency}` : sql``}
  group by a.currency order by count desc, a.currency`;

/** @param matching conditions on a transaction `t`, but for the category */
function countedSums(userId: string, { category, own }: Filter, matching: SQL): SQL {
  // Of a category its parts are summed first: a look at the parts of each transaction would take longer.
  const amounts = category
    ? sql`(select s.transaction_id, sum(s.amount) as amount from finance.split s
          where s.user_id = ${userId} and ${ofCategory(userId, { category, own })} group by s.transaction_id) v
        join finance.transaction t on t.id = v.transaction_id`
    : sql`finance.transaction t cross join lateral (select t.amount) v`;
  // What a bank kept has no category.
  const fee = category ? sql`0` : sql`x.fee`;
  return sql`with moved as materialized (
      select m.id, max(m.fee) as fee from (
        select x.from_id as id, x.fee from finance.transfer x where x.user_id = ${userId}
        union all
        select x.to_id, 0 from finance.transfer x where x.user_id = ${userId}
      ) m group by m.id
    ), sums as (
      select t.account_id, count(*) as count,
        coalesce(sum(v.amount) filter (where v.amount > 0), 0) as plus,
        coalesce(sum(v.amount) filter (where v.amount < 0), 0) as minus,
        count(x.id) as moves,
        coalesce(sum(v.amount) filter (where v.amount > 0 and x.id is not null), 0) as moved_plus,
        coalesce(sum(v.amount) filter (where v.amount < 0 and x.id is not null), 0) as moved_minus,
        coalesce(sum(${fee}) filter (where x.id is not null), 0) as fee
      from ${amounts} left join moved x on x.id = t.id
      where ${matching} group by t.account_id
    )
    select a.currency, sum(s.count)::int as count, sum(s.plus) as plus, sum(s.minus) as minus,
      sum(s.moves)::int as moves, sum(s.moved_plus) as moved_plus, sum(s.moved_minus) as moved_minus, sum(s.fee) as fee
    from sums s join finance.account a on a.user_id = ${userId} and a.id = s.account_id
    group by a.currency order by count desc, a.currency`;
}
