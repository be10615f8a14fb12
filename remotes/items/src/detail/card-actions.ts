import type { Item, ItemStatus } from "@tessera/contracts-items/items.ts";
import { shell } from "@tessera/shell-api";
import type { ListHandleRef } from "../list/list-handle.ts";
import { doneOf } from "../types/done.ts";
import { summaryOf } from "./summary-of.ts";

/** The actions of one open card; they run in the list, which knows what comes next. */
export function cardActions(item: Item, list: ListHandleRef) {
  const rows = () => [summaryOf(item)];
  const address = item.sourceUrl;
  return {
    status: item.status,
    away: item.status === "archived" || item.status === "done" || item.status === "trash",
    pinned: item.pinned,
    snoozed: item.snoozeUntil !== null && new Date(item.snoozeUntil) > new Date(),
    done: doneOf(item).done,
    toggleDone: () => void list.current?.toggleDone(rows()),
    setStatus: (status: ItemStatus) => void list.current?.setStatus(status, rows()),
    snooze: () => void list.current?.snooze(rows()),
    wake: () => void list.current?.wake(rows()),
    tag: () => void list.current?.tag(rows()),
    unread: item.unread,
    toggleUnread: () => void list.current?.toggleUnread(rows()),
    pin: () => void list.current?.pin(rows(), !item.pinned),
    remove: () => void list.current?.remove(rows()),
    copyAddress: address
      ? () =>
          void navigator.clipboard.writeText(address).then(
            () => shell().notifications.show({ message: "Address copied" }),
            () => shell().notifications.show({ message: "The browser did not allow copying.", intent: "error" }),
          )
      : undefined,
  };
}
export type CardActions = ReturnType<typeof cardActions>;
