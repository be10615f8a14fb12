import type { Item, ItemSummary } from "@tessera/contracts-items/items.ts";
import type { QueryClient } from "@tessera/query";
import type { RowChange } from "@tessera/shell-api";
import { keys } from "../api.ts";
import { isProcessing } from "../detail/use-item.ts";
import { showRows } from "../triage/change-items.ts";
import { whenWritten, writtenVersion } from "../triage/own-writes.ts";
import { belongs, type ListData } from "./list-data.ts";
import type { ListQuery } from "./list-query.ts";

/** What a published row says of a card, in the words of a list's row. */
export function summaryOf(record: Record<string, unknown>): Partial<ItemSummary> {
  const moment = (value: unknown) => (typeof value === "string" ? new Date(value).toISOString() : null);
  return {
    type: String(record.type),
    title: String(record.title),
    line: String(record.line ?? ""),
    tags: record.tags as string[],
    status: record.status as ItemSummary["status"],
    pinned: record.pinned === true,
    unread: record.unread === true,
    dueAt: moment(record.due_at),
    snoozeUntil: moment(record.snooze_until),
    attachmentCount: Number(record.attachment_count),
    updatedAt: moment(record.updated_at) ?? "",
    archivedAt: moment(record.archived_at),
    placed: record.placed === null || record.placed === undefined ? undefined : Number(record.placed),
    version: Number(record.version),
  };
}

/**
 * Applies what other devices wrote to the cached lists and cards, and refetches the lists that are shown. What this
 * page wrote itself is there already and costs nothing. Null means that changes may have been missed.
 */
export async function takeChanges(client: QueryClient, changes: readonly RowChange[] | null): Promise<void> {
  // An answer from before a change that is on its way would put back what the person has just moved.
  await whenWritten();
  const fresh = changes?.filter((change) => !isOld(change));
  const news = fresh?.filter((change) => isNews(client, change));
  if (fresh) showRows(client, changedRows(client, fresh));
  if (news?.length === 0) return;
  void client.invalidateQueries({ queryKey: keys.types });
  void client.invalidateQueries({ queryKey: keys.tags });
  void client.invalidateQueries({ queryKey: keys.sectionCounts });
  await client.invalidateQueries({ queryKey: keys.lists });
}

/** News of a version from before what this page wrote last: they would take back what the person has done since. */
const isOld = ({ type, record }: RowChange): boolean =>
  type !== "DELETE" && Number(record.version) < writtenVersion(String(record.id));

const rowsOf = (client: QueryClient) =>
  client.getQueriesData<ListData>({ queryKey: keys.lists }).flatMap(([, data]) => data?.rows ?? []);

/** Whether a change says something that the page does not show yet. */
function isNews(client: QueryClient, { type, record, old }: RowChange): boolean {
  const id = String(record.id ?? old.id);
  const rows = rowsOf(client).filter((row) => row.id === id);
  if (type === "DELETE") return rows.length > 0;
  const card = client.getQueryData<Item>(keys.item(id));
  // Steps of processing are not published.
  if (isProcessing(card) || rows.some((row) => row.enriching)) return true;
  const now = summaryOf(record);
  // Nor is who does a card that can be done.
  if (rows.some((row) => row.done !== undefined && row.version < Number(record.version))) return true;
  return rows.length > 0 ? rows.some((row) => differs(row, now)) : mayBelong(client, { id, ...now } as ItemSummary);
}

/** Whether a card that no list shows belongs in one of them, or counts in one that is not loaded to its end. */
function mayBelong(client: QueryClient, row: ItemSummary): boolean {
  return client
    .getQueriesData<ListData>({ queryKey: keys.lists })
    .some(([key, data]) => data && (data.nextCursor !== null || belongs(key[2] as ListQuery, row, new Date())));
}

/** The version grows with what this page wrote itself, too. */
function differs(
  row: ItemSummary,
  { version: _version, updatedAt: _updatedAt, ...now }: Partial<ItemSummary>,
): boolean {
  return Object.entries(now).some(
    ([field, value]) => JSON.stringify(row[field as keyof ItemSummary]) !== JSON.stringify(value),
  );
}

function changedRows(client: QueryClient, changes: readonly RowChange[]): Map<string, ItemSummary> {
  const rows = new Map(rowsOf(client).map((row) => [row.id, row]));
  const changed = new Map<string, ItemSummary>();
  for (const { type, record, old } of changes) {
    const id = String(record.id ?? old.id);
    const row = changed.get(id) ?? rows.get(id);
    if (row) changed.set(id, type === "DELETE" ? { ...row, status: GONE } : { ...row, ...summaryOf(record) });
  }
  return changed;
}

/** No list shows cards of this status. */
const GONE = "deleted" as ItemSummary["status"];
