import type { BulkChange, Transaction, TransactionPatch } from "@tessera/contracts-finance/transactions.ts";
import { shell } from "@tessera/shell-api";
import { failureWords } from "@tessera/ui/failure-words";
import { finance } from "../api.ts";
import { useActs } from "../frame/undo.ts";
import { breaksReconciliation, mayUnlock } from "./unlock.ts";

const count = (rows: number) => `${rows.toLocaleString()} ${rows === 1 ? "transaction" : "transactions"}`;
const refused = (error: unknown) =>
  shell().notifications.show({ message: failureWords("Nothing was changed.", error), intent: "error" });

/** What is done to transactions; each says what it did and can be undone, a failure says why. */
export function useChanges(put: (saved: Transaction) => void) {
  const { finished, undoLast, refresh } = useActs();

  /** Saves what was typed in a row. */
  const save = async (row: Transaction, wanted: TransactionPatch): Promise<void> => {
    if (Object.keys(wanted).length === 0) return;
    const { id, version } = row;
    const unlocks = breaksReconciliation(row, wanted);
    if (unlocks && !(await mayUnlock(row))) return;
    const patch = unlocks ? { ...wanted, state: "cleared" as const } : wanted;
    try {
      const { act, transaction } = await finance.changeTransaction(id, version, patch);
      put(transaction);
      await finished(act, "Transaction changed");
    } catch (error) {
      refused(error);
      await refresh();
    }
  };

  const bulk = async (ids: readonly string[], change: BulkChange["change"], words: string): Promise<void> => {
    try {
      const { act, changed, skipped } = await finance.bulk({ ids: [...ids], change }, crypto.randomUUID());
      const left = skipped ? `, ${skipped.toLocaleString()} left as they were` : "";
      await finished(act, `${count(changed)} ${words}${left}`);
    } catch (error) {
      refused(error);
    }
  };
  return { save, bulk, finished, undoLast };
}
