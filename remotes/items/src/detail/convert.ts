import type { Item, ItemPatch } from "@tessera/contracts/items.ts";
import { addressWithin, type CaptureType, itemOf } from "../capture/recognise.ts";

export type Target = Exclude<CaptureType, "inbox">;

/** The patch that makes a capture a card of a type, in place; null when its text cannot become one. */
export function conversion(item: Item, type: Target): ItemPatch | null {
  const text = item.body.trim() || item.title;
  if (type === "bookmark") {
    const url = addressWithin(text);
    if (!url) return null;
    const rest = text.replace(url, "").trim();
    return { type, title: rest.split("\n", 1)[0]?.slice(0, 500) || url, body: rest, data: { url } };
  }
  const { title, body } = itemOf(text, type, []);
  return { type, title: title || item.title, body: body ?? "" };
}

/** What takes a conversion back. */
export const backToCapture = (item: Item, patch: ItemPatch): ItemPatch => ({
  type: item.type,
  title: item.title,
  body: item.body,
  ...(patch.data ? { data: Object.fromEntries(Object.keys(patch.data).map((key) => [key, null])) } : {}),
});
