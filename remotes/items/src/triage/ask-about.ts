import type { ItemSummary } from "@tessera/contracts-items/items.ts";
import { type CardsToAsk, shell } from "@tessera/shell-api";
import { openPart } from "../load-part.ts";

/** Whether an area answers questions about cards. */
export const canAsk = (): boolean => shell().contributions.ask !== null;

/** Asks about cards. @param total how many there are, where not all are loaded */
export async function askAbout(
  of: CardsToAsk["of"],
  rows: readonly Pick<ItemSummary, "id" | "title">[],
  total = rows.length,
): Promise<void> {
  const { ask } = shell().contributions;
  if (!ask) return;
  const cards = rows.map(({ id, title }) => ({ id, title }));
  await openPart(async () => (await ask.load())({ of, cards, total }));
}
