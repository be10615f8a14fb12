import type { Item, ItemSummary } from "@tessera/contracts-items/items.ts";
import { MAX_BULK_ITEMS } from "@tessera/contracts-items/limits.ts";
import type { QueryClient } from "@tessera/query";
import { shell } from "@tessera/shell-api";
import { failureWords } from "@tessera/ui/failure-words";
import { items, keys } from "../api.ts";
import { announce } from "../list/announce.ts";
import type { ListData } from "../list/list-data.ts";
import { naming } from "./use-triage.ts";

/**
 * Shows the mark wherever the cards are shown. A card that is being read stays in a list of unread cards until it is
 * reloaded.
 */
function show(client: QueryClient, ids: ReadonlySet<string>, unread: boolean): void {
  client.setQueriesData<ListData>({ queryKey: keys.lists }, (data) =>
    data?.rows.some((row) => ids.has(row.id) && row.unread !== unread)
      ? { ...data, rows: data.rows.map((row) => (ids.has(row.id) ? { ...row, unread } : row)) }
      : data,
  );
  for (const id of ids) client.setQueryData<Item>(keys.item(id), (item) => item && { ...item, unread });
}

/**
 * A card that was opened is read. When the service cannot be reached it stays unread, silently: opening it again
 * retries.
 */
export async function markOpened(client: QueryClient, { id }: Pick<Item, "id">): Promise<void> {
  const ids = new Set([id]);
  show(client, ids, false);
  await items.markRead({ ids: [id], unread: false }).catch(() => show(client, ids, true));
}

/** Marks cards as unread, or as read when all of them are not. */
export async function toggleUnread(client: QueryClient, rows: readonly ItemSummary[]): Promise<void> {
  if (rows.length === 0) return;
  const unread = rows.every((row) => !row.unread);
  const changing = rows.filter((row) => row.unread !== unread);
  const ids = new Set(changing.map((row) => row.id));
  show(client, ids, unread);
  try {
    const all = [...ids];
    for (let start = 0; start < all.length; start += MAX_BULK_ITEMS)
      await items.markRead({ ids: all.slice(start, start + MAX_BULK_ITEMS), unread });
    announce(`Marked as ${unread ? "unread" : "read"}: ${naming(changing)}`);
  } catch (error) {
    show(client, ids, !unread);
    shell().notifications.show({
      message: failureWords("Not marked:", error),
      intent: "error",
      action: { label: "Try again", run: () => toggleUnread(client, rows) },
    });
  }
}
