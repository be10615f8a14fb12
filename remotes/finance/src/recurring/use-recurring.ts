import type { Recurring, RecurringPatch, RecurringSettled } from "@tessera/contracts-finance/recurring.ts";
import { useQuery, useQueryClient } from "@tessera/query";
import { shell, useLive } from "@tessera/shell-api";
import { failureWords } from "@tessera/ui/failure-words";
import { useMemo } from "react";
import { finance, keys } from "../api.ts";
import { useActs } from "../frame/undo.ts";
import { POLL_MS } from "../frame/use-books.ts";

/** Ms between looks while transactions that came are looked at: seconds, usually. */
const WAITING_MS = 2000;

/** What recurs, as it is found and changed on any device. */
export function useRecurring() {
  const client = useQueryClient();
  const invalidate = () => void client.invalidateQueries({ queryKey: keys.recurring });
  const live = useLive("finance.recurring", invalidate);
  useLive("finance.recurring_settled", invalidate);
  return useQuery({
    queryKey: keys.recurring,
    queryFn: ({ signal }) => finance.recurring(signal),
    refetchInterval: ({ state }) => (state.data?.waiting ? WAITING_MS : live === "live" ? false : POLL_MS),
  });
}

/** What is done to them; each can be undone, a failure says why. */
export function useRecurringChanges() {
  const { finished, undoLast, refresh } = useActs();
  return useMemo(() => {
    const act = async (words: string, call: () => Promise<{ act: string }>): Promise<void> => {
      try {
        const { act: done } = await call();
        await finished(done, words);
      } catch (error) {
        shell().notifications.show({ message: failureWords("Nothing was changed.", error), intent: "error" });
        await refresh();
      }
    };
    const change = (one: Recurring, words: string, patch: RecurringPatch) =>
      act(`${one.name}: ${words}`, () => finance.changeRecurring(one.id, one.version, patch));
    return {
      undoLast,
      confirm: (one: Recurring) => change(one, "confirmed", { state: "confirmed" }),
      ignore: (one: Recurring) => change(one, "ignored", { state: "ignored" }),
      settle: (one: Recurring, how: RecurringSettled["how"]) =>
        act(`${one.name}: ${how === "paid" ? "marked as paid" : "left out once"}`, () =>
          finance.settleRecurring(one.id, { due: one.due!, how }, crypto.randomUUID()),
        ),
      remind: (firstDay: number, remindDays: number | null) =>
        act(remindDays === null ? "You are reminded of no payments" : "Reminders changed", () =>
          finance.setPreferences({ firstDay, remindDays }),
        ),
    };
  }, [finished, refresh, undoLast]);
}
