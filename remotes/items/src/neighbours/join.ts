import type { Item } from "@tessera/contracts-items/items.ts";
import type { Neighbour } from "@tessera/contracts-items/neighbours.ts";
import type { QueryClient } from "@tessera/query";
import { shell } from "@tessera/shell-api";
import { items } from "../api.ts";
import type { EditSession } from "../detail/edit-session.ts";
import { summaryOf } from "../detail/summary-of.ts";
import { mentionKeys } from "../mentions/mentions.ts";
import { changeItems, keepItem } from "../triage/change-items.ts";
import { offerUndo } from "../triage/undo.ts";
import { updateItem } from "../triage/update-item.ts";
import { sentenceOf } from "../triage/use-triage.ts";
import { merged, withLink, withThread } from "./join-cards.ts";
import { neighbourKeys } from "./neighbours.ts";

export interface Joining {
  client: QueryClient;
  session: EditSession;
  card: Neighbour["card"];
}

const refuse = (what: string, why: string) =>
  shell().notifications.show({ message: `${what}: ${why}`, intent: "error" });

/** The open card as it is stored. @returns null where what was typed could not be saved */
async function saved(session: EditSession): Promise<Item | null> {
  await session.flush();
  const { item, state } = session.getView();
  return state === "saved" ? items.get(item.id) : null;
}
const UNSAVED = "what you typed is not saved yet.";

function keep(client: QueryClient, session: EditSession, now: Item): void {
  if (now.id === session.getView().item.id) session.accept(now);
  keepItem(client, now);
  void client.invalidateQueries({ queryKey: mentionKeys.all });
  void client.invalidateQueries({ queryKey: neighbourKeys.all });
}

/**
 * Writes a mention of one card into the text of the other, with undo.
 * @param into the card whose text a person writes: the open one, or else the one that is like it
 */
export async function link(how: "link" | "thread", into: "open" | "other", { client, session, card }: Joining) {
  const failed = how === "link" ? "Not linked" : "Not continued";
  try {
    const open = await saved(session);
    if (!open) return refuse(failed, UNSAVED);
    const other = into === "open" ? card : open;
    const before = into === "open" ? open : await items.get(card.id);
    const body = how === "link" ? withLink(before.body, other) : withThread(before.body, other);
    const after = await updateItem(items, before.id, before, { body });
    keep(client, session, after);
    const label = how === "link" ? `Linked “${card.title}”` : `Continues “${card.title}”`;
    offerUndo(label, async () =>
      keep(client, session, await updateItem(items, after.id, after, { body: before.body })),
    );
  } catch (error) {
    refuse(failed, sentenceOf(error));
  }
}

/** Makes the open card part of another one, and moves it to the trash; undo brings both back. */
export async function merge({ client, session, card }: Joining, open: (path: string) => unknown): Promise<void> {
  try {
    const mine = await saved(session);
    if (!mine) return refuse("Not merged", UNSAVED);
    const before = await items.get(card.id);
    const both = merged(before, mine);
    if (!both) return refuse("Not merged", "the text of both is longer than a card may be.");
    const after = await updateItem(items, before.id, before, both);
    keepItem(client, after);
    const back = async () =>
      keepItem(client, await updateItem(items, after.id, after, { body: before.body, tags: before.tags }));
    const gone = changeItems(client, [summaryOf(mine)], { set: { status: "trash" } });
    offerUndo(
      `Merged with “${card.title}”`,
      async () => {
        await gone.takeBack();
        await back();
        void client.invalidateQueries({ queryKey: neighbourKeys.all });
      },
      [mine.id],
      gone.written,
    );
    try {
      await gone.written;
    } catch (error) {
      await back();
      throw error;
    }
    void client.invalidateQueries({ queryKey: neighbourKeys.all });
    open(`/items/${card.type}/${card.id}`);
  } catch (error) {
    refuse("Not merged", sentenceOf(error));
  }
}

/** Gives the open card a tag that cards like it have, with undo. */
export async function takeTag(client: QueryClient, session: EditSession, tag: string): Promise<void> {
  const made = changeItems(client, [summaryOf(session.getView().item)], { addTags: [tag] });
  const { id } = session.getView().item;
  offerUndo(`Tagged “${tag}”`, () => made.takeBack(), [id], made.written);
  try {
    await made.written;
    void client.invalidateQueries({ queryKey: neighbourKeys.ofCard(id) });
  } catch (error) {
    refuse("Not tagged", sentenceOf(error));
  }
}
