import { decimalOf } from "@tessera/contracts-finance/currencies.ts";
import { RECEIPT_DAYS } from "@tessera/contracts-finance/limits.ts";
import type { ReceiptReason } from "@tessera/contracts-finance/receipts.ts";
import type { Tx } from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import { type Candidate, clearest, MIN_SCORE, scoreOf } from "../matching/clearest.ts";
import { isNoTransfer } from "../transactions/filter.ts";
import { MAX_EARLY, MAX_LESS, MAX_TIP, reasonsFor } from "./score.ts";

/** `from`: the receipt; `to`: the transaction. */
export interface ReceiptPair {
  from: string;
  to: string;
  weight: number;
  reasons: ReceiptReason[];
}

/** Receipts without a transaction that are compared at once, the newest ones, and pairs of them. */
const MAX_RECEIPTS = 500;
const MAX_PAIRS = 5000;
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
  names: string[];
}
interface OpenRow extends Record<string, unknown> {
  id: string;
  total: string;
  currency: string;
}

/** Pairs of receipts and transactions without each other that may be one purchase. @param only of this receipt */
export async function findPairs(tx: Tx, userId: string, only?: string): Promise<ReceiptPair[]> {
  const { rows: open } = await tx.execute<OpenRow>(sql`
    select c.id, c.total, c.currency from finance.receipt c
    where c.user_id = ${userId} and not c.in_trash and c.total is not null and c.total <> 0
      and ${only === undefined ? sql`true` : sql`c.id = ${only}`}
      and not exists (select from finance.receipt_link l where l.receipt_id = c.id)
    order by c.created_at desc, c.id desc limit ${MAX_RECEIPTS}`);
  if (!open.length) return [];
  // Banks write what was paid in another currency into the text: "USD 42.76", "42,76 USD".
  const wanted = open.map(({ id, total, currency }) => {
    const text = decimalOf(Math.abs(Number(total)), currency);
    return { id, point: `%${text}%`, comma: `%${text.replace(".", ",")}%` };
  });
  const { rows } = await tx.execute<PairRow>(sql`
    select c.id as receipt_id, c.merchant, c.date::text as day, c.currency as receipt_currency, c.total,
      t.id as transaction_id, t.date::text as date, t.amount, a.currency,
      array_remove(array[p.name, t.payee_text, t.note] || coalesce(p.aliases, '{}'), null) as names
    from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as w(id uuid, point text, comma text)
      join finance.receipt c on c.id = w.id
      join finance.transaction t on t.user_id = ${userId}
        and t.date between coalesce(c.date - ${MAX_EARLY}::int, c.created_at::date - ${WITHOUT_DAY}::int)
          and coalesce(c.date + ${RECEIPT_DAYS}::int, c.created_at::date + ${WITHOUT_DAY}::int)
      join finance.account a on a.id = t.account_id
      left join finance.payee p on p.id = t.payee_id
      cross join lateral (select concat_ws(' ', p.name, t.payee_text, t.note, t.reference) as text) said
    where case
        when a.currency <> c.currency then t.amount < 0 and c.total > 0
          and said.text ilike '%' || c.currency || '%' and (said.text ilike w.point or said.text ilike w.comma)
        when c.total > 0 then -t.amount between floor(c.total * ${1 - MAX_LESS}::float8)::bigint
          and ceil(c.total * ${1 + MAX_TIP}::float8)::bigint
        else -t.amount = c.total end
      and ${isNoTransfer(userId)}
      and not exists (select from finance.receipt_link l join finance.receipt o on o.id = l.receipt_id
        where l.transaction_id = t.id and not o.in_trash)
      and not exists (select from finance.receipt_refusal r
        where r.receipt_id = c.id and r.transaction_id = t.id)
    order by c.created_at desc, c.id, t.id limit ${MAX_PAIRS}`);
  return rows
    .map((row): ReceiptPair => {
      const receipt = {
        merchant: row.merchant,
        date: row.day,
        currency: row.receipt_currency,
        total: Number(row.total),
      };
      const { date, currency, names } = row;
      const reasons = reasonsFor(receipt, { date, amount: Number(row.amount), currency, names });
      return { from: row.receipt_id, to: row.transaction_id, weight: scoreOf(reasons), reasons };
    })
    .filter(({ weight }) => weight >= MIN_SCORE);
}

/** The best way to give all open receipts their transactions. */
export const bestReceiptPairs = async (tx: Tx, userId: string): Promise<Candidate<ReceiptPair>[]> =>
  clearest(await findPairs(tx, userId));
