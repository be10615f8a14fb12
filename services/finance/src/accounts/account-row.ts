import type { Account, AccountKind } from "@tessera/contracts-finance/accounts.ts";
import { type SQL, sql } from "drizzle-orm";
import { masked } from "./masked.ts";

/** A row of finance.account with what its transactions add up to; `bigint` arrives as text. */
export interface AccountRow extends Record<string, unknown> {
  id: string;
  name: string;
  kind: AccountKind;
  currency: string;
  number: string | null;
  opening: string;
  closed: boolean;
  version: number;
  balance: string;
  transactions: number;
  newest: string | null;
}

/** Accounts that meet a condition on `a`, open ones first. */
export const accountRows = (condition: SQL): SQL => sql`
  select a.id, a.name, a.kind, a.currency, a.number, a.opening, a.closed, a.version,
    a.opening + coalesce(t.sum, 0) as balance, coalesce(t.count, 0)::int as transactions, t.newest::text as newest
  from finance.account a left join lateral (
    select sum(amount) as sum, count(*) as count, max(date) as newest from finance.transaction
    where user_id = a.user_id and account_id = a.id
  ) t on true
  where ${condition} order by a.closed, lower(a.name), a.id`;

export const shownAccount = (row: AccountRow): Account => ({
  id: row.id,
  name: row.name,
  kind: row.kind,
  currency: row.currency,
  number: masked(row.number),
  opening: Number(row.opening),
  closed: row.closed,
  balance: Number(row.balance),
  transactions: row.transactions,
  newest: row.newest,
  version: row.version,
});
