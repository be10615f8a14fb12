import { dayOf } from "@tessera/contracts/days.ts";
import type { QueueEntry } from "@tessera/contracts/queue.ts";
import { useNavigate } from "@tessera/router";
import { useUiSettings } from "@tessera/ui";
import { useMemo } from "react";
import { type QueueAddress, writeAddress } from "../queue-address.ts";
import { useListState } from "../use-list-state.ts";
import { type Decision, useDecide } from "./decide-entries.ts";
import { byGroup } from "./entry-kinds.tsx";
import { useEntries } from "./use-entries.ts";

const isOpen = (entry: QueueEntry) => entry.state === "open";

/** All that the view "Needs me" shows and does. */
export function useEntriesList(address: QueueAddress, go: (change: Partial<QueueAddress>, push?: boolean) => void) {
  const here = address.view === "needs-me";
  const state = here ? address.entryState : "open";
  const q = here ? address.q : "";
  const { query, rows: listed, open } = useEntries(state, q);
  const { rows: settled } = useEntries("settled", "");
  const { timeZone } = useUiSettings();
  const rows = useMemo(() => {
    if (state !== "open") return listed;
    const today = dayOf(new Date(), timeZone);
    return [...byGroup(listed), ...(q ? [] : settled.filter((entry) => dayOf(new Date(entry.updatedAt), timeZone) >= today))];
  }, [state, q, listed, settled, timeZone]);

  const list = useListState(rows, here ? address.selected : undefined, (selected) => go({ selected }));
  const { decide, undoLast } = useDecide();
  const navigate = useNavigate();
  return {
    query,
    rows,
    /** Entries that wait; undefined before the first answer. */
    open,
    list,
    act: (entries: readonly QueueEntry[], decision: Decision) => {
      const fitting = decision.action === "reopen" ? entries.filter((entry) => !isOpen(entry)) : entries.filter(canDecide);
      if (!fitting.length) return;
      list.moveOn(fitting);
      decide(fitting, decision);
    },
    undoLast,
    hrefOf: (entry: QueueEntry) => `/queue${writeAddress({ ...address, selected: entry.id })}`,
    /** Enter: goes where the matter is dealt with; on a phone it is shown first. */
    openEntry: (entry: QueueEntry) => {
      if (entry.path && !list.isPhone) navigate(entry.path);
      else go({ selected: entry.id }, true);
    },
  };
}

export const canDecide = (entry: QueueEntry) => entry.state === "open" || entry.state === "snoozed";
export type EntriesList = ReturnType<typeof useEntriesList>;
