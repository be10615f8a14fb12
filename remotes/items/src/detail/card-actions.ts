import type { Item, ItemStatus } from "@tessera/contracts-items/items.ts";
import { cardMenu, type MenuLine } from "../list/card-menu.ts";
import type { ListHandleRef } from "../list/list-handle.ts";
import { summaryOf } from "./summary-of.ts";

/** The actions of one open card; they run in the list, which knows what comes next. */
export function cardActions(item: Item, list: ListHandleRef) {
  const rows = () => [summaryOf(item)];
  return {
    title: item.title,
    away: item.status === "archived" || item.status === "done" || item.status === "trash",
    toggleDone: () => void list.current?.toggleDone(rows()),
    setStatus: (status: ItemStatus) => void list.current?.setStatus(status, rows()),
    snooze: () => void list.current?.snooze(rows()),
    tag: () => void list.current?.tag(rows()),
    remove: () => void list.current?.remove(rows()),
    menu: (): MenuLine[][] => (list.current ? cardMenu(rows(), list.current) : []),
  };
}
export type CardActions = ReturnType<typeof cardActions>;
