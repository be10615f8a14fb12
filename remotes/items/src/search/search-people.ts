import type { PaletteSource } from "@tessera/shell-api";
import { items } from "../api.ts";
import { entryOf } from "./search-cards.ts";

/** People that the palette shows. */
const FOUND = 3;

/** Finds the cards of people for the palette. */
const search: PaletteSource["search"] = async (query, signal) => {
  const q = query.trim();
  return q ? (await items.list({ type: "person", q, limit: FOUND }, signal)).items.map(entryOf) : [];
};
export default search;
