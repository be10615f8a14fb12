import { decimalsOf } from "@tessera/contracts-finance/currencies.ts";
import type { ReconciliationStart } from "@tessera/contracts-finance/reconciliations.ts";
import type { Tx } from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import type { AccountRow } from "../accounts/account-row.ts";

interface StatedRow extends Record<string, unknown> {
  file_name: string;
  date: string;
  amount: string;
  currency: string;
}

/** The closing balance of the day, else the newest one, that files state which were imported into the account. */
export async function statedFor(
  tx: Tx,
  userId: string,
  account: AccountRow,
  date: string | undefined,
): Promise<ReconciliationStart["stated"]> {
  const { rows } = await tx.execute<StatedRow>(sql`
    select f.file_name, f.date, f.amount, f.currency from (
      select i.file_name, i.at, s.value -> 'closing' ->> 'amount' as amount,
        s.value -> 'closing' ->> 'currency' as currency,
        coalesce(s.value -> 'closing' ->> 'date', s.value ->> 'to') as date
      from finance.bank_import i join finance.act a on a.id = i.act_id and a.undone_by is null,
        jsonb_array_elements(i.summary -> 'statements') s
      where i.user_id = ${userId} and s.value ->> 'into' = ${account.id} and s.value ->> 'closing' is not null
    ) f
    where f.date is not null ${date === undefined ? sql`` : sql`and f.date = ${date}`}
    order by f.date desc, f.at desc limit 1`);
  const [row] = rows;
  if (!row) return null;
  const scale = row.currency === account.currency ? 1 : 10 ** (decimalsOf(account.currency) - 2);
  return { date: row.date, closing: Number(row.amount) * scale, fileName: row.file_name };
}
