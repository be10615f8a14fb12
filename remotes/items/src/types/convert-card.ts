import type { Item } from "@tessera/contracts-items/items.ts";
import type { QueryClient } from "@tessera/query";
import { shell } from "@tessera/shell-api";
import { items, keys } from "../api.ts";
import { keepItem, refreshCounts } from "../triage/change-items.ts";
import { offerUndo } from "../triage/undo.ts";
import { updateItem } from "../triage/update-item.ts";
import { sentenceOf } from "../triage/use-triage.ts";
import { type Capture, loadCaptures } from "./captures.ts";
import { backTo } from "./convert.ts";
import { isConvertible } from "./item-types.ts";

/** What a card becomes; null when it cannot. @param captures all there are, with that of the card's own type */
export function conversion(item: Item, { type, code }: Capture, captures: readonly Capture[]) {
  if (item.type === type || !isConvertible(item)) return null;
  const own = captures.find((capture) => capture.type === item.type);
  return code.convert?.(own?.code.raw?.(item) ?? item) ?? null;
}

/** Makes a card another type in place, with undo. @param named the type in a word */
export async function convertCard(client: QueryClient, id: string, target: Capture, named: string): Promise<void> {
  const refresh = (now: Item) => {
    keepItem(client, now);
    refreshCounts(client);
    void client.invalidateQueries({ queryKey: keys.lists });
  };
  try {
    const [before, captures] = await Promise.all([items.get(id), loadCaptures()]);
    const patch = conversion(before, target, captures);
    if (!patch) return;
    const made = await updateItem(items, before.id, before, patch);
    refresh(made);
    offerUndo(`Made “${made.title}” a ${named}`, async () =>
      refresh(await updateItem(items, made.id, made, backTo(before, patch))),
    );
  } catch (error) {
    shell().notifications.show({ message: `It was not converted: ${sentenceOf(error)}`, intent: "error" });
  }
}
