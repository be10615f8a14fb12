import { FilterLine } from "@tessera/ui";
import { useAssigneeName } from "./list-assignees.ts";
import { type ListQuery, tagsIn } from "./list-query.ts";
import type { ChangeQuery } from "./use-list-query.ts";

/** “travel” and “2026” */
export const taggedWords = (query: ListQuery) =>
  new Intl.ListFormat("en", { type: "conjunction" }).format(tagsIn(query).map((tag) => `“${tag}”`));

export const NO_FILTER = { unread: undefined, tag: undefined, assignee: undefined };

/** What the filter leaves; nothing where there is none. */
export function FilterNote({ query, change }: { query: ListQuery; change: ChangeQuery }) {
  const { unread, tag, assignee } = query;
  const name = useAssigneeName(query);
  if (!unread && !tag && !assignee) return null;
  const words = [
    ...["Shows", unread && "unread", "cards", tag && `tagged ${taggedWords(query)}`],
    assignee && `assigned to ${name}`,
  ];
  return <FilterLine words={words.filter(Boolean).join(" ")} onShowAll={() => change(NO_FILTER)} />;
}
