import { type ListQuery, type ListSort, orderOf, sortOf } from "./list-query.ts";

/** Orders of a list, and what each direction is called. */
export const SORTS: { sort: ListSort; label: string; asc: string; desc: string }[] = [
  { sort: "relevance", label: "Best match", asc: "Worst first", desc: "Best first" },
  { sort: "created", label: "Captured", asc: "Oldest first", desc: "Newest first" },
  { sort: "updated", label: "Changed", asc: "Oldest first", desc: "Newest first" },
  { sort: "due", label: "Due", asc: "Soonest first", desc: "Latest first" },
  { sort: "priority", label: "Priority", asc: "Highest first", desc: "Lowest first" },
  { sort: "wake", label: "Comes back", asc: "Soonest first", desc: "Latest first" },
  { sort: "manual", label: "By hand", asc: "As you put them", desc: "The other way round" },
  { sort: "title", label: "Title", asc: "A to Z", desc: "Z to A" },
];

/** How a list is ordered, and in words. */
export function sortNow(query: ListQuery) {
  const chosen = sortOf(query);
  const words = SORTS.find((one) => one.sort === chosen) ?? (SORTS[0] as (typeof SORTS)[number]);
  return { chosen, order: query.order ?? orderOf(chosen), words };
}
