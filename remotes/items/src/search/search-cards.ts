import type { PaletteSource } from "@tessera/shell-api";
import { items } from "../api.ts";

/** Cards that the palette shows. */
const FOUND = 8;

/** Finds cards by full text for the palette. */
const search: PaletteSource["search"] = async (query, signal) => {
  const q = query.trim();
  if (!q) return [];
  const page = await items.list({ type: "all", q, limit: FOUND }, signal);
  return page.items.map((row) => ({
    id: row.id,
    title: row.title,
    line: row.line,
    path: `/items/${row.type}/${row.id}`,
  }));
};
export default search;
