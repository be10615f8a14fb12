import { isByDay } from "@tessera/contracts-items/by-day.ts";
import type { ItemStatus, ItemTypeInfo } from "@tessera/contracts-items/items.ts";
import { SNOOZED_LIST } from "@tessera/contracts-items/snoozed.ts";
import { useQueryClient } from "@tessera/query";
import { type View, ViewTabs } from "@tessera/ui";
import { useEffect } from "react";
import { keys } from "../api.ts";
import { isList, useItemTypes } from "../types/item-types.ts";
import { isFiltered, type ListQuery, totalOf } from "./list-query.ts";
import type { ChangeQuery } from "./use-list-query.ts";

const STATUSES: { id: ItemStatus; label: string }[] = [
  { id: "inbox", label: "Inbox" },
  { id: "later", label: "Later" },
  { id: "done", label: "Done" },
  { id: "archived", label: "Archived" },
  { id: "trash", label: "Trash" },
];

/** The first view, without a word in the address. */
const ALL = "all-of-it";

/** What waits, by type; types of which nothing waits have no view, but the chosen one stays. */
function inboxViews(types: readonly ItemTypeInfo[], query: ListQuery, total: number | undefined): View[] {
  const all = types.reduce((sum, info) => sum + info.waiting, 0);
  const some = types
    .filter((info) => info.waiting > 0 || info.type === query.only)
    .map((info) => ({ id: info.type, label: isList(info.type) ? "Untyped" : info.plural, count: info.waiting }));
  const views = [{ id: ALL, label: "All", count: types.length > 0 ? all : undefined }, ...some];
  // The view that is shown counts its rows, as the head of the list does: two questions may have two answers.
  const counted = isFiltered(query) ? undefined : total;
  return views.map((view) => (view.id === (query.only ?? ALL) ? { ...view, count: counted ?? view.count } : view));
}

/** Views of the list: the inbox by type, every other list by status; how many each holds, where it is known. */
export function ListViews({
  query,
  change,
  total,
}: {
  query: ListQuery;
  change: ChangeQuery;
  total: number | undefined;
}) {
  const types = useItemTypes();
  const client = useQueryClient();
  // A list that was counted again says that the numbers beside the other views may be old.
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the list was counted again
  useEffect(() => {
    if (total !== undefined) void client.invalidateQueries({ queryKey: keys.types });
  }, [total]);
  // What is due and open: every card of them waits, in the inbox or in Later.
  if (isByDay(query.type)) return null;
  // It has one view: what is snoozed waits in the inbox or in Later, and where it comes back to is no matter here.
  if (query.type === SNOOZED_LIST) return null;
  if (query.type === "inbox") {
    const onSelect = (id: string) => change({ only: id === ALL ? undefined : id, status: undefined });
    return (
      <ViewTabs
        label="What waits, by type"
        views={inboxViews(types, query, total)}
        selected={query.only ?? ALL}
        onSelect={onSelect}
      />
    );
  }
  const selected = query.status ?? ALL;
  const views = [{ id: ALL, label: "All" }, ...STATUSES].map((view) => ({
    ...view,
    count: view.id === selected && total !== undefined ? totalOf(query, total) : undefined,
  }));
  return (
    <ViewTabs
      label="Status"
      views={views}
      selected={selected}
      onSelect={(id) => change({ status: id === ALL ? undefined : id })}
    />
  );
}
