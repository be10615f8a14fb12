import type { Item } from "@tessera/contracts-items/items.ts";

/** Where the newest change of a card was made, or by what: "in Firefox on Linux", "by an agent". */
export function whereChanged({ changedWith }: Pick<Item, "changedWith">, unknown: string): string {
  if (!changedWith) return unknown;
  return changedWith.startsWith("an ") ? `by ${changedWith}` : `in ${changedWith}`;
}
