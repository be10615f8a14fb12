import type { ItemPatch } from "@tessera/contracts-items/items.ts";

/** Two patches as one; `data` is merged key by key, as the service does. */
export const mergePatches = (a: ItemPatch, b: ItemPatch): ItemPatch => ({
  ...a,
  ...b,
  ...(a.data || b.data ? { data: { ...a.data, ...b.data } } : {}),
});
