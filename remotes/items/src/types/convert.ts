import type { Item, ItemPatch } from "@tessera/contracts-items/items.ts";

/** Undoes a conversion. */
export const backTo = (item: Item, patch: ItemPatch): ItemPatch => ({
  type: item.type,
  title: item.title,
  body: item.body,
  ...(patch.data ? { data: Object.fromEntries(Object.keys(patch.data).map((key) => [key, null])) } : {}),
});
