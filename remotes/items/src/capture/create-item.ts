import type { Item, NewItem } from "@tessera/contracts-items/items.ts";
import type { QueryClient } from "@tessera/query";
import { keys } from "../api.ts";
import { act } from "../offline/act.ts";
import "../offline/declare.ts";
import { refreshCounts } from "../triage/change-items.ts";

/**
 * Stores a capture. The service answers an address it knows with the card that exists, moved to the top.
 * @param key one per attempt of the same text: a repeated request stores nothing twice
 * @param title what a person sees of it while it waits
 * @returns null when it waits on this device for the connection
 */
export async function createItem(
  client: QueryClient,
  item: NewItem,
  key: string,
  title: string,
): Promise<{ item: Item; existed: boolean } | null> {
  const text = item.body || item.title || item.sourceUrl || undefined;
  const result = await act<Item, "create">("create", item, { id: key, subjects: [key], title, text });
  if (!result.sent) return null;
  const made = result.answer;
  client.setQueryData(keys.item(made.id), made);
  refreshCounts(client);
  void client.invalidateQueries({ queryKey: keys.lists });
  return { item: made, existed: made.version > 1 };
}
