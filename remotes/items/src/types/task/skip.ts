import type { Item, ItemPatch } from "@tessera/contracts-items/items.ts";
import type { QueryClient } from "@tessera/query";
import { shell } from "@tessera/shell-api";
import { items, keys } from "../../api.ts";
import { keepItem, refreshCounts, takeBackOccurrence } from "../../triage/change-items.ts";
import { inOrder, writing, writtenVersion, wrote } from "../../triage/own-writes.ts";
import { offerUndo } from "../../triage/undo.ts";
import { naming, sentenceOf } from "../../triage/use-triage.ts";

const newest = ({ id, version }: Item) => Math.max(version, writtenVersion(id));

async function act(
  client: QueryClient,
  item: Item,
  done: string,
  send: () => Promise<Item>,
  takeBack: (after: Item) => Promise<Item>,
): Promise<void> {
  const keep = (after: Item) => {
    wrote(after);
    keepItem(client, after);
    refreshCounts(client);
    void client.invalidateQueries({ queryKey: keys.lists });
    void client.invalidateQueries({ queryKey: keys.occurrences(item.id) });
    return after;
  };
  const made = writing(inOrder([item.id], async () => keep(await send())));
  const back = async () => {
    const after = await made;
    await writing(inOrder([item.id], async () => keep(await takeBack(after))));
  };
  offerUndo(`${done}: ${naming([item])}`, back, [item.id], made);
  try {
    await made;
  } catch (error) {
    shell().notifications.show({
      message: `Not done: ${sentenceOf(error)} ${naming([item])} stayed as it was.`,
      intent: "error",
    });
  }
}

/** Leaves out the time that a task is due: it is due on its next day. */
export const skip = (client: QueryClient, item: Item): Promise<void> =>
  act(
    client,
    item,
    "Skipped once",
    () => items.skip(item.id, newest(item)),
    (after) => takeBackOccurrence(item.id, String(after.data.occurrence)),
  );

/** Completes a task that repeats for the last time. */
export const completeForGood = (client: QueryClient, item: Item): Promise<void> => {
  const ended: ItemPatch = { status: "done", data: { repeat: null } };
  const back: ItemPatch = { status: item.status, data: { repeat: item.data.repeat, done: false } };
  return act(
    client,
    item,
    "Completed for good",
    () => items.update(item.id, newest(item), ended),
    (after) => items.update(item.id, newest(after), back),
  );
};
