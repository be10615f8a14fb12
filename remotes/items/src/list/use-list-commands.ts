import type { ItemStatus, ItemSummary } from "@tessera/contracts-items/items.ts";
import { type ActId, type Command, inList, useCommands } from "@tessera/shell-api";
import { useRef } from "react";
import type { EditPart } from "../detail/edit-request.tsx";
import { copyLink, openOriginal } from "../triage/card-links.ts";
import { undoLast } from "../triage/undo.ts";

export interface ListKeys {
  move(step: number, extend?: boolean): void;
  open(): void;
  check(): void;
  checkAll(): void;
  toggleDone(): Promise<void>;
  setStatus(status: ItemStatus): Promise<void>;
  snooze(): Promise<void>;
  reschedule(): Promise<void>;
  assign(): Promise<void>;
  wake(): Promise<void>;
  tag(): Promise<void>;
  moveTo(): Promise<void>;
  moveBy(step: 1 | -1): Promise<void>;
  pin(): Promise<void>;
  toggleUnread(): Promise<void>;
  nextUnread(): void;
  remove(): Promise<void>;
  edit(part: EditPart): void;
  onOne(act: (row: ItemSummary) => unknown): Promise<void>;
  convert(row: ItemSummary): Promise<void>;
  duplicate(row: ItemSummary): Promise<void>;
  /** Moves the keyboard from the list to the card, and back. */
  changePane(): void;
  search(): void;
  escape(): void;
}

type Line = [
  id: string,
  title: string,
  act: ActId | undefined,
  run: (keys: ListKeys) => unknown,
  more?: Partial<Command>,
];

const hidden = { hidden: true };
/** Of the list itself, and of no card. */
const list = { ofOpen: false };
const dialog = { opensDialog: true };

const LINES: readonly Line[] = [
  ["next", "Next card", "next", (keys) => keys.move(1), hidden],
  ["previous", "Previous card", "previous", (keys) => keys.move(-1), hidden],
  ["extend-next", "Select to the next card", "extend-next", (keys) => keys.move(1, true), hidden],
  ["extend-previous", "Select to the previous card", "extend-previous", (keys) => keys.move(-1, true), hidden],
  ["open", "Open card", "open", (keys) => keys.open(), hidden],
  ["check", "Select card", "select", (keys) => keys.check(), hidden],
  ["check-all", "Select all that are loaded", "select-all", (keys) => keys.checkAll(), { ...list, when: inList }],
  ["archive", "Archive", "archive", (keys) => keys.setStatus("archived")],
  ["snooze", "Snooze", "snooze", (keys) => keys.snooze(), dialog],
  ["reschedule", "Reschedule a task", "reschedule", (keys) => keys.reschedule(), dialog],
  ["assign", "Assign a task", undefined, (keys) => keys.assign(), dialog],
  ["wake", "Wake up a snoozed card", "wake", (keys) => keys.wake()],
  ["tag", "Tag", "tag", (keys) => keys.tag(), dialog],
  ["move-to", "Move to another section or place", "move-to", (keys) => keys.moveTo(), dialog],
  ["move-up", "Move up, in a list ordered by hand", "move-up", (keys) => keys.moveBy(-1)],
  ["move-down", "Move down, in a list ordered by hand", "move-down", (keys) => keys.moveBy(1)],
  ["pin", "Pin or unpin", "pin", (keys) => keys.pin()],
  ["unread", "Mark as unread or read", "unread", (keys) => keys.toggleUnread()],
  ["next-unread", "Next unread card", "next-unread", (keys) => keys.nextUnread(), list],
  ["later", "Move to Later", "later", (keys) => keys.setStatus("later")],
  ["done", "Mark done or not done", "done", (keys) => keys.toggleDone()],
  ["to-inbox", "Move to the inbox", "to-inbox", (keys) => keys.setStatus("inbox")],
  ["trash", "Move to the trash", "remove", (keys) => keys.remove()],
  ["edit-title", "Edit the title", "edit-title", (keys) => keys.edit("title")],
  ["edit-text", "Edit the text", "edit-text", (keys) => keys.edit("text")],
  ["convert", "Convert", "convert", (keys) => keys.onOne(keys.convert), dialog],
  ["duplicate", "Duplicate", "duplicate", (keys) => keys.onOne(keys.duplicate)],
  ["copy-link", "Copy link", "copy-link", (keys) => keys.onOne(copyLink)],
  ["original", "Open original", "original", (keys) => keys.onOne(openOriginal)],
  ["pane", "Move between list and card", "pane", (keys) => keys.changePane(), hidden],
  ["undo", "Undo", "undo", undoLast, list],
  ["search", "Search in this list", "search", (keys) => keys.search(), list],
  ["escape", "Clear the selection, close the card", "leave", (keys) => keys.escape(), hidden],
];

/**
 * The keys of a list, also offered by the palette; they always do what the newest render means.
 * @param ofOpen whether what is done to cards is done to the one that is open
 */
export function useListCommands(actions: ListKeys, ofOpen: boolean): void {
  const latest = useRef(actions);
  latest.current = actions;
  useCommands(
    () =>
      LINES.map(
        ([id, title, act, run, more]): Command => ({
          id: `items.${id}`,
          title,
          act,
          group: ofOpen && more?.ofOpen !== false ? "This card" : "This list",
          ofOpen,
          ...more,
          run: async () => {
            await run(latest.current);
          },
        }),
      ),
    [ofOpen],
  );
}
