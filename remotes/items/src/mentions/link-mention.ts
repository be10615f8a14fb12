import type { Item } from "@tessera/contracts-items/items.ts";
import type { UnlinkedMention } from "@tessera/contracts-items/mentions.ts";
import { referenceTo } from "@tessera/contracts-items/references.ts";
import type { QueryClient } from "@tessera/query";
import { shell } from "@tessera/shell-api";
import { failureWords } from "@tessera/ui/failure-words";
import { items } from "../api.ts";
import { keepItem } from "../triage/change-items.ts";
import { offerUndo } from "../triage/undo.ts";
import { updateItem } from "../triage/update-item.ts";
import { mentionKeys } from "./mentions.ts";

/** Makes a name in another card's text a link, with undo. */
export async function linkMention(client: QueryClient, targetId: string, mention: UnlinkedMention): Promise<void> {
  const { source, name, from, to } = mention;
  const keep = (now: Item) => {
    keepItem(client, now);
    return client.invalidateQueries({ queryKey: mentionKeys.all });
  };
  try {
    const before = await items.get(source.id);
    if (before.body.slice(from, to) !== name) {
      await keep(before);
      shell().notifications.show({ message: `“${source.title}” was changed meanwhile. Nothing was linked.` });
      return;
    }
    const body = before.body.slice(0, from) + referenceTo({ id: targetId, title: name }) + before.body.slice(to);
    const made = await updateItem(items, before.id, before, { body });
    await keep(made);
    offerUndo(`Linked “${name}” in “${source.title}”`, async () => {
      await keep(await updateItem(items, made.id, made, { body: before.body }));
    });
  } catch (error) {
    shell().notifications.show({ message: failureWords("The link was not added:", error), intent: "error" });
  }
}
