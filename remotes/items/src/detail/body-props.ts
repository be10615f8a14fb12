import type { Item, ItemPatch } from "@tessera/contracts/items.ts";

/** What the part of a detail that belongs to the card's type gets. */
export interface BodyProps {
  /** The card with what was typed and not saved. */
  item: Item;
  edit: (patch: ItemPatch) => void;
}
