import type { ItemStatus } from "@tessera/contracts-items/items.ts";
import { useCommands } from "@tessera/shell-api";
import { useRef } from "react";
import { undoLast } from "../triage/undo.ts";

export interface ListKeys {
  move(step: number): void;
  open(): void;
  check(): void;
  checkAll(): void;
  toggleDone(): Promise<void>;
  setStatus(status: ItemStatus): Promise<void>;
  snooze(): Promise<void>;
  wake(): Promise<void>;
  tag(): Promise<void>;
  toggleUnread(): Promise<void>;
  remove(): Promise<void>;
  search(): void;
  escape(): void;
}

/** The keys of a list, also offered by the palette; registered once, they always do what the newest render means. */
export function useListCommands(actions: ListKeys): void {
  const latest = useRef(actions);
  latest.current = actions;
  const group = "This list";
  useCommands(
    () => [
      { id: "items.next", title: "Next card", group, keys: "j", hidden: true, run: () => latest.current.move(1) },
      {
        id: "items.previous",
        title: "Previous card",
        group,
        keys: "k",
        hidden: true,
        run: () => latest.current.move(-1),
      },
      { id: "items.open", title: "Open card", group, keys: "o", hidden: true, run: () => latest.current.open() },
      { id: "items.check", title: "Select card", group, keys: "x", hidden: true, run: () => latest.current.check() },
      { id: "items.check-all", title: "Select all that are loaded", group, run: () => latest.current.checkAll() },
      { id: "items.archive", title: "Archive", group, keys: "e", run: () => latest.current.setStatus("archived") },
      { id: "items.snooze", title: "Snooze", group, keys: "s", opensDialog: true, run: () => latest.current.snooze() },
      { id: "items.wake", title: "Wake up a snoozed card", group, keys: "w", run: () => latest.current.wake() },
      { id: "items.tag", title: "Tag", group, keys: "t", opensDialog: true, run: () => latest.current.tag() },
      {
        id: "items.unread",
        title: "Mark as unread or read",
        group,
        keys: "Shift+U",
        run: () => latest.current.toggleUnread(),
      },
      { id: "items.later", title: "Move to Later", group, keys: "l", run: () => latest.current.setStatus("later") },
      { id: "items.done", title: "Mark done or not done", group, keys: "d", run: () => latest.current.toggleDone() },
      { id: "items.to-inbox", title: "Move to the inbox", group, run: () => latest.current.setStatus("inbox") },
      { id: "items.trash", title: "Move to the trash", group, keys: "[Shift]+#", run: () => latest.current.remove() },
      { id: "items.undo", title: "Undo", group, keys: "u", run: undoLast },
      { id: "items.undo-z", title: "Undo", group, keys: "z", hidden: true, run: undoLast },
      { id: "items.undo-key", title: "Undo", group, keys: "$mod+z", hidden: true, run: undoLast },
      { id: "items.search", title: "Search in this list", group, keys: "/", run: () => latest.current.search() },
      {
        id: "items.escape",
        title: "Clear the selection, close the card",
        group,
        keys: "Escape",
        hidden: true,
        run: () => latest.current.escape(),
      },
    ],
    [],
  );
}
