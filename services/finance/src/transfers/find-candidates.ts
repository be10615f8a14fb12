import { TRANSFER_DAYS } from "@tessera/contracts-finance/limits.ts";
import type { TransferReason } from "@tessera/contracts-finance/transfers.ts";
import type { Tx } from "@tessera/service-kit";
import { type SQL, sql } from "drizzle-orm";
import { type Candidate, clearest, scoreOf } from "../matching/clearest.ts";
import { exchangeOf } from "../rates/exchange.ts";
import { rateBook } from "../rates/rate-book.ts";
import { isNoTransfer } from "../transactions/filter.ts";
import { findSeveral } from "./find-several.ts";
import { MAX_OFF_RATE, reasonsFor, type Side } from "./score.ts";
import { withSets } from "./several.ts";
import { readSides } from "./sides.ts";

export interface Pair {
  from: string;
  to: string;
  /** More of one of the two sides, which add up to the other with it. */
  also: string[];
  /** What they add up to, of the two; null for a pair. */
  whole: string | null;
  fee: number;
  /** When money went out. */
  day: string;
  /** More was near than could be tried: it may not be the only one. */
  isCrowded?: boolean;
  weight: number;
  reasons: TransferReason[];
}

/** Share of an amount that may be a fee. */
const MAX_FEE = 0.02;
const MAX_PAIRS = 5000;
/** Days before the newest transaction whose pairs are offered. */
const LOOK_BACK = 400;

interface PairRow extends Record<string, unknown> {
  from_id: string;
  to_id: string;
}

/** The best way to pair what is not linked yet, newest first. @param days only between these; else the last 400 */
export async function findCandidates(
  tx: Tx,
  userId: string,
  days?: { from: string; to: string },
): Promise<Candidate<Pair>[]> {
  const looked = days ?? (await newestDays(tx, userId));
  if (!looked) return [];
  const rates = await exchangeRates(tx, userId, looked);
  const rows = [
    ...(await possiblePairs(tx, userId, looked)),
    ...(rates ? await exchangedPairs(tx, userId, looked, rates.all) : []),
  ];
  const sides = await readSides(tx, [...new Set(rows.flatMap(({ from_id, to_id }) => [from_id, to_id]))]);
  const learned = await learnedPairs(tx, userId);
  const pairs = rows.map(({ from_id, to_id }): Pair => {
    const [from, to] = [sides.get(from_id)!, sides.get(to_id)!];
    const exchange = from.currency === to.currency ? null : rates!.of(from, to);
    const reasons = reasonsFor(from, to, learned.get(`${from.account.id} ${to.account.id}`) ?? 0, exchange);
    const fee = exchange ? 0 : -from.amount - to.amount;
    return { from: from_id, to: to_id, also: [], whole: null, fee, day: from.date, weight: scoreOf(reasons), reasons };
  });
  const several = await findSeveral(tx, userId, looked, learned);
  const found = withSets(pairs, clearest(pairs), several);
  return found.sort((a, b) => (a.day < b.day ? 1 : a.day > b.day ? -1 : b.weight - a.weight));
}

/**
 * Out of one account and into another of the same currency, near in time and amount; not linked, refused or
 * reconciled. Fewer transactions bring money than take it, so the other side is looked for from those, one by one
 * (`offset 0` holds the planner to it): joined as a whole, each would be compared with all. It is looked for by its
 * amount: a difference of dates is no condition of an index, else all transactions of those days would be read. Nor is
 * it looked for in an account that never paid as much at once.
 */
async function possiblePairs(tx: Tx, userId: string, days: { from: string; to: string }): Promise<PairRow[]> {
  const within = (date: SQL, more: number) =>
    sql`${date} between ${days.from}::date - ${more}::int and ${days.to}::date + ${more}::int`;
  const { rows } = await tx.execute<PairRow>(sql`
    with payers as materialized (
      select a.id, a.currency, (select min(t.amount) from finance.transaction t
        where t.user_id = ${userId} and t.account_id = a.id and t.amount < 0) as most
      from finance.account a where a.user_id = ${userId}
    )
    select o.id as from_id, i.id as to_id
    from (
        select t.id, t.account_id, t.amount, t.date from finance.transaction t
        where t.user_id = ${userId} and t.amount > 0 and t.state <> 'reconciled'
          and ${within(sql`t.date`, 2 * TRANSFER_DAYS)} and ${isNoTransfer(userId)}
        order by t.date desc, t.id offset 0
      ) i join payers ia on ia.id = i.account_id
      join payers oa on oa.currency = ia.currency and oa.id <> ia.id and oa.most <= -i.amount
      cross join lateral (
        select t.id, t.date from finance.transaction t
        where t.user_id = ${userId} and t.account_id = oa.id and t.state <> 'reconciled' and t.amount < 0
          and t.amount between -floor(i.amount / ${1 - MAX_FEE}::float8)::bigint - 1 and -i.amount
          and i.amount >= ceil(-t.amount * ${1 - MAX_FEE}::float8)::bigint
          and t.date - i.date between -${TRANSFER_DAYS}::int and ${TRANSFER_DAYS}::int and ${isNoTransfer(userId)}
        offset 0
      ) o
    where ${within(sql`o.date`, TRANSFER_DAYS)}
      and not exists (select from finance.transfer_refusal r
        where r.user_id = ${userId} and r.from_id = o.id and r.to_id = i.id and r.also = '{}')
    order by o.date desc, o.id, i.id limit ${MAX_PAIRS}`);
  return rows;
}

/**
 * Rates of each pair of currencies of the person's accounts, on each day that money went out; null without any. Days
 * are those of transactions: a file may say any, and all between them would be millions.
 */
async function exchangeRates(tx: Tx, userId: string, { from, to }: { from: string; to: string }) {
  const { rows: accounts } = await tx.execute<{ into: string }>(sql`
    select distinct currency as into from finance.account where user_id = ${userId}`);
  if (accounts.length < 2) return null;
  const { rows: days } = await tx.execute<{ out: string; day: string }>(sql`
    select distinct a.currency as out, t.date::text as day
    from finance.transaction t join finance.account a on a.user_id = t.user_id and a.id = t.account_id
    where t.user_id = ${userId} and t.amount < 0 and t.state <> 'reconciled'
      and t.date between ${from}::date - ${TRANSFER_DAYS}::int and ${to}::date + ${TRANSFER_DAYS}::int
    order by 2`);
  if (!days.length) return null;
  const book = await rateBook(tx, userId, { from: days[0]!.day, to: days.at(-1)!.day });
  if (book.isEmpty) return null;
  const all = days.flatMap(({ out, day }) =>
    accounts.flatMap(({ into }) => {
      const factor = out === into ? null : book.factor(out, into, day);
      return factor === null ? [] : [{ out, into, day, factor }];
    }),
  );
  return { all, of: (one: Side, other: Side) => exchangeOf(book, one, other) };
}

/** The same between accounts of different currencies, at the rate of the day that money went out. */
async function exchangedPairs(
  tx: Tx,
  userId: string,
  days: { from: string; to: string },
  rates: readonly { out: string; into: string; day: string; factor: number }[],
): Promise<PairRow[]> {
  if (!rates.length) return [];
  const { rows } = await tx.execute<PairRow>(sql`
    with rates as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(rates)}::jsonb)
        r (out text, "into" text, day date, factor float8)
    ), outs as materialized (
      select o.id, o.date, o.account_id, -o.amount * r.factor as worth, r.into from finance.transaction o
        join finance.account a on a.user_id = o.user_id and a.id = o.account_id
        join rates r on r.out = a.currency and r.day = o.date
      where o.user_id = ${userId} and o.amount < 0 and o.state <> 'reconciled'
        and o.date between ${days.from}::date - ${TRANSFER_DAYS}::int and ${days.to}::date + ${TRANSFER_DAYS}::int
        and ${isNoTransfer(userId, sql`o.id`)}
    )
    select o.id as from_id, i.id as to_id
    from outs o join finance.account ia on ia.user_id = ${userId} and ia.currency = o.into and ia.id <> o.account_id
      cross join lateral (
        select t.id from finance.transaction t
        where t.user_id = ${userId} and t.account_id = ia.id and t.state <> 'reconciled' and t.amount > 0
          and t.amount between floor(o.worth * ${1 - MAX_OFF_RATE}::float8)::bigint
            and ceil(o.worth * ${1 + MAX_OFF_RATE}::float8)::bigint
          and t.date - o.date between -${TRANSFER_DAYS}::int and ${TRANSFER_DAYS}::int and ${isNoTransfer(userId)}
        offset 0
      ) i
    where not exists (select from finance.transfer_refusal r
      where r.user_id = ${userId} and r.from_id = o.id and r.to_id = i.id and r.also = '{}')
    order by o.date desc, o.id, i.id limit ${MAX_PAIRS}`);
  return rows;
}

/** Days of which all pairs are offered; null without transactions. Known days let the planner see how few they are. */
async function newestDays(tx: Tx, userId: string): Promise<{ from: string; to: string } | null> {
  const { rows } = await tx.execute<{ from: string | null; to: string }>(sql`
    select (max(date) - ${LOOK_BACK - TRANSFER_DAYS}::int)::text as from, max(date)::text as to
    from finance.transaction where user_id = ${userId}`);
  const { from, to } = rows[0]!;
  return from === null ? null : { from, to };
}

/** Pairs of accounts with how many transfers the person linked between them. */
async function learnedPairs(tx: Tx, userId: string): Promise<Map<string, number>> {
  const { rows } = await tx.execute<{ pair: string; count: number }>(sql`
    select f.account_id::text || ' ' || t.account_id::text as pair, count(distinct coalesce(x.whole_id, x.id))::int as count
    from finance.transfer x join finance.transaction f on f.id = x.from_id
      join finance.transaction t on t.id = x.to_id
    where x.user_id = ${userId} and not x.automatic group by 1`);
  return new Map(rows.map(({ pair, count }) => [pair, count]));
}
