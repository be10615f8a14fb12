import type { Transaction } from "@tessera/contracts-finance/transactions.ts";
import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from "@tessera/query";
import { shell, useLive } from "@tessera/shell-api";
import { failureWords } from "@tessera/ui/failure-words";
import { useState } from "react";
import { finance, keys } from "../api.ts";
import { useActs } from "../frame/undo.ts";
import { POLL_MS } from "../frame/use-books.ts";

const PAGE_SIZE = 200;

/** What is ticked here and not stored yet, by transaction. */
type Ticks = ReadonlyMap<string, boolean>;

/** What a statement is compared with, up to its day, as it changes on any device. */
export function useReconciliation(account: string, date: string | undefined) {
  const client = useQueryClient();
  const live = useLive("finance.transaction", () => void client.invalidateQueries({ queryKey: keys.all }));
  const refetchInterval = live === "live" ? false : POLL_MS;
  const start = useQuery({
    queryKey: keys.reconciliation(account, date ?? ""),
    queryFn: ({ signal }) => finance.reconciliation(account, date, signal),
    placeholderData: keepPreviousData,
    refetchInterval,
  });
  const history = useQuery({
    queryKey: keys.reconciliations(account),
    queryFn: ({ signal }) => finance.reconciliations(account, signal),
    refetchInterval,
  });
  const filter = { account, reconciled: "no", ...(date ? { to: date } : {}) };
  const rows = useInfiniteQuery({
    queryKey: keys.transactions(filter),
    queryFn: ({ pageParam, signal }) =>
      finance.transactions({ ...filter, cursor: pageParam, limit: PAGE_SIZE }, signal),
    enabled: date !== undefined,
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    placeholderData: keepPreviousData,
    refetchInterval,
  });
  return { live, start, history, rows };
}

/** Ticks hold at once; each is stored on its own and can be undone. */
export function useTicks(rows: readonly Transaction[]) {
  const { noted } = useActs();
  const [ticks, setTicks] = useState<Ticks>(new Map());
  const isTicked = (row: Transaction) => ticks.get(row.id) ?? row.state === "cleared";
  /** What the ticks add to the balance beyond what is stored. */
  const ahead = rows.reduce((sum, row) => {
    const stored = row.state === "cleared";
    return isTicked(row) === stored ? sum : sum + (stored ? -row.amount : row.amount);
  }, 0);
  const put = (ids: readonly string[], ticked: boolean | null) =>
    setTicks((before) => {
      const next = new Map(before);
      for (const id of ids) {
        if (ticked === null) next.delete(id);
        else next.set(id, ticked);
      }
      return next;
    });
  const tick = async (ids: readonly string[], ticked: boolean): Promise<void> => {
    if (!ids.length) return;
    put(ids, ticked);
    try {
      const change = { state: ticked ? ("cleared" as const) : ("open" as const) };
      const { act, changed } = await finance.bulk({ ids: [...ids], change }, crypto.randomUUID());
      await noted(act, `${changed.toLocaleString()} ${ticked ? "ticked" : "unticked"}`);
    } catch (error) {
      shell().notifications.show({ message: failureWords("Nothing was changed.", error), intent: "error" });
    } finally {
      put(ids, null);
    }
  };
  return { isTicked, ahead, tick };
}
