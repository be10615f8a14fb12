import { isByDay } from "@tessera/contracts-items/by-day.ts";
import type { Item, ItemStatus, ItemSummary } from "@tessera/contracts-items/items.ts";
import { isAsleep, SNOOZED_LIST } from "@tessera/contracts-items/snoozed.ts";
import { useQueryClient } from "@tessera/query";
import type { ListState } from "@tessera/ui";
import { keys } from "../api.ts";
import { askEdit, type EditPart } from "../detail/edit-request.tsx";
import { summaryOf } from "../detail/summary-of.ts";
import { askAssignee, askConvert, askDay, askDelete, askSnooze, askTags } from "../triage/ask.ts";
import { type Change, patchOf } from "../triage/change-items.ts";
import { duplicate } from "../triage/duplicate.ts";
import { toggleUnread } from "../triage/mark-read.ts";
import { tryAgain } from "../triage/try-again.ts";
import { type Offer, useTriage } from "../triage/use-triage.ts";
import { isDone, patchedRow } from "../types/done.ts";
import { announce } from "./announce.ts";
import { belongs } from "./list-data.ts";
import type { ListQuery } from "./list-query.ts";

/** What the list does for its actions. */
interface ListView {
  query: ListQuery;
  /** The rows as they are now. */
  rows: () => readonly ItemSummary[];
  state: ListState<ItemSummary>;
  /** The card that is open beside the list, as the list has decided. */
  shown: () => string | undefined;
  open: (row: ItemSummary, replace?: boolean) => void;
  /** Leaves the list alone, in place of the card that was open. */
  close: () => void;
}

/** A change with what is said once it is made: "Archived". */
export interface NamedChange {
  change: Change;
  done: string;
}

/** The triage of a list: each action applies to what a person means, and moves on to the next card. */
export function useListActions({ query, rows, state, shown, open, close }: ListView) {
  const client = useQueryClient();
  const triage = useTriage();

  /** What an action applies to: the checked rows, else the given one, else the focused one, else the open one. */
  const targets = (row?: ItemSummary): ItemSummary[] => {
    const picked = state.picked();
    if (picked.size > 0 && (!row || picked.has(row.id))) return rows().filter((one) => picked.has(one.id));
    const id = shown();
    const found = row ?? rows().find((one) => one.id === state.focused()) ?? rows().find((one) => one.id === id);
    const card = id ? client.getQueryData<Item>(keys.item(id)) : undefined;
    return found ? [found] : card ? [summaryOf(card)] : [];
  };
  const goOn = (next: ItemSummary | undefined) => {
    if (next) open(next, true);
    else close();
  };
  /** Whether the card that is open is one of these. */
  const isOpen = (ids: ReadonlySet<string>) => ids.has(shown() ?? "");
  /** Does it, then moves on to the next card: in the list, and in the detail pane when that showed one of these. */
  const advance = (leaving: readonly ItemSummary[], act: () => Promise<void>) => {
    const ids = new Set(leaving.map((row) => row.id));
    const next = state.successor(ids);
    const done = act();
    state.clear();
    state.focusOn(next?.id ?? null, true);
    if (isOpen(ids)) goOn(next);
    return done;
  };
  /** Makes several changes of the same cards as one step of the list. @returns the cards as they are then */
  const changeAll = (on: readonly ItemSummary[], changes: readonly NamedChange[], offer: Offer) => {
    const versions = [on];
    for (const { change } of changes)
      versions.push((versions.at(-1) ?? on).map((row) => patchedRow(row, patchOf(row, change))));
    const act = async () => {
      const made = changes.map(({ change, done }, at) => {
        const rows = versions[at] ?? on;
        return triage.change(change.set?.due ? rows.filter((row) => row.done === false) : rows, change, done, {
          offer,
        });
      });
      await Promise.all(made);
    };
    const after = versions.at(-1) ?? on;
    void (after.some((row) => !belongs(query, row, new Date())) ? advance(on, act) : act());
    return after;
  };
  const setStatus = (status: ItemStatus, on = targets()) => advance(on, () => triage.setStatus(on, status));
  /** Completes, or opens again what is completed; the row is struck through before it leaves a list it leaves. */
  const toggleDone = async (on = targets()) => {
    if (on.length === 0) return;
    const undone = on.filter((row) => !isDone(row));
    const leaving = (row: ItemSummary, status: ItemStatus) => !belongs(query, { ...row, status }, new Date());
    if (undone.length === 0) {
      const act = () => triage.reopen(on);
      await (on.some((row) => leaving(row, "inbox")) ? advance(on, act) : act());
      return;
    }
    const gone = undone.filter((row) => leaving(row, "done"));
    const ids = new Set(gone.map((row) => row.id));
    const next = gone.length > 0 ? state.successor(ids) : undefined;
    const done = triage.complete(undone, () => {
      // The person may have gone on to another card meanwhile.
      if (isOpen(ids)) goOn(next);
    });
    state.clear();
    if (gone.length > 0) state.focusOn(next?.id ?? null, true);
    await done;
  };
  const snooze = async (on = targets()) => {
    if (on.length === 0) return;
    const choice = await askSnooze(on);
    if (choice) await advance(on, () => triage.snooze(on, choice.at, choice.label));
    else state.focusOn(on[0]?.id ?? null, true);
  };
  /** Cards that can be due by a day, to another one. */
  const reschedule = async (on = targets()) => {
    const due = on.filter((row) => row.done === false);
    if (due.length === 0) return announce("Nothing here can be due");
    const choice = await askDay(due);
    if (!choice) return state.focusOn(due[0]?.id ?? null, true);
    const act = () => triage.reschedule(due, choice.day, choice.label);
    // Of lists by day it leaves this one, or stands elsewhere in it.
    await (isByDay(query.type) ? advance(due, act) : act());
  };
  /** Cards that somebody can do, to a person or an agent. */
  const assign = async (on = targets()) => {
    const tasks = on.filter((row) => row.done !== undefined);
    if (tasks.length === 0) return announce("Nothing here can be assigned");
    const choice = await askAssignee(tasks);
    if (choice) await triage.assign(tasks, choice.assignee);
    state.focusOn(state.focused() ?? tasks[0]?.id ?? null, true);
  };
  const wake = async (on = targets()) => {
    const asleep = on.filter((row) => isAsleep(row, new Date()));
    if (asleep.length === 0) return announce("Nothing here is snoozed");
    await (query.type === SNOOZED_LIST ? advance(asleep, () => triage.wake(asleep)) : triage.wake(asleep));
  };
  const tag = async (on = targets()) => {
    if (on.length === 0) return;
    const choice = await askTags(on);
    if (choice && choice.add.length + choice.remove.length > 0) await triage.tag(on, choice.add, choice.remove);
    state.focusOn(on[0]?.id ?? null, true);
  };
  const remove = async (on = targets()) => {
    if (on.length === 0) return;
    if (on.some((row) => row.status !== "trash")) await setStatus("trash", on);
    else if (await askDelete(client, on)) state.clear();
  };
  const move = (step: number, extend = false) => {
    const row = state.neighbour(step);
    if (!row) return;
    if (extend) state.extendTo(row.id);
    state.focusOn(row.id, true);
    if (shown() && !extend) open(row, true);
  };
  /** Goes to the next unread card below, or to the first of all. */
  const nextUnread = () => {
    const all = rows();
    const at = all.findIndex((row) => row.id === state.focused());
    const row = [...all.slice(at + 1), ...all.slice(0, at + 1)].find(({ unread }) => unread);
    if (!row) return announce("Nothing here is unread");
    state.focusOn(row.id, true);
    if (shown()) open(row, true);
  };
  /** Opens the card first where another is open, or none. */
  const edit = (part: EditPart) => {
    const [row] = targets();
    if (!row) return;
    askEdit(row.id, part);
    if (row.id !== shown()) open(row);
  };
  /** What is done to one card; nothing while several are selected. */
  const onOne = async (act: (row: ItemSummary) => unknown) => {
    const [row, ...others] = targets();
    if (others.length > 0) announce("Select one card for this");
    else if (row) await act(row);
  };
  return {
    targets,
    setStatus,
    toggleDone,
    snooze,
    reschedule,
    assign,
    tag,
    remove,
    move,
    wake,
    nextUnread,
    edit,
    onOne,
    changeAll,
    pin: (on = targets()) => triage.pin(on, !on[0]?.pinned),
    toggleUnread: (on = targets()) => toggleUnread(client, on),
    tryAgain: (on: ItemSummary[]) => tryAgain(client, on),
    convert: (row: ItemSummary) => askConvert(client, row),
    duplicate: (row: ItemSummary) => duplicate(client, row),
  };
}
