import type { PaletteSource } from "@tessera/shell-api";
import { sampleArea } from "../api.ts";

/** Records that the palette shows. */
const MAX_FOUND = 8;

/** Finds records by a part of their title for the palette. */
const search: PaletteSource["search"] = async (query, signal) => {
  const q = query.trim();
  if (!q) return [];
  const { items } = await sampleArea.records({ q, limit: MAX_FOUND }, signal);
  return items.map(({ id, title, reviewed }) => ({
    id,
    title,
    line: reviewed ? "Reviewed" : "Waits in your queue",
    path: "/sample-area",
  }));
};
export default search;
