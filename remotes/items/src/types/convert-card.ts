import type { Item } from "@tessera/contracts-items/items.ts";
import type { QueryClient } from "@tessera/query";
import { shell } from "@tessera/shell-api";
import { items, keys } from "../api.ts";
import { keepItem, refreshCounts } from "../triage/change-items.ts";
import { offerUndo } from "../triage/undo.ts";
import { updateItem } from "../triage/update-item.ts";
import { sentenceOf } from "../triage/use-triage.ts";
import type { Capture } from "./captures.ts";
import { backTo } from "./convert.ts";

/** What a card becomes; null when it cannot. A note's title is the first line of its text, as a capture has it. */
export function conversion(item: Item, { type, code }: Capture) {
  if (item.type === "inbox") return code.convert?.(item) ?? null;
  if (item.type !== "note" || type === "note") return null;
  return code.convert?.({ ...item, body: `${item.title}\n${item.body}` }) ?? null;
}

/** Makes a card another type in place, with undo. @param named the type in a word, "task" */
export async function convertCard(client: QueryClient, id: string, target: Capture, named: string): Promise<void> {
  const refresh = (now: Item) => {
    keepItem(client, now);
    refreshCounts(client);
    void client.invalidateQueries({ queryKey: keys.lists });
  };
  try {
    const before = await items.get(id);
    const patch = conversion(before, target);
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
