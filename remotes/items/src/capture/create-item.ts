import type { Item, NewItem } from "@tessera/contracts-items/items.ts";
import type { QueryClient } from "@tessera/query";
import { items, keys } from "../api.ts";
import { refreshCounts } from "../triage/change-items.ts";

/**
 * Stores a capture. The service answers an address it knows with the card that exists, moved to the top.
 * @param key one per attempt of the same text: a repeated request stores nothing twice
 */
export async function createItem(
  client: QueryClient,
  item: NewItem,
  key: string,
): Promise<{ item: Item; existed: boolean }> {
  const made = await items.create(item, key);
  client.setQueryData(keys.item(made.id), made);
  refreshCounts(client);
  void client.invalidateQueries({ queryKey: keys.lists });
  return { item: made, existed: made.version > 1 };
}
