import type { ItemRow } from "../items/item-row.ts";
import type { ItemContent } from "../types/plugin.ts";

/** What plugins read of a stored item. */
export const contentOf = (row: ItemRow): ItemContent => ({
  type: row.type,
  title: row.title,
  body: row.body,
  data: row.data,
  tags: row.tags,
  sourceUrl: row.source_url,
});
