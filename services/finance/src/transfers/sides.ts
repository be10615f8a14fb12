import { fold } from "@tessera/rules";
import type { Tx } from "@tessera/service-kit";
import { type SQL, sql } from "drizzle-orm";
import type { Side } from "./score.ts";

export interface SideRow extends Record<string, unknown> {
  id: string;
  date: string;
  amount: string;
  currency: string;
  account_id: string;
  account: string;
  number: string | null;
  counterparty: string | null;
  reference: string | null;
  text: string;
}

/** Columns of a transaction `t` as one side of a transfer, and what they are read from. */
export const SIDE_COLUMNS: SQL = sql.raw(`
  t.id, t.date::text as date, t.amount, a.currency, a.id as account_id, a.name as account, a.number, t.counterparty,
  t.reference, concat_ws(' ', p.name, t.payee_text, t.note, t.reference) as text`);
export const SIDE_JOINS: SQL = sql.raw(`
  finance.transaction t join finance.account a on a.user_id = t.user_id and a.id = t.account_id
    left join finance.payee p on p.id = t.payee_id`);

export const sideOf = (row: SideRow): Side => ({
  ...{ id: row.id, date: row.date, amount: Number(row.amount), currency: row.currency },
  ...{ counterparty: row.counterparty, reference: row.reference, text: row.text, folded: fold(row.text) },
  account: { id: row.account_id, name: row.account, number: row.number },
});

// An array, not a list that is joined: the planner would read all transactions for it.
export async function readSides(tx: Tx, ids: readonly string[]): Promise<Map<string, Side>> {
  const { rows } = await tx.execute<SideRow>(sql`
    select ${SIDE_COLUMNS} from ${SIDE_JOINS}
    where t.id = any (array(select value::uuid from jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb)))`);
  return new Map(rows.map((row) => [row.id, sideOf(row)]));
}
