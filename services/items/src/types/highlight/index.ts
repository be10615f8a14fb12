import { HighlightData } from "@tessera/contracts-items/items.ts";
import { definePlugin } from "../plugin.ts";

/** What was marked in the readable copy of a page: the quote is data, the note on it is the text. */
export default definePlugin({
  definition: {
    type: "highlight",
    label: "Highlight",
    icon: "mdi-marker",
    menuItem: { label: "Highlights" },
    newMenuItem: { label: "New highlight", action: "select-text" },
    order: 22,
    parentType: "bookmark",
  },
  data: HighlightData,
  longFields: ["selector"],
  getEmbeddingsContent: ({ body, data }) => [quoteOf(data), body].filter(Boolean).join("\n"),
  getTitleContent: ({ data }) => quoteOf(data),
  getContent: ({ body, data }) => [quoteOf(data), body].filter(Boolean).join("\n"),
  getRow: ({ body, data }) => [body, quoteOf(data)],
  getQuote: ({ data }) => quoteOf(data),
  // It waits for nothing: when it is made, of which nothing is stored before, it is archived.
  settle: ({ status, data }) => (status === "inbox" && !quoteOf(data) ? { status: "archived" } : {}),
});

const quoteOf = (data: Record<string, unknown>): string => {
  const { selector = [] } = data as Partial<HighlightData>;
  return selector.find((one) => one.type === "TextQuoteSelector")?.exact ?? "";
};
