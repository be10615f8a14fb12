import type { RowChange } from "@tessera/shell-api";

/** What listeners learn of an item: the columns that services/items publishes. */
export interface LiveRecord {
  id: string;
  type: string;
  title: string;
  line: string | null;
  tags: string[];
  status: string;
  pinned: boolean;
  due_at: string | null;
  snooze_until: string | null;
  attachment_count: number;
  parent_id: string | null;
}

const STATUS_WORDS: Record<string, string> = {
  inbox: "moved to the inbox",
  later: "put off for later",
  done: "done",
  archived: "archived",
  trash: "moved to the trash",
};

/**
 * What was done to a card, for the second line of its row; `before` is what the page knew of it, null when it knew
 * nothing.
 */
export function changeWords(type: RowChange["type"], now: LiveRecord | null, before: LiveRecord | null): string {
  if (type === "INSERT") return "added";
  if (type === "DELETE") return "deleted for good";
  if (!now || !before) return "changed";
  const said = [
    now.status !== before.status && (STATUS_WORDS[now.status] ?? `status ${now.status}`),
    now.type !== before.type && `made a ${now.type}`,
    now.title !== before.title && `renamed from “${before.title}”`,
    ...tagWords(now.tags, before.tags),
    now.pinned !== before.pinned && (now.pinned ? "pinned" : "unpinned"),
    now.due_at !== before.due_at && (now.due_at ? "due date set" : "due date taken away"),
    now.snooze_until !== before.snooze_until && (now.snooze_until ? "snoozed" : "no longer snoozed"),
    now.attachment_count !== before.attachment_count && "attachments changed",
    now.parent_id !== before.parent_id && "moved under another card",
  ].filter((words): words is string => Boolean(words));
  return said.length ? said.join(", ") : "text or details changed";
}

function tagWords(now: string[], before: string[]): string[] {
  const more = now.filter((tag) => !before.includes(tag));
  const fewer = before.filter((tag) => !now.includes(tag));
  return [
    ...(more.length ? [`tagged ${more.join(", ")}`] : []),
    ...(fewer.length ? [`untagged ${fewer.join(", ")}`] : []),
  ];
}
