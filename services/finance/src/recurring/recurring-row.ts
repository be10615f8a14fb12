import { MAX_RECURRING } from "@tessera/contracts-finance/limits.ts";
import type { Every, Recurring, RecurringState } from "@tessera/contracts-finance/recurring.ts";
import type { Tx } from "@tessera/service-kit";
import { type SQL, sql } from "drizzle-orm";
import { type Payment } from "./find-series.ts";
import { changesOf, standingOf, whyOf } from "./standing.ts";

export interface RecurringRow extends Record<string, unknown> {
  id: string;
  account_id: string;
  payee_id: string;
  payee_name: string;
  currency: string;
  state: RecurringState;
  name: string | null;
  every: Every;
  anchor: string;
  amount: string;
  own_amount: string | null;
  varies: boolean;
  /** The latest last. */
  payments: Payment[];
  /** Days on which one was due that the person settled without a transaction. */
  settled: string[];
  by_hand: Recurring["byHand"];
  version: number;
}

/** Rows of the person with the names that pages show. @param where about a row `r` */
export async function recurringRows(tx: Tx, userId: string, where: SQL = sql`true`): Promise<RecurringRow[]> {
  const { rows } = await tx.execute<RecurringRow>(sql`
    select r.id, r.account_id, r.payee_id, p.name as payee_name, a.currency, r.state, r.name, r.every,
      r.anchor::text as anchor, r.amount, r.own_amount, r.varies, r.payments, r.by_hand, r.version,
      coalesce((select json_agg(s.due::text) from finance.recurring_settled s where s.recurring_id = r.id), '[]')
        as settled
    from finance.recurring r join finance.payee p on p.id = r.payee_id join finance.account a on a.id = r.account_id
    where r.user_id = ${userId} and ${where} order by r.created_at, r.id limit ${MAX_RECURRING}`);
  return rows;
}

export const nameOf = ({ name, payee_name }: RecurringRow): string => name ?? payee_name;
/** What the next one is expected to be, in minor units. */
export const expectedOf = ({ own_amount, amount }: RecurringRow): number => Number(own_amount ?? amount);

/** @param today YYYY-MM-DD */
export function shownRecurring(row: RecurringRow, today: string): Recurring {
  const { id, state, every, currency, varies, payments, version } = row;
  const { due, missed } = standingOf(row, today);
  return {
    ...{ id, accountId: row.account_id, payee: { id: row.payee_id, name: row.payee_name }, name: nameOf(row) },
    ...{ state, every, amount: expectedOf(row), currency, varies, due, missed },
    changes: varies ? [] : changesOf(payments),
    payments: payments.toReversed(),
    ...{ why: whyOf(row), byHand: row.by_hand, version },
  };
}
