import type { Item } from "@tessera/contracts-items/items.ts";
import { shell } from "@tessera/shell-api";

/** Whether the card is done, as a row says it: nothing for types whose cards cannot be. */
export function doneOf({ type, data }: Pick<Item, "type" | "data">): { done?: boolean } {
  const field = shell().contributions.itemType(type)?.done?.field;
  return field ? { done: data[field] === true } : {};
}
