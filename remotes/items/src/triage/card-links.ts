import type { ItemSummary } from "@tessera/contracts-items/items.ts";
import { shell } from "@tessera/shell-api";
import { announce } from "../list/announce.ts";

/** Copies a text and says so. */
export async function copy(text: string, done: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    shell().notifications.show({ message: done });
  } catch {
    shell().notifications.show({ message: "The browser did not allow copying.", intent: "error" });
  }
}

/** Copies the address of the card in this product. */
export const copyLink = ({ type, id }: Pick<ItemSummary, "type" | "id">): Promise<void> =>
  copy(new URL(`/items/${type}/${id}`, location.origin).href, "Link copied");

/** Opens the page that the card came from, in a tab of its own. */
export function openOriginal({ sourceUrl }: Pick<ItemSummary, "sourceUrl">): void {
  if (sourceUrl && /^https?:/.test(sourceUrl)) window.open(sourceUrl, "_blank", "noopener");
  else announce("This card has no original to open");
}
