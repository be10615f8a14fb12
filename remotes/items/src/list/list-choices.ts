import type { ItemTypeInfo } from "@tessera/contracts-items/items.ts";
import type { SavedSearch } from "@tessera/contracts-items/search/search.ts";
import { savedChoices } from "../search/saved-searches.ts";
import { isList, LISTS } from "../types/item-types.ts";

export interface ListChoice {
  path: string;
  label: string;
  /** Cards in it, where that is known. */
  count?: number;
}

/** Cards that left the inbox, whatever they are. */
const ELSEWHERE = [
  { status: "later", label: "Later" },
  { status: "done", label: "Done" },
  { status: "archived", label: "Archived" },
  { status: "trash", label: "Trash" },
];

/** Every list there is: what waits and everything, what left the inbox, each type, what the person saved. */
export function listChoices(
  types: readonly ItemTypeInfo[],
  saved: readonly SavedSearch[],
  due: Readonly<Record<string, number>>,
): ListChoice[][] {
  return [
    Object.entries(LISTS).map(([type, label]) => ({ path: `/items/${type}`, label, count: due[type] })),
    ELSEWHERE.map(({ status, label }) => ({ path: `/items/all?status=${status}`, label })),
    types
      .filter(({ type }) => !isList(type))
      .map(({ type, plural, count }) => ({ path: `/items/${type}`, label: plural, count })),
    savedChoices(saved),
  ].filter((group) => group.length > 0);
}
