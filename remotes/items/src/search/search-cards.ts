import type { ItemSummary } from "@tessera/contracts-items/items.ts";
import { type PaletteSource, shell } from "@tessera/shell-api";
import { items } from "../api.ts";

/** Cards that the palette shows, found ones and, before anything is typed, those changed last. */
const FOUND = 8;
const RECENT = 5;

export const entryOf = ({ id, title, line, type }: ItemSummary) => ({
  ...{ id, title, line, path: `/items/${type}/${id}` },
  icon: shell().contributions.itemType(type)?.icon,
});

/** Finds cards by full text for the palette; of what it finds, people are among the people (search-people.ts). */
const search: PaletteSource["search"] = async (query, signal) => {
  const q = query.trim();
  if (!q) return (await items.list({ type: "all", sort: "updated", limit: RECENT }, signal)).items.map(entryOf);
  const { items: found, total } = await items.list({ type: "all", q, limit: FOUND }, signal);
  const all = {
    id: "all",
    title: `Show all ${total.toLocaleString()} cards with “${q}”`,
    path: `/search?q=${encodeURIComponent(q)}`,
  };
  const entries = found.filter(({ type }) => type !== "person").map(entryOf);
  return total > found.length ? [...entries, all] : entries;
};
export default search;
