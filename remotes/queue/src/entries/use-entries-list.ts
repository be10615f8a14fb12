import { dayOf } from "@tessera/contracts-core/days.ts";
import type { QueueEntry } from "@tessera/contracts-queue/queue.ts";
import { useNavigate } from "@tessera/router";
import { useUiSettings } from "@tessera/ui";
import { useEffect, useMemo, useRef } from "react";
import { type QueueAddress, writeAddress } from "../queue-address.ts";
import { useSelection } from "../use-selection.ts";
import { commentOf } from "./comment-draft.ts";
import type { Decision } from "./decide-all.ts";
import { useDecide } from "./decide-entries.ts";
import { byGroup } from "./entry-kinds.tsx";
import { askSnooze } from "./snooze.ts";
import { onUndone } from "./undo.ts";
import { POLL_MS, useEntries, useLiveEntries } from "./use-entries.ts";

const isOpen = (entry: QueueEntry) => entry.state === "open";

/** All that the view "Needs me" shows and does. */
export function useEntriesList(address: QueueAddress, go: (change: Partial<QueueAddress>, push?: boolean) => void) {
  const here = address.view === "needs-me";
  const state = here ? address.entryState : "open";
  const q = here ? address.q : "";
  const live = useLiveEntries();
  const { query, rows: listed, open } = useEntries(state, q, live);
  const { rows: settled } = useEntries("settled", "", live);
  const { timeZone } = useUiSettings();
  const rows = useMemo(() => {
    if (state !== "open") return listed;
    const today = dayOf(new Date(), timeZone);
    return [
      ...byGroup(listed),
      ...(q ? [] : settled.filter((entry) => dayOf(new Date(entry.updatedAt), timeZone) >= today)),
    ];
  }, [state, q, listed, settled, timeZone]);

  const list = useSelection(rows, here ? address.selected : undefined, (selected) => go({ selected }));
  const { decide, undoLast } = useDecide();
  const latest = useRef(list);
  latest.current = list;
  useEffect(() => (here ? onUndone(([id]) => id !== undefined && latest.current.comeBackTo(id)) : undefined), [here]);
  const navigate = useNavigate();
  return {
    query,
    rows,
    /** Entries that wait; undefined before the first answer. */
    open,
    live,
    pollMs: POLL_MS,
    list,
    act: (entries: readonly QueueEntry[], decision: Decision) => {
      const fitting =
        decision.action === "reopen" ? entries.filter((entry) => !isOpen(entry)) : entries.filter(canDecide);
      if (!fitting.length) return;
      list.moveOn(fitting);
      decide(fitting, { ...decision, ...commentOn(fitting, decision) });
    },
    undoLast,
    /** Asks until when, then snoozes those of them that wait. */
    snooze: async (entries: readonly QueueEntry[]) => {
      const waiting = entries.filter(canDecide);
      if (!waiting.length) return;
      const until = await askSnooze(waiting.length === 1 ? `“${waiting[0]?.title}”` : `${waiting.length} entries`);
      if (!until) return;
      list.moveOn(waiting);
      decide(waiting, { action: "snooze", snoozeUntil: until.toISOString() });
    },
    hrefOf: (entry: QueueEntry) => `/queue${writeAddress({ ...address, selected: entry.id })}`,
    /** Enter: goes where the matter is resolved; on a phone it is shown first. */
    openEntry: (entry: QueueEntry) => {
      if (entry.path && !list.isPhone) navigate(entry.path);
      else go({ selected: entry.id }, true);
    },
  };
}

/** What was written about the one entry that is decided. */
function commentOn([entry, more]: readonly QueueEntry[], { action }: Decision): Pick<Decision, "comment"> {
  const comment = entry && !more && (action === "accept" || action === "decline") ? commentOf(entry.id).trim() : "";
  return comment ? { comment } : {};
}

export const canDecide = (entry: QueueEntry) => entry.state === "open" || entry.state === "snoozed";
export type EntriesList = ReturnType<typeof useEntriesList>;
