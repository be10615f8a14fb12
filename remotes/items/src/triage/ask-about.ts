import type { ItemSummary } from "@tessera/contracts-items/items.ts";
import { type CardsToAsk, shell } from "@tessera/shell-api";
import { openPart } from "../load-part.ts";

/** The line of the key map by which questions are asked; undefined where no area answers them. */
export const askLine = (): string | undefined => shell().contributions.ask?.command;

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
