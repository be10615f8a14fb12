import { MAX_TAG_LENGTH } from "@tessera/contracts-items/limits.ts";
import type { PaletteSource } from "@tessera/shell-api";
import { items } from "../api.ts";

/** Tags that the palette shows. */
const FOUND = 3;
/** Tag of Fluent's icons, in a box of 20 × 20. */
const ICON =
  "M14 7a1 1 0 1 0 0-2 1 1 0 0 0 0 2m-2.87-5a2 2 0 0 0-1.43.58L3.02 9.25a2 2 0 0 0 0 2.83l4.95 4.95a2 2 0 0 0 2.83 0" +
  "l6.63-6.63A2 2 0 0 0 18 8.98V4.03a2 2 0 0 0-1.99-2zm-.72 1.3a1 1 0 0 1 .71-.3l4.9.03a1 1 0 0 1 .99 1v4.95a1 1 0 0 1" +
  "-.29.7l-6.63 6.64a1 1 0 0 1-1.41 0l-4.95-4.95a1 1 0 0 1 0-1.41z";

/** Finds tags for the palette, which lead to their cards; "#tax" is the tag too. */
const search: PaletteSource["search"] = async (query, signal) => {
  const q = query.trim().replace(/^#/, "");
  if (!q || q.length > MAX_TAG_LENGTH) return [];
  return (await items.findTags({ q }, signal)).slice(0, FOUND).map(({ tag, count }) => ({
    ...{ id: tag, title: tag, line: `${count.toLocaleString()} ${count === 1 ? "card" : "cards"}`, icon: ICON },
    path: `/items/all?tag=${encodeURIComponent(tag)}`,
  }));
};
export default search;
