import type { Assignee, ItemStatus, ItemSummary } from "@tessera/contracts-items/items.ts";
import { useQueryClient } from "@tessera/query";
import { isOffline, shell } from "@tessera/shell-api";
import { useMemo } from "react";
import { keys } from "../api.ts";
import { whereChanged } from "../detail/where-changed.ts";
import { assigneeName } from "../types/task/assignees.ts";
import { type Change, changeItems, keepItem, type Linger } from "./change-items.ts";
import { offerUndo } from "./undo.ts";
import { ConflictError } from "./update-item.ts";

export const DONE: Record<ItemStatus, string> = {
  inbox: "Moved to the inbox",
  later: "Moved to Later",
  done: "Marked done",
  archived: "Archived",
  trash: "Moved to the trash",
};

/** How long a card that was completed stays in a list that it leaves, ms: long enough to be seen. */
const LINGER_MS = 700;

/** "“Title”" for one card, "3 cards" for several. */
export const naming = (rows: readonly Pick<ItemSummary, "title">[]) =>
  rows.length === 1 ? `“${rows[0]?.title}”` : `${rows.length.toLocaleString()} cards`;

/** What is said once cards were given to somebody. */
export const assignedTo = (assignee: Assignee | null): string =>
  `Assigned to ${assignee ? assigneeName(assignee) : "nobody"}`;

/** How a change is said and taken back: `done` resolves when the service has made it. */
export type Offer = (label: string, run: () => Promise<void>, ids: readonly string[], done: Promise<unknown>) => void;

/** The triage actions: each shows at once, says what happened, and can be taken back. */
export function useTriage() {
  const client = useQueryClient();
  return useMemo(() => {
    const act = async (
      rows: readonly ItemSummary[],
      change: Change,
      done: string,
      { linger, offer = offerUndo }: { linger?: Linger; offer?: Offer } = {},
    ): Promise<void> => {
      if (rows.length === 0) return;
      const { written, takeBack } = changeItems(client, rows, change, linger);
      const ids = rows.map(({ id }) => id);
      offer(`${done}: ${naming(rows)}`, takeBack, ids, written);
      try {
        await written;
      } catch (error) {
        if (error instanceof ConflictError) {
          keepItem(client, error.fresh);
          void client.invalidateQueries({ queryKey: keys.lists });
          shell().notifications.show({
            message: `${naming(rows)} was changed ${whereChanged(error.fresh, "elsewhere")} meanwhile, so nothing was done. You see the new version now.`,
            intent: "warning",
          });
          return;
        }
        shell().notifications.show({
          message: `Not done: ${sentenceOf(error)} ${naming(rows)} stayed as it was.`,
          intent: "error",
          action: { label: "Try again", run: () => act(rows, change, done, { linger, offer }) },
        });
      }
    };
    return {
      change: act,
      setStatus: (rows: readonly ItemSummary[], status: ItemStatus) => act(rows, { set: { status } }, DONE[status]),
      /** Done: the rows stay for a moment, struck through, before they leave; `onLeave` is called then. */
      complete: (rows: readonly ItemSummary[], onLeave: () => void) =>
        act(rows, { set: { status: "done" } }, DONE.done, { linger: { ms: LINGER_MS, onLeave } }),
      reopen: (rows: readonly ItemSummary[]) => act(rows, { set: { status: "inbox" } }, "Not done any more"),
      snooze: (rows: readonly ItemSummary[], until: Date, label: string) =>
        act(rows, { set: { snoozeUntil: until.toISOString() } }, `Snoozed until ${label}`),
      reschedule: (rows: readonly ItemSummary[], day: string, label: string) =>
        act(rows, { set: { due: { day } } }, `Moved to ${label}`),
      assign: (rows: readonly ItemSummary[], assignee: Assignee | null) =>
        act(rows, { set: { assignee } }, assignedTo(assignee)),
      wake: (rows: readonly ItemSummary[]) => act(rows, { set: { snoozeUntil: null } }, "Woken up"),
      tag: (rows: readonly ItemSummary[], addTags: string[], removeTags: string[]) =>
        act(rows, { addTags, removeTags }, "Tags changed"),
      pin: (rows: readonly ItemSummary[], pinned: boolean) =>
        act(rows, { set: { pinned } }, pinned ? "Pinned" : "Unpinned"),
    };
  }, [client]);
}
export type Triage = ReturnType<typeof useTriage>;

/** A failed request in a sentence: the service's own, or that there was no answer. */
export const sentenceOf = (error: unknown): string =>
  error instanceof TypeError && !isOffline(error)
    ? "There is no connection to the server."
    : error instanceof Error
      ? error.message
      : String(error);
