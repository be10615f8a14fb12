import type { Content } from "@tessera/service-kit/reader.ts";
import Papa from "papaparse";
import type { RawBookmark } from "../bookmarks/parse-bookmarks.ts";
import { textOf } from "../text-of.ts";

/** Names of columns in exports of Pocket, Raindrop.io, Instapaper, Pinboard, Readwise Reader and Omnivore, in order. */
const COLUMNS = {
  href: ["url", "link", "href", "address"],
  title: ["title", "name"],
  tags: ["tags", "document tags", "labels", "keywords"],
  folder: ["folder", "collection"],
  description: ["note", "notes", "excerpt", "description", "selection", "extended", "summary"],
  addDate: ["time_added", "created", "timestamp", "saved date", "saved_at", "added", "time", "date"],
} as const;
type Column = keyof typeof COLUMNS;

/** Folders that say where an entry stands in its app, and nothing of it. */
const NO_FOLDERS = new Set(["unread", "archive", "starred", "unsorted"]);
/** Longest text that is kept of a field while reading. */
const MAX_TEXT = 20_000;

/** @returns null when no column holds addresses */
export function readCsv({ blobs }: Content<null>): Content<RawBookmark[] | null> {
  const text = textOf(blobs[0]!).replace(/^\uFEFF/, "");
  const { data } = Papa.parse<string[]>(text, { skipEmptyLines: "greedy" });
  const names = (data[0] ?? []).map((name) => name.trim().toLowerCase());
  const places = Object.fromEntries(
    Object.entries(COLUMNS).map(([column, known]) => [column, known.map((name) => names.indexOf(name))]),
  ) as Record<Column, number[]>;
  if (places.href.every((at) => at < 0)) return { value: null, blobs: [] };
  return { value: data.slice(1).map((row) => bookmarkOf(row, places)), blobs: [] };
}

function bookmarkOf(row: string[], places: Record<Column, number[]>): RawBookmark {
  // The first of its columns that says something: a bookmark may have a note, or else an excerpt.
  const field = (column: Column) =>
    places[column]
      .map((at) => (at < 0 ? "" : (row[at] ?? "").trim()))
      .find(Boolean)
      ?.slice(0, MAX_TEXT) ?? "";
  const folder = field("folder");
  return {
    href: field("href"),
    title: field("title"),
    addDate: field("addDate"),
    // Pocket separates them by "|", Readwise writes a list of Python; a single tag ends with its comma.
    tags: `${field("tags")
      .replaceAll(/^\[|\]$|['"]/g, "")
      .replaceAll("|", ",")},`,
    description: field("description"),
    folders: NO_FOLDERS.has(folder.toLowerCase()) ? [] : folder.split(/\s*[/\\]\s*/).filter(Boolean),
    isPrivate: false,
  };
}
