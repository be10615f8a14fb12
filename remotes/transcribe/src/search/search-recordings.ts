import type { PaletteSource } from "@tessera/shell-api";
import { transcribe } from "../api.ts";
import { placePath } from "../transcript/found-words.ts";
import { stateInWords } from "../words.ts";

/** Recordings that the palette shows. */
const MAX_FOUND = 8;

/** Finds recordings by their title or by what is said in them. */
const search: PaletteSource["search"] = async (query, signal) => {
  const q = query.trim();
  if (!q) return [];
  const { items } = await transcribe.recordings({ q, limit: MAX_FOUND }, signal);
  return items.map((recording) => ({
    id: recording.id,
    title: recording.title,
    line: stateInWords(recording),
    path: placePath(recording.id, q),
  }));
};
export default search;
