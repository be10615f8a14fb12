import type { Split, Transaction, TransactionState } from "@tessera/contracts-finance/transactions.ts";
import { type SQL, sql } from "drizzle-orm";

/** A row of finance.transaction with its splits; `bigint` arrives as text. */
export interface TransactionRow extends Record<string, unknown> {
  id: string;
  account_id: string;
  date: string;
  value_date: string | null;
  amount: string;
  currency: string;
  payee_id: string | null;
  payee: string | null;
  payee_text: string | null;
  note: string | null;
  reference: string | null;
  tags: string[];
  state: TransactionState;
  imported: boolean;
  version: number;
  reconciliation: { id: string; date: string } | null;
  splits: Split[];
  transfer: { id: string; otherId: string; otherAccountId: string } | null;
  receipts: { id: string; merchant: string | null }[] | null;
}

/** Columns of a transaction `t`, whose account is `a`. JSON holds amounts exactly: they are safe integers. */
export const COLUMNS: SQL = sql.raw(`
  t.id, t.account_id, t.date::text as date, t.value_date::text as value_date, t.amount, a.currency, t.payee_id,
  (select p.name from finance.payee p where p.id = t.payee_id) as payee, t.payee_text, t.note, t.reference, t.tags,
  t.state, t.imported, t.version,
  (select json_build_object('id', r.id, 'date', r.date::text) from finance.reconciliation r
    where r.id = t.reconciliation_id) as reconciliation,
  (select json_agg(json_build_object('amount', s.amount, 'categoryId', s.category_id, 'note', s.note) order by s.place)
    from finance.split s where s.transaction_id = t.id) as splits,
  coalesce(
    (select json_build_object('id', x.id, 'otherId', o.id, 'otherAccountId', o.account_id)
    from finance.transfer x join finance.transaction o on o.id = x.to_id where x.from_id = t.id order by x.id limit 1),
    (select json_build_object('id', x.id, 'otherId', o.id, 'otherAccountId', o.account_id)
    from finance.transfer x join finance.transaction o on o.id = x.from_id where x.to_id = t.id order by x.id limit 1)
  ) as transfer,
  (select json_agg(json_build_object('id', c.id, 'merchant', c.merchant) order by c.created_at, c.id)
    from finance.receipt_link l join finance.receipt c on c.id = l.receipt_id
    where l.transaction_id = t.id and not c.in_trash) as receipts`);

export const shownTransaction = (row: TransactionRow): Transaction => ({
  id: row.id,
  accountId: row.account_id,
  date: row.date,
  valueDate: row.value_date,
  amount: Number(row.amount),
  currency: row.currency,
  payee: row.payee_id && row.payee !== null ? { id: row.payee_id, name: row.payee } : null,
  payeeText: row.payee_text,
  note: row.note,
  reference: row.reference,
  tags: row.tags,
  state: row.state,
  splits: row.splits,
  imported: row.imported,
  transfer: row.transfer,
  receipts: row.receipts ?? [],
  reconciliation: row.reconciliation,
  version: row.version,
});
