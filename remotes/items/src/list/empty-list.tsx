import { useNavigate } from "@tessera/router";
import { useKeys } from "@tessera/shell-api";
import { EmptyState } from "@tessera/ui";
import { openCapture } from "../capture/open-capture.ts";
import { openImport } from "../import/open-import.ts";
import { emptyWords, isList, useItemTypes } from "../types/item-types.ts";
import { NO_FILTER, taggedWords } from "./filter-note.tsx";
import { isFiltered, type ListQuery, tagsIn } from "./list-query.ts";
import type { ChangeQuery } from "./use-list-query.ts";

/** An empty list: why, and what to do next. */
export function EmptyList({ query, change }: { query: ListQuery; change: ChangeQuery }) {
  const navigate = useNavigate();
  const keyOf = useKeys();
  const types = useItemTypes();
  if (isFiltered(query)) {
    const { sentence, show } = filteredWords(query);
    const narrower = query.type !== "all" || query.status || query.only || query.tag || query.unread || query.assignee;
    return (
      <EmptyState
        sentence={sentence}
        action={{ label: show, onClick: () => change({ ...NO_FILTER, q: undefined }) }}
        other={
          query.q && narrower
            ? {
                label: "Search all cards",
                onClick: () => navigate(`/items/all?${new URLSearchParams({ q: query.q ?? "" })}`),
              }
            : undefined
        }
      />
    );
  }
  if (query.only) return <EmptyState sentence="There is nothing of this type in your inbox." />;
  if (query.status && query.status !== "inbox") return <EmptyState sentence={EMPTY[query.status]} />;
  return (
    <EmptyState
      sentence={emptyWords(query.type, types)}
      action={{ label: "Capture something", onClick: () => void openCapture() }}
      shortcut={keyOf("items.capture")}
      other={isList(query.type) ? { label: "Import cards", onClick: () => void openImport() } : undefined}
    />
  );
}

function filteredWords(query: ListQuery): { sentence: string; show: string } {
  const { q, tag } = query;
  if (q) return { sentence: `No card here matches “${q}”.`, show: "Clear the search" };
  if (tag)
    return {
      sentence: `No card here has the ${tagsIn(query).length > 1 ? "tags" : "tag"} ${taggedWords(query)}.`,
      show: "Show all tags",
    };
  if (query.assignee) return { sentence: "No card here is assigned to them.", show: "Show all" };
  return { sentence: "You have opened every card here.", show: "Show all" };
}

const EMPTY: Record<Exclude<NonNullable<ListQuery["status"]>, "inbox">, string> = {
  later: "Nothing is saved for later.",
  done: "Nothing is marked done yet.",
  archived: "Nothing is archived yet.",
  trash: "The trash is empty.",
  any: "There are no cards yet.",
};
