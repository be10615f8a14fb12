import type { ItemStatus } from "@tessera/contracts/items.ts";
import { ViewTabs } from "@tessera/ui";
import type { ListQuery } from "./list-query.ts";
import type { ChangeQuery } from "./use-list-query.ts";

type StatusView = ItemStatus | "any" | "";

/** Views of one type; "" is the one without `status` in the address. The inbox is its own first view. */
const views = (type: string): { id: StatusView; label: string }[] => [
  type === "inbox" ? { id: "", label: "Inbox" } : { id: "", label: "All" },
  ...(type === "inbox" ? [] : [{ id: "inbox" as const, label: "Inbox" }]),
  { id: "later", label: "Later" },
  { id: "done", label: "Done" },
  { id: "archived", label: "Archived" },
  { id: "trash", label: "Trash" },
];

/** Views of the list by status; the chosen one shows how many match it. */
export function ListViews({ query, change, total }: { query: ListQuery; change: ChangeQuery; total: number | undefined }) {
  const selected = query.status ?? "";
  return (
    <ViewTabs
      label="Status"
      views={views(query.type).map(({ id, label }) => ({ id: id || "default", label, count: id === selected ? total : undefined }))}
      selected={selected || "default"}
      onSelect={(id) => change({ status: id === "default" ? undefined : id })}
    />
  );
}
