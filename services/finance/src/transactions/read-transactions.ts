import type { Transaction } from "@tessera/contracts-finance/transactions.ts";
import type { Tx } from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import { COLUMNS, shownTransaction, type TransactionRow } from "./transaction-row.ts";

/** Transactions by their ids. */
export async function readTransactions(tx: Tx, ids: readonly string[]): Promise<Map<string, Transaction>> {
  if (!ids.length) return new Map();
  const { rows } = await tx.execute<TransactionRow>(sql`
    select ${COLUMNS} from finance.transaction t join finance.account a on a.id = t.account_id
    where t.id in (select value::uuid from jsonb_array_elements_text(${JSON.stringify([...new Set(ids)])}::jsonb))`);
  return new Map(rows.map((row) => [row.id, shownTransaction(row)]));
}
