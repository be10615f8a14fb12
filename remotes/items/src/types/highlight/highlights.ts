import type {
  HighlightData,
  Item,
  NewItem,
  TextPositionSelector,
  TextQuoteSelector,
} from "@tessera/contracts-items/items.ts";
import { compared, findQuote, type Place, type Quote } from "./find-quote.ts";

const selectors = ({ data }: Pick<Item, "data">) => (data as Partial<HighlightData>).selector ?? [];
const quoteSelector = (item: Pick<Item, "data">) =>
  selectors(item).find((one): one is TextQuoteSelector => one.type === "TextQuoteSelector");

/** The words that a highlight quotes. */
export const quoteOf = (item: Pick<Item, "data">): string => quoteSelector(item)?.exact ?? "";

/** Where the words of a highlight stand in a text now; null where they are no longer there. */
export type Found = { item: Item; place: Place | null };

/** Highlights in the order of the text; those that are not found come last, the oldest first. */
export function findHighlights(text: string, highlights: readonly Item[]): Found[] {
  if (!highlights.length) return [];
  const letters = compared(text);
  const found = highlights.map((item) => {
    const quote = quoteSelector(item);
    const start = selectors(item).find(
      (one): one is TextPositionSelector => one.type === "TextPositionSelector",
    )?.start;
    return { item, place: quote ? findQuote(letters, { ...quote, start }) : null };
  });
  const order = ({ place }: Found) => place?.start ?? Number.POSITIVE_INFINITY;
  return found.sort((a, b) => (order(a) < order(b) ? -1 : order(a) > order(b) ? 1 : 0));
}

/** What is said of a highlight beside its words. */
export const describe = ({ body }: Pick<Item, "body">): string =>
  body.trim() ? `Highlight, note: ${body.trim()}` : "Highlight";

/** The card of a quote from a page. */
export const newHighlight = (
  page: Pick<Item, "id" | "sourceUrl">,
  { exact, prefix, suffix, start, end }: Quote & Place,
): NewItem => ({
  type: "highlight",
  parentId: page.id,
  sourceUrl: page.sourceUrl,
  data: {
    selector: [
      { type: "TextQuoteSelector", exact, prefix, suffix },
      { type: "TextPositionSelector", start, end },
    ],
  },
});

/** Quotes with their notes, as another app takes them. */
export function asMarkdown(
  { title, sourceUrl }: Pick<Item, "title" | "sourceUrl">,
  highlights: readonly Item[],
): string {
  const parts = highlights.map((item) =>
    [
      quoteOf(item)
        .split("\n")
        .map((line) => `> ${line}`)
        .join("\n"),
      item.body.trim(),
    ]
      .filter(Boolean)
      .join("\n\n"),
  );
  return `${[`# ${title}`, ...(sourceUrl ? [`<${sourceUrl}>`] : []), ...parts].join("\n\n")}\n`;
}
