import { decimalOf } from "@tessera/contracts-finance/currencies.ts";
import { RECEIPT_DAYS } from "@tessera/contracts-finance/limits.ts";
import type { ReceiptReason } from "@tessera/contracts-finance/receipts.ts";
import type { Tx } from "@tessera/service-kit";
import { type SQL, sql } from "drizzle-orm";
import { type Candidate, clearest, MIN_SCORE, scoreOf } from "../matching/clearest.ts";
import { exchangeOf } from "../rates/exchange.ts";
import { rateBook } from "../rates/rate-book.ts";
import { isNoTransfer } from "../transactions/filter.ts";
import { type BookedSide, MAX_EARLY, MAX_LESS, MAX_OFF_RATE, MAX_TIP, reasonsFor } from "./score.ts";

/** `from`: the receipt; `to`: the transaction. */
export interface ReceiptPair {
  from: string;
  to: string;
  weight: number;
  reasons: ReceiptReason[];
}

/** Receipts without a transaction that are compared at once, the newest ones, mails last; and pairs of them. */
const MAX_RECEIPTS = 500;
const MAX_PAIRS = 5000;
/** Days around a receipt whose payments in its currency say the rate. */
const RATE_DAYS = 30;
/** Days around the coming in of a receipt that states no day. */
const WITHOUT_DAY = 30;

interface PairRow extends Record<string, unknown> {
  receipt_id: string;
  merchant: string | null;
  day: string | null;
  receipt_currency: string;
  total: string;
  transaction_id: string;
  date: string;
  amount: string;
  currency: string;
  original_amount: string | null;
  original_currency: string | null;
  at_rate: number | null;
  rate_words: string | null;
  names_total: boolean;
  names: string[];
}
interface OpenRow extends Record<string, unknown> {
  id: string;
  total: string;
  currency: string;
  day: string;
}

/** Pairs of receipts and transactions without each other that may be one purchase. @param only of this receipt */
export async function findPairs(tx: Tx, userId: string, only?: string): Promise<ReceiptPair[]> {
  const { rows: open } = await tx.execute<OpenRow>(sql`
    select c.id, c.total, c.currency, coalesce(c.date, c.created_at::date)::text as day from finance.receipt c
    where c.user_id = ${userId} and not c.in_trash and c.total is not null and c.total <> 0
      and ${only === undefined ? sql`true` : sql`c.id = ${only}`}
      and not exists (select from finance.receipt_link l where l.receipt_id = c.id)
    order by c.from_mail, c.created_at desc, c.id desc limit ${MAX_RECEIPTS}`);
  if (!open.length) return [];
  // Banks write what was paid in another currency into the text: "USD 42.76", "42,76 USD".
  const wanted = open.map(({ id, total, currency }) => {
    const text = decimalOf(Math.abs(Number(total)), currency);
    return { id, point: `%${text}%`, comma: `%${text.replace(".", ",")}%` };
  });
  const paid = (amount: SQL) => sql`case
    when c.total > 0 then ${amount} between floor(c.total * ${1 - MAX_LESS}::float8)::bigint
      and ceil(c.total * ${1 + MAX_TIP}::float8)::bigint
    else ${amount} = c.total end`;
  const { rows } = await tx.execute<PairRow>(sql`
    with rates as materialized (
      select c.id, a.currency, percentile_disc(0.5) within group (order by t.amount::float8 / t.original_amount) as rate
      from finance.receipt c
        join finance.transaction t on t.user_id = ${userId} and t.original_currency = c.currency
          and t.original_amount <> 0 and t.date between coalesce(c.date, c.created_at::date) - ${RATE_DAYS}::int
            and coalesce(c.date, c.created_at::date) + ${RATE_DAYS}::int
        join finance.account a on a.id = t.account_id
      where c.user_id = ${userId}
        and c.id in (select value::uuid from jsonb_array_elements_text(${JSON.stringify(open.map(({ id }) => id))}::jsonb))
      group by c.id, a.currency
    ), given as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(await givenRates(tx, userId, open))}::jsonb)
        r (id uuid, currency text, rate float8, words text)
    )
    select c.id as receipt_id, c.merchant, c.date::text as day, c.currency as receipt_currency, c.total,
      t.id as transaction_id, t.date::text as date, t.amount, a.currency,
      t.original_amount, t.original_currency, c.total * r.rate as at_rate, g.words as rate_words,
      said.names_total,
      array_remove(array[p.name, t.payee_text, t.note] || coalesce(p.aliases, '{}'), null) as names
    from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as w(id uuid, point text, comma text)
      join finance.receipt c on c.id = w.id
      join finance.transaction t on t.user_id = ${userId}
        and t.date between coalesce(c.date - ${MAX_EARLY}::int, c.created_at::date - ${WITHOUT_DAY}::int)
          and coalesce(c.date + ${RECEIPT_DAYS}::int, c.created_at::date + ${WITHOUT_DAY}::int)
      join finance.account a on a.id = t.account_id
      left join finance.payee p on p.id = t.payee_id
      left join rates x on x.id = c.id and x.currency = a.currency
      left join given g on g.id = c.id and g.currency = a.currency
      cross join lateral (select coalesce(g.rate, x.rate) as rate) r
      cross join lateral (select concat_ws(' ', p.name, t.payee_text, t.note, t.reference) as text) whole
      cross join lateral (
        select whole.text ilike '%' || c.currency || '%' and (whole.text ilike w.point or whole.text ilike w.comma)
          as names_total
      ) said
    where case
        when a.currency = c.currency then ${paid(sql`-t.amount`)}
        when t.original_currency = c.currency then ${paid(sql`-t.original_amount`)}
        else t.amount < 0 and c.total > 0 and (said.names_total
          or t.original_currency is null and abs(-t.amount - c.total * r.rate) <= c.total * r.rate * ${MAX_OFF_RATE}::float8)
      end
      and ${isNoTransfer(userId)}
      and not exists (select from finance.receipt_link l join finance.receipt o on o.id = l.receipt_id
        where l.transaction_id = t.id and not o.in_trash)
      and not exists (select from finance.receipt_refusal f
        where f.receipt_id = c.id and f.transaction_id = t.id)
    order by c.from_mail, c.created_at desc, c.id, t.id limit ${MAX_PAIRS}`);
  return rows
    .map((row): ReceiptPair => {
      const receipt = {
        merchant: row.merchant,
        date: row.day,
        currency: row.receipt_currency,
        total: Number(row.total),
      };
      const reasons = reasonsFor(receipt, bookedOf(row));
      return { from: row.receipt_id, to: row.transaction_id, weight: scoreOf(reasons), reasons };
    })
    .filter(({ weight }) => weight >= MIN_SCORE);
}

const bookedOf = (row: PairRow): BookedSide => ({
  ...{ date: row.date, amount: Number(row.amount), currency: row.currency, names: row.names },
  original:
    row.original_currency === null ? null : { amount: Number(row.original_amount), currency: row.original_currency },
  ...{ atRate: row.at_rate, rateWords: row.rate_words, namesTotal: row.names_total },
});

/** Rates that the person gave, of receipts in currencies that their accounts are not in. */
async function givenRates(tx: Tx, userId: string, open: readonly OpenRow[]) {
  const { rows } = await tx.execute<{ currency: string }>(sql`
    select distinct currency from finance.account where user_id = ${userId}`);
  const abroad = open.filter(({ currency }) => rows.some((one) => one.currency !== currency));
  if (!abroad.length) return [];
  const days = abroad.map(({ day }) => day).sort();
  const rates = await rateBook(tx, userId, { from: days[0]!, to: days.at(-1)! });
  return abroad.flatMap(({ id, currency: paid, day }) =>
    rows.flatMap(({ currency }) => {
      const exchange = currency === paid ? null : exchangeOf(rates, { currency: paid, date: day }, { currency });
      return exchange ? [{ id, currency, rate: exchange.factor, words: exchange.words }] : [];
    }),
  );
}

/** The best way to give all open receipts their transactions. */
export const bestReceiptPairs = async (tx: Tx, userId: string): Promise<Candidate<ReceiptPair>[]> =>
  clearest(await findPairs(tx, userId));
