import type { Item, NewItem } from "@tessera/contracts-items/items.ts";
import { type QueryClient, useQuery, useQueryClient } from "@tessera/query";
import { shell, useLive, useOffline } from "@tessera/shell-api";
import { useEffect, useRef } from "react";
import { items, keys } from "../../api.ts";
import { summaryOf } from "../../detail/summary-of.ts";
import { act } from "../../offline/act.ts";
import "../../offline/declare.ts";
import { failureWords } from "@tessera/ui/failure-words";
import { isWaiting, waitingChild } from "../../offline/waiting-child.ts";
import { changeItems, keepItem, refreshCounts } from "../../triage/change-items.ts";
import { offerUndo } from "../../triage/undo.ts";
import type { Place, Quote } from "./find-quote.ts";
import { newHighlight, quoteOf } from "./highlights.ts";

/** Ms between looks while changes do not arrive live. */
const POLL_MS = 10_000;
/** Characters of a quote that name its highlight while it waits. */
const MAX_QUOTED = 60;

async function allOf(pageId: string, signal: AbortSignal): Promise<Item[]> {
  const all: Item[] = [];
  for (let cursor: string | undefined; ; ) {
    const page = await items.children(pageId, { type: "highlight", cursor }, signal);
    all.push(...page.items);
    if (page.nextCursor === null) return all;
    cursor = page.nextCursor;
  }
}

/** The highlights of a page, followed live. */
export function useHighlights(pageId: string) {
  const client = useQueryClient();
  const live = useLive("items.item", (changes) => {
    const known = client.getQueryData<Item[]>(keys.children(pageId)) ?? [];
    const concerns = ({ record }: { record: Record<string, unknown> }) =>
      record.parent_id === pageId || known.some(({ id }) => id === record.id);
    if (!changes || changes.some(concerns)) void client.invalidateQueries({ queryKey: keys.children(pageId) });
  });
  // What waited was sent, or taken back.
  const waiting = useOffline()
    .acts.filter(({ kind, body }) => kind === "child" && (body as NewItem).parentId === pageId)
    .map(({ id, state }) => `${id} ${state}`)
    .join();
  const before = useRef(waiting);
  useEffect(() => {
    if (before.current === waiting) return;
    before.current = waiting;
    void client.invalidateQueries({ queryKey: keys.children(pageId) });
  }, [client, pageId, waiting]);
  return useQuery({
    queryKey: keys.children(pageId),
    queryFn: ({ signal }) => allOf(pageId, signal),
    refetchInterval: live === "live" ? false : POLL_MS,
  });
}

const lay = (client: QueryClient, pageId: string, change: (known: Item[]) => Item[]) => {
  // An answer that is on its way does not know it yet.
  void client.cancelQueries({ queryKey: keys.children(pageId) });
  client.setQueryData<Item[]>(keys.children(pageId), (known) => change(known ?? []));
};
const withOne = (known: Item[], item: Item) => [...known.filter(({ id }) => id !== item.id), item];
const withoutOne = (known: Item[], item: Item) => known.filter(({ id }) => id !== item.id);

/** Stores a highlight, or keeps it on this device until the connection is back. @param id of its act */
async function keepHighlight(
  page: Pick<Item, "id" | "type">,
  card: NewItem,
  id: string = crypto.randomUUID(),
): Promise<Item> {
  const exact = quoteOf(card as Pick<Item, "data">);
  const [title, path] = [`Highlight “${exact.slice(0, MAX_QUOTED)}”`, `/items/${page.type}/${page.id}`];
  const note = card.body ? `${exact}\n\n${card.body}` : exact;
  const done = await act<Item, "child">("child", card, { id, subjects: [id], title, text: note, path });
  return done.sent ? done.answer : waitingChild({ id, at: Date.now(), body: card });
}

/** What a highlight that waits is made of. */
const cardOf = ({ parentId, sourceUrl, data, body }: Item): NewItem => ({
  ...{ type: "highlight", parentId, sourceUrl, data },
  ...(body ? { body } : {}),
});

/** Takes a highlight back that waits. @throws Error once it was sent: it is the service's then */
async function takeBackWaiting(client: QueryClient, page: Pick<Item, "id">, item: Item): Promise<void> {
  if (await shell().offline.discard(item.id)) return;
  void client.invalidateQueries({ queryKey: keys.children(page.id) });
  throw new Error("It was sent meanwhile. Try again.");
}

/** @returns the card; undefined where it was refused, which is said */
export async function createHighlight(
  client: QueryClient,
  page: Item,
  quote: Quote & Place,
): Promise<Item | undefined> {
  try {
    const made = await keepHighlight(page, newHighlight(page, quote));
    lay(client, page.id, (known) => withOne(known, made));
    refreshCounts(client);
    return made;
  } catch (error) {
    shell().notifications.show({ message: failureWords("Not highlighted:", error), intent: "error" });
  }
}

/** @throws ProblemError 412 `version_conflict`, after the note of now is known, and others */
export async function changeNote(
  client: QueryClient,
  page: Pick<Item, "id" | "type">,
  item: Item,
  body: string,
): Promise<void> {
  if (isWaiting(item)) {
    await takeBackWaiting(client, page, item);
    const kept = await keepHighlight(page, cardOf({ ...item, body }), item.id);
    return lay(client, page.id, (known) => withOne(withoutOne(known, item), kept));
  }
  try {
    const saved = await items.update(item.id, item.version, { body });
    lay(client, page.id, (known) => known.map((one) => (one.id === saved.id ? saved : one)));
    keepItem(client, saved);
  } catch (error) {
    void client.invalidateQueries({ queryKey: keys.children(page.id) });
    throw error;
  }
}

/** Moves a highlight to the trash: at once on the page, and back with Undo. */
export function deleteHighlight(client: QueryClient, page: Pick<Item, "id" | "type">, item: Item): void {
  if (isWaiting(item)) return void forgetWaiting(client, page, item);
  const { written, takeBack } = changeItems(client, [summaryOf(item)], { set: { status: "trash" } });
  const [hide, show] = [
    () => lay(client, page.id, (known) => withoutOne(known, item)),
    () => lay(client, page.id, (known) => withOne(known, item)),
  ];
  const refresh = () => client.invalidateQueries({ queryKey: keys.children(page.id) });
  hide();
  const undo = async () => {
    show();
    try {
      await takeBack();
    } catch (error) {
      hide();
      throw error;
    }
    await refresh();
  };
  // Without its id: an undo would open its card in the list, and leave the page that is read.
  offerUndo(`Highlight deleted: “${item.title}”`, undo, [], written);
  written.catch((error: unknown) => {
    show();
    void refresh();
    shell().notifications.show({ message: failureWords("Not deleted:", error), intent: "error" });
  });
}

/** Deletes a highlight that was not sent; Undo keeps it once more. */
async function forgetWaiting(client: QueryClient, page: Pick<Item, "id" | "type">, item: Item): Promise<void> {
  try {
    await takeBackWaiting(client, page, item);
  } catch (error) {
    shell().notifications.show({ message: failureWords("Not deleted:", error), intent: "error" });
    return;
  }
  lay(client, page.id, (known) => withoutOne(known, item));
  offerUndo(`Highlight deleted: “${quoteOf(item).slice(0, MAX_QUOTED)}”`, async () => {
    const kept = await keepHighlight(page, cardOf(item), item.id);
    lay(client, page.id, (known) => withOne(known, kept));
  });
}
