import { dayOf } from "@tessera/contracts-core/days.ts";
import type { QueueEntry } from "@tessera/contracts-queue/queue.ts";
import { useQueryClient } from "@tessera/query";
import { useNavigate } from "@tessera/router";
import { shell } from "@tessera/shell-api";
import { useUiSettings } from "@tessera/ui";
import { useEffect, useMemo, useRef } from "react";
import { type QueueAddress, writeAddress } from "../queue-address.ts";
import { useSelection } from "../use-selection.ts";
import { askAssignee, assign } from "./assign.ts";
import { commentOf } from "./comment-draft.ts";
import type { Decision } from "./decide-all.ts";
import { useDecide } from "./decide-entries.ts";
import { isAssignable } from "./entry-agent.tsx";
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
  const assignee = here ? address.assignee : undefined;
  const { query, rows: listed, open } = useEntries({ entryState: state, q, assignee }, live);
  const { rows: settled } = useEntries({ entryState: "settled", q: "", assignee }, live);
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
  const client = useQueryClient();
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
    /** Asks who gets those of them that wait, and gives them. */
    assign: async (entries: readonly QueueEntry[]) => {
      const waiting = entries.filter(canDecide);
      const fitting = waiting.filter(isAssignable);
      if (!fitting.length) {
        const message = "An agent asked you this, so no agent may decide it. Only you can.";
        return waiting.length ? shell().notifications.show({ intent: "warning", message }) : undefined;
      }
      const choice = await askAssignee(fitting);
      if (!choice) return;
      if ("goTo" in choice) return navigate(choice.goTo);
      list.clear();
      await assign(client, fitting, { agentId: choice.agentId, name: choice.label });
    },
    takeBack: (entry: QueueEntry) => assign(client, [entry], { agentId: null, name: "" }),
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
