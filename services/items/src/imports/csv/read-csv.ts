import { MAX_BODY_LENGTH } from "@tessera/contracts-items/limits.ts";
import type { Content } from "@tessera/service-kit/reader.ts";
import type { RawBookmark } from "../bookmarks/parse-bookmarks.ts";
import { textOf } from "../text-of.ts";
import { rowsOf, type TableRow } from "./rows-of.ts";

/**
 * Names of columns in exports of Pocket, Raindrop.io, Instapaper, Pinboard, Readwise Reader, Matter, Omnivore and
 * wallabag, in order.
 */
const COLUMNS = {
  href: ["url", "link", "href", "address"],
  title: ["title", "name"],
  tags: ["tags", "document tags", "labels", "keywords"],
  folder: ["folder", "collection"],
  description: ["note", "notes", "excerpt", "description", "selection", "extended", "summary"],
  addDate: [
    ...([
      "time_added",
      "created",
      "created_at",
      "creation date",
      "timestamp",
      "saved date",
      "saved_at",
      "added",
    ] as const),
    ...(["time", "date", "last interaction date"] as const),
  ],
  place: ["status", "state", "location"],
  archived: ["archived", "is_archived"],
  queued: ["in queue"],
  starred: ["favorite", "favorited", "starred", "is_starred", "important"],
  toRead: ["toread", "to_read"],
} as const;
type Column = keyof typeof COLUMNS;

/** Folders that say where an entry stands in its app, and nothing of it. */
const NO_FOLDERS = new Set(["unread", "archive", "starred", "unsorted"]);
/** What says where an entry stands in its app, and is understood. */
const STATES = new Set(["archive", "archived", "unread", "new", "later", "active", "shortlist", "feed"]);
/** Columns that say nothing to a person, or what a card finds out again. */
const UNSAID = new Set([
  ...["", "id", "_id", "guid", "file id", "item_id", "cover", "image", "thumbnail", "seen", "read"],
  ...["word count", "highlight_count", "mimetype", "language", "domain_name", "reading time"],
]);
/** What an empty field is written as, or the page's own HTML, which is fetched again. */
const NOTHING = /^(?:|0|0\.0|false|none|null|\[\]|\{\}|<[a-z!].*)$/is;
/** Longest text that is kept of a field while reading, and of all tags. */
const MAX_TEXT = 100_000;
const MAX_TAGS_TEXT = 20_000;

/** @returns null when no column holds addresses */
export function readCsv({ blobs }: Content<null>): Content<RawBookmark[] | null> {
  const [head, ...rows] = rowsOf(textOf(blobs[0]!)).filter((row) => "broken" in row || row.cells.some(isSaid));
  const names = head && "cells" in head ? head.cells.map((name) => name.trim()) : [];
  const lower = names.map((name) => name.toLowerCase());
  const places = Object.fromEntries(
    Object.entries(COLUMNS).map(([column, known]) => [column, known.map((name) => lower.indexOf(name))]),
  ) as Record<Column, number[]>;
  if (places.href.every((at) => at < 0)) return { value: null, blobs: [] };
  const known = new Set(Object.values(places).flat());
  const others = names.flatMap((name, at) => (known.has(at) || UNSAID.has(name.toLowerCase()) ? [] : [{ name, at }]));
  return { value: rows.map((row) => bookmarkOf(row, { places, others, columns: names.length })), blobs: [] };
}

interface Head {
  places: Record<Column, number[]>;
  /** Columns that no field of a card stands for: what they say is part of the description. */
  others: { name: string; at: number }[];
  columns: number;
}

function bookmarkOf(row: TableRow, { places, others, columns }: Head): RawBookmark {
  if ("broken" in row) return { ...NO_BOOKMARK, title: row.broken, refused: row.reason };
  // An address that nobody quoted, alone in its row, may have the sign that separates cells.
  const cells = columns === 1 ? [row.cells.join(",")] : row.cells;
  const at = (place: number) => (place < 0 ? "" : (cells[place] ?? "").trim().slice(0, MAX_TEXT));
  const all = (column: Column) => places[column].map(at).filter(Boolean);
  const field = (column: Column) => all(column)[0] ?? "";
  const folder = field("folder");
  const place = field("place").toLowerCase();
  const spare = cells.slice(columns).map((cell) => cell.trim().slice(0, MAX_TEXT));
  const more = [
    ...others.map(({ name, at: place }) => [`${name}: `, at(place)]),
    ...(STATES.has(place) ? [] : [["Status: ", field("place")]]),
    ...spare.map((cell) => ["", cell]),
  ];
  const sorted = folder.toLowerCase();
  const inList = place === "shortlist" || place === "feed" ? [field("place")] : [];
  return {
    href: field("href"),
    title: field("title"),
    addDate: field("addDate"),
    // A single tag ends with its comma.
    tags: `${[...tagsOf(field("tags").slice(0, MAX_TAGS_TEXT)), ...inList].join(",")},`,
    // A bookmark may have a note of the person's and an excerpt of the page.
    description: [
      ...new Set(all("description")),
      more
        .filter(([, said]) => !NOTHING.test(said!))
        .map((one) => one.join(""))
        .join("\n"),
    ]
      .filter(Boolean)
      .join("\n\n")
      .slice(0, MAX_BODY_LENGTH),
    folders: NO_FOLDERS.has(sorted) ? [] : folder.split(/\s*[/\\]\s*/).filter(Boolean),
    isPrivate: false,
    ...(/^archived?$/.test(place) || sorted === "archive" || yes(field("archived")) || /^false$/i.test(field("queued"))
      ? { isArchived: true }
      : {}),
    ...(/^(?:unread|new|later)$/.test(place) || sorted === "unread" || yes(field("queued")) ? { isUnread: true } : {}),
    ...(sorted === "starred" || yes(field("starred")) ? { isStarred: true } : {}),
    ...(yes(field("toRead")) ? { isToRead: true } : {}),
  };
}

const NO_BOOKMARK: RawBookmark = {
  ...{ href: "", title: "", addDate: "", tags: "", description: "", folders: [], isPrivate: false },
};
const isSaid = (cell: string): boolean => cell.trim() !== "";
const yes = (text: string): boolean => /^(?:true|yes|1)$/i.test(text);

/** Pocket separates them by "|", Matter by ";", Instapaper writes a list of JSON, Readwise one of Python. */
function tagsOf(text: string): string[] {
  const list = /^\[(.*)\]$/s.exec(text)?.[1];
  if (list === undefined) return text.split(/[|;,]/);
  const quoted = [...list.matchAll(/"((?:\\.|[^"\\])*)"|'((?:\\.|[^'\\])*)'/g)];
  if (!quoted.length) return list.split(",");
  return quoted.map(([, double, single]) => (double ?? single)!.replaceAll(/\\(.)/g, "$1").replaceAll(",", " "));
}
