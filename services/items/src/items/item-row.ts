import { enrichmentOf } from "@tessera/contracts-items/enrichment.ts";
import type { Item, ItemSummary } from "@tessera/contracts-items/items.ts";
import type { TypePlugin } from "../types/plugin.ts";

/** A row of items.item, as the driver gives it (times as text). */
export interface ItemRow extends Record<string, unknown> {
  id: string;
  user_id: string;
  type: string;
  parent_id: string | null;
  title: string;
  title_source: Item["titleSource"];
  body: string;
  line: string;
  data: Record<string, unknown>;
  tags: string[];
  tag_keys: string[];
  status: Item["status"];
  pinned: boolean;
  unread: boolean;
  reading: number | null;
  due_at: string | null;
  snooze_until: string | null;
  placed: string | null;
  source: string;
  source_url: string | null;
  identity: string | null;
  language: string | null;
  /** Whether a person said so. */
  language_set: boolean;
  processing: Item["processing"];
  attachment_count: number;
  due_entry: string | null;
  due_decided_at: string | null;
  due_decided_from: Item["status"] | null;
  created_at: string;
  updated_at: string;
  archived_at: string | null;
  version: number;
  changed_with: string | null;
  /** Whether it can be found by its meaning; kept apart from the other steps, as it is no change of the card. */
  embedding?: Item["processing"][string] | null;
}

export interface AttachmentRow extends Record<string, unknown> {
  id: string;
  name: string;
  media_type: string;
  bytes: string | number;
  file_key: string;
}

/** Columns that a list needs. */
export const SUMMARY_COLUMNS = [
  ...[
    "id",
    "type",
    "parent_id",
    "title",
    "title_source",
    "line",
    "data",
    "tags",
    "status",
    "pinned",
    "unread",
    "reading",
    "due_at",
  ],
  ...[
    "snooze_until",
    "placed",
    "source",
    "source_url",
    "processing",
    "attachment_count",
    "created_at",
    "updated_at",
    "archived_at",
    "version",
  ],
].map((column) => `i.${column}`);

/** Columns of `ItemRow`: all but the words of the search, which are long and which nobody reads. */
export const ITEM_COLUMNS = [
  ...SUMMARY_COLUMNS,
  ...[
    ...["user_id", "body", "tag_keys", "identity", "language", "language_set"],
    ...["due_entry", "due_decided_at", "due_decided_from", "changed_with"],
  ].map((column) => `i.${column}`),
];

/**
 * PostgreSQL's text of a time as ISO 8601. In UTC, as it nearly always is, by its letters: a list of 50 has 100 and
 * more, and a Date for each took longer than the JSON of the whole list.
 */
export const iso = (at: string): string =>
  at.endsWith("+00") && at[4] === "-" && at[10] === " "
    ? `${at.slice(0, 10)}T${at.slice(11, 19)}.${at.slice(20, -3).slice(0, 3).padEnd(3, "0")}Z`
    : new Date(at).toISOString();
export const isoOrNull = (at: string | null) => (at === null ? null : iso(at));

const common = (row: ItemRow) => ({
  id: row.id,
  type: row.type,
  parentId: row.parent_id,
  title: row.title,
  titleSource: row.title_source,
  tags: row.tags,
  status: row.status,
  pinned: row.pinned,
  unread: row.unread,
  ...(row.reading === null ? {} : { reading: row.reading }),
  dueAt: isoOrNull(row.due_at),
  snoozeUntil: isoOrNull(row.snooze_until),
  source: row.source,
  sourceUrl: row.source_url,
  createdAt: iso(row.created_at),
  updatedAt: iso(row.updated_at),
  archivedAt: isoOrNull(row.archived_at),
  version: row.version,
});

/** @param row its `data` holds the long fields too */
export const toItem = (row: ItemRow, attachments: AttachmentRow[]): Item => ({
  ...common(row),
  body: row.body,
  data: row.data,
  processing: {
    ...row.processing,
    // It is found whenever the text changes.
    ...(row.language === null ? {} : { language: { state: "success" as const } }),
    ...(row.embedding ? { embedding: row.embedding } : {}),
  },
  attachments: attachments.map(({ id, name, media_type, bytes }) => ({
    id,
    name,
    mediaType: media_type,
    bytes: Number(bytes),
    url: `/api/items/${row.id}/attachments/${id}`,
  })),
  ...(row.language === null ? {} : { language: row.language, languageBy: row.language_set ? "person" : "text" }),
  ...(row.changed_with === null ? {} : { changedWith: row.changed_with }),
});

export const toSummary = (row: ItemRow, plugin: TypePlugin | undefined): ItemSummary => ({
  ...common(row),
  line: row.line,
  attachmentCount: row.attachment_count,
  ...(row.placed === null ? {} : { placed: Number(row.placed) }),
  ...plugin?.summary(row.data),
  ...enrichmentOf(row.processing),
});
