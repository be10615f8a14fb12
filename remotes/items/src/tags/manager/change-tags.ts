import { counted } from "@tessera/contracts-core/counted.ts";
import type { TagChange } from "@tessera/contracts-items/tag-changes.ts";
import type { QueryClient } from "@tessera/query";
import { items, keys } from "../../api.ts";
import { offerUndo } from "../../triage/undo.ts";

/** Everything that shows tags. */
export function refreshTags(client: QueryClient): void {
  for (const queryKey of [keys.tagLists, keys.tags, keys.lists, keys.cards])
    void client.invalidateQueries({ queryKey });
}

/** Renames, merges (several) or deletes (null) tags on all cards, and offers to undo it. */
export async function changeTags(
  client: QueryClient,
  from: string[],
  to: string | null,
  onUndo: (change: TagChange) => void,
): Promise<TagChange> {
  const change = await items.changeTags({ from, to }, crypto.randomUUID());
  refreshTags(client);
  offerUndo(saidOf(change), async () => {
    onUndo(await items.undoTagChange(change.id));
    refreshTags(client);
  });
  return change;
}

/** What was done, or is being done. */
export function saidOf({ from, to, state, total }: TagChange): string {
  const what = from.length === 1 ? `“${from[0]}”` : counted(from.length, "tag");
  const cards = counted(total, "card");
  const running = state === "running";
  const verb =
    to === null ? ["Deleting", "Deleted"] : from.length === 1 ? ["Renaming", "Renamed"] : ["Merging", "Merged"];
  const where = to === null ? ` from ${cards}` : `${from.length === 1 ? " to" : " into"} “${to}” on ${cards}`;
  return `${verb[running ? 0 : 1]} ${what}${where}${running ? ". It continues in the background" : ""}`;
}
