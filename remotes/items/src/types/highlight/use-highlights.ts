import type { Item } from "@tessera/contracts-items/items.ts";
import { type QueryClient, useQuery, useQueryClient } from "@tessera/query";
import { shell, useLive } from "@tessera/shell-api";
import { items, keys } from "../../api.ts";
import { summaryOf } from "../../detail/summary-of.ts";
import { changeItems, keepItem, refreshCounts } from "../../triage/change-items.ts";
import { offerUndo } from "../../triage/undo.ts";
import { sentenceOf } from "../../triage/use-triage.ts";
import type { Place, Quote } from "./find-quote.ts";
import { newHighlight } from "./highlights.ts";

/** Ms between looks while changes do not arrive live. */
const POLL_MS = 10_000;

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

/** @returns the card; undefined where it was refused, which is said */
export async function createHighlight(
  client: QueryClient,
  page: Item,
  quote: Quote & Place,
): Promise<Item | undefined> {
  try {
    const made = await items.create(newHighlight(page, quote), crypto.randomUUID());
    lay(client, page.id, (known) => withOne(known, made));
    refreshCounts(client);
    return made;
  } catch (error) {
    shell().notifications.show({ message: `Not highlighted: ${sentenceOf(error)}`, intent: "error" });
  }
}

/** @throws ProblemError 412 `version_conflict`, after the note of now is known, and others */
export async function changeNote(client: QueryClient, page: Pick<Item, "id">, item: Item, body: string): Promise<void> {
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
export function deleteHighlight(client: QueryClient, page: Pick<Item, "id">, item: Item): void {
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
    shell().notifications.show({ message: `Not deleted: ${sentenceOf(error)}`, intent: "error" });
  });
}
