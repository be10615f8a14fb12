import type { Transaction, TransactionPatch } from "@tessera/contracts-finance/transactions.ts";
import { shell } from "@tessera/shell-api";
import { dayText } from "./transaction-row.tsx";

/** Whether a change makes a locked transaction another one than its statement has. */
export const breaksReconciliation = (row: Transaction, { date, amount, accountId }: TransactionPatch): boolean =>
  row.state === "reconciled" &&
  ((date !== undefined && date !== row.date) ||
    (amount !== undefined && amount !== row.amount) ||
    (accountId !== undefined && accountId !== row.accountId));

export function whyLocked({ reconciliation }: Transaction): string {
  const statement = reconciliation ? `the statement of ${dayText(reconciliation.date)}` : "a statement";
  return `This transaction is reconciled with ${statement}. With another day, amount or account it no longer agrees.`;
}

/** Asks before a locked transaction is changed. */
export const mayUnlock = (row: Transaction): Promise<boolean> =>
  shell()
    .dialogs.confirm(whyLocked(row), {
      title: "Change a reconciled transaction?",
      buttons: [
        { text: "Leave it as it was", variant: "outline", onClick: (dialog) => dialog.cancel() },
        { text: "Change and unlock", value: true },
      ],
    })
    .then(Boolean);
