import { FilterLine } from "@tessera/ui";
import { type ListQuery, tagsIn } from "./list-query.ts";
import type { ChangeQuery } from "./use-list-query.ts";

/** “travel” and “2026” */
export const taggedWords = (query: ListQuery) =>
  new Intl.ListFormat("en", { type: "conjunction" }).format(tagsIn(query).map((tag) => `“${tag}”`));

/** What the filter leaves; nothing where there is none. */
export function FilterNote({ query, change }: { query: ListQuery; change: ChangeQuery }) {
  const { unread, tag } = query;
  if (!unread && !tag) return null;
  const words = ["Shows", unread && "unread", "cards", tag && `tagged ${taggedWords(query)}`].filter(Boolean).join(" ");
  return <FilterLine words={words} onShowAll={() => change({ unread: undefined, tag: undefined })} />;
}
