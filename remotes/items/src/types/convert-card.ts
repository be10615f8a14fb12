import type { Item, ItemPatch } from "@tessera/contracts-items/items.ts";
import type { QueryClient } from "@tessera/query";
import { shell } from "@tessera/shell-api";
import { failureWords } from "@tessera/ui/failure-words";
import { items, keys } from "../api.ts";
import { keepItem, refreshCounts } from "../triage/change-items.ts";
import { offerUndo } from "../triage/undo.ts";
import { updateItem } from "../triage/update-item.ts";
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
export const convertCard = (client: QueryClient, id: string, target: Capture, named: string): Promise<void> =>
  convertWith(client, id, `a ${named}`, async (before) => conversion(before, target, await loadCaptures()));

/** The types of other areas that are made of files like this. */
export const typesOf = (mediaType: string) =>
  shell().contributions.itemTypes.flatMap(({ type, ofFiles }) =>
    ofFiles?.mediaTypes.includes(mediaType) ? [{ type, ...ofFiles }] : [],
  );

/** Those that a card becomes in place. */
export const typesOfFile = ({ type, data }: Pick<Item, "type" | "data">) =>
  typesOf(String(data.mediaType)).filter(({ types }) => types.includes(type));

/** Makes the card of a file one of another type, with undo. */
export const convertFile = (
  client: QueryClient,
  id: string,
  { type, made }: ReturnType<typeof typesOf>[number],
): Promise<void> => convertWith(client, id, made, async () => ({ type }));

/** @param made what the card is then: "a note" @param patchOf null when it cannot become that */
async function convertWith(
  client: QueryClient,
  id: string,
  made: string,
  patchOf: (before: Item) => Promise<ItemPatch | null>,
): Promise<void> {
  const refresh = (now: Item) => {
    keepItem(client, now);
    refreshCounts(client);
    void client.invalidateQueries({ queryKey: keys.lists });
  };
  try {
    const before = await items.get(id);
    const patch = await patchOf(before);
    if (!patch) return;
    const after = await updateItem(items, before.id, before, patch);
    refresh(after);
    offerUndo(`Made “${after.title}” ${made}`, async () =>
      refresh(await updateItem(items, after.id, after, backTo(before, patch))),
    );
  } catch (error) {
    shell().notifications.show({ message: failureWords("It was not converted:", error), intent: "error" });
  }
}
