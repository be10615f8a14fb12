import type { AccountKind } from "@tessera/contracts-finance/accounts.ts";
import type { ExportQuery } from "@tessera/contracts-finance/export.ts";
import type { Split, TransactionState } from "@tessera/contracts-finance/transactions.ts";
import { type SQL, sql } from "drizzle-orm";
import type { Entry } from "../bank-files/statement.ts";

/** An account with what it held before the period; `bigint` arrives as text. Its number is not read. */
export interface ExportedAccountRow extends Record<string, unknown> {
  id: string;
  name: string;
  kind: AccountKind;
  currency: string;
  opening: string;
  /** Of its first transaction in the period; null without one. */
  first: string | null;
}

export const exportedAccounts = (userId: string, { account, from, to }: ExportQuery): SQL => sql`
  select a.id, a.name, a.kind, a.currency, a.opening + coalesce(v.before, 0) as opening, v.first::text as first
  from finance.account a cross join lateral (
    select sum(t.amount) filter (where t.date < ${from ?? null}::date) as before,
      min(t.date) filter (where (${from ?? null}::date is null or t.date >= ${from ?? null}::date)
        and (${to ?? null}::date is null or t.date <= ${to ?? null}::date)) as first
    from finance.transaction t where t.account_id = a.id
  ) v
  where a.user_id = ${userId} and (${account ?? null}::uuid is null or a.id = ${account ?? null}::uuid)
  order by lower(a.name), a.id`;

export interface EntryRow extends Record<string, unknown> {
  id: string;
  date: string;
  value_date: string | null;
  amount: string;
  payee: string | null;
  note: string | null;
  reference: string | null;
  tags: string[];
  state: TransactionState;
  import_id: string | null;
  splits: Split[];
  /** Name of the account on the other side of a transfer. */
  transfer: string | null;
  /** What the bank kept of a transfer, on the side where the money went out. */
  fee: string | null;
}

/** Columns of a transaction `t`. */
export const ENTRY_COLUMNS: SQL = sql.raw(`
  t.id, t.date::text as date, t.value_date::text as value_date, t.amount,
  coalesce((select p.name from finance.payee p where p.id = t.payee_id), t.payee_text) as payee, t.note, t.reference,
  t.tags, t.state, t.import_id,
  (select json_agg(json_build_object('amount', s.amount, 'categoryId', s.category_id, 'note', s.note) order by s.place)
    from finance.split s where s.transaction_id = t.id) as splits,
  (select a.name from finance.transfer x
    join finance.transaction o on o.id = case when x.from_id = t.id then x.to_id else x.from_id end
    join finance.account a on a.id = o.account_id where x.from_id = t.id or x.to_id = t.id limit 1)
    as transfer,
  (select nullif(x.fee, 0) from finance.transfer x where x.from_id = t.id limit 1) as fee`);

export interface CategoryNames extends Record<string, unknown> {
  id: string;
  parent_id: string | null;
  name: string;
}

export const CATEGORIES = (userId: string): SQL =>
  sql`select id, parent_id, name from finance.category where user_id = ${userId}`;

/** The names of each category from the root down. */
export function pathsOf(categories: readonly CategoryNames[]): Map<string, string[]> {
  const byId = new Map(categories.map((category) => [category.id, category]));
  const pathOf = (id: string | null): string[] => {
    const category = id === null ? undefined : byId.get(id);
    return category ? [...pathOf(category.parent_id), category.name] : [];
  };
  return new Map(categories.map(({ id }) => [id, pathOf(id)]));
}

/** Only what arrived is the transfer: in a journal its two sides have to cancel out. */
function partsOf({ amount, splits, fee }: EntryRow): (Split & { isFee?: true })[] {
  if (splits.length > 1 || fee === null) return splits;
  const sent = { amount: Number(amount) + Number(fee), categoryId: null, note: null };
  return [sent, { ...splits[0]!, amount: -Number(fee), isFee: true }];
}

/** A transaction as bank files have it. */
export function entryOf(row: EntryRow, currency: string, paths: ReadonlyMap<string, string[]>): Entry {
  const parts = partsOf(row).map(({ amount, categoryId, note, isFee }) => ({
    amount,
    category: (categoryId === null ? undefined : paths.get(categoryId)) ?? undefined,
    // A part of a category is what the transfer cost.
    transferAccount: categoryId === null && !isFee ? (row.transfer ?? undefined) : undefined,
    memo: note ?? undefined,
  }));
  const single = parts.length === 1 ? parts[0] : undefined;
  return {
    ...{ line: 0, date: row.date, valueDate: row.value_date ?? undefined, amount: Number(row.amount), currency },
    ...{ status: "booked", payee: row.payee ?? undefined, reference: row.reference ?? undefined },
    memo: [row.note, single?.memo].filter(Boolean).join("; ") || undefined,
    // Ours where the bank gave none: an import of the file knows it again (match-entries.ts).
    importId: row.import_id ?? row.id,
    tags: row.tags.length ? row.tags : undefined,
    cleared: row.state === "open" ? undefined : row.state,
    ...(single ? { category: single.category, transferAccount: row.transfer ?? undefined } : { splits: parts }),
  };
}

/** What an account held before its first entry. */
export function openingEntry({ opening, first, currency }: ExportedAccountRow): Entry | null {
  if (first === null || Number(opening) === 0) return null;
  const what = { status: "booked", payee: "Opening balance", opening: true } as const;
  return { ...what, line: 0, date: first, amount: Number(opening), currency };
}
