import { FilterLine } from "@tessera/ui";
import type { ListQuery } from "./list-query.ts";
import type { ChangeQuery } from "./use-list-query.ts";

/** What the filter leaves; nothing where there is none. */
export function FilterNote({ query: { unread, tag }, change }: { query: ListQuery; change: ChangeQuery }) {
  if (!unread && !tag) return null;
  const words = ["Shows", unread && "unread", "cards", tag && `tagged “${tag}”`].filter(Boolean).join(" ");
  return <FilterLine words={words} onShowAll={() => change({ unread: undefined, tag: undefined })} />;
}
