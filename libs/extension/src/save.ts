import {
  MAX_QUOTE_CONTEXT,
  MAX_QUOTE_LENGTH,
  MAX_TITLE_LENGTH,
  MAX_URL_LENGTH,
} from "@tessera/contracts-items/limits.ts";

/** What is selected on a page, and the text around it, by which Tessera's reader finds it again. */
export interface Quote {
  exact: string;
  prefix: string;
  suffix: string;
}

/** A page that somebody asked to keep. */
export interface Save {
  /** Makes repeating it harmless: sent as `Idempotency-Key`. */
  id: string;
  url: string;
  title: string;
  note: string;
  tags: string[];
  quote: Quote | null;
}

/** Addresses that Tessera can keep: no pages of the browser, no files of this machine. */
export const canBeSaved = (url: string | undefined): url is string =>
  url !== undefined && /^https?:\/\//i.test(url) && url.length <= MAX_URL_LENGTH;

/** Tags as they are typed: "travel, to read". */
export const tagsIn = (typed: string): string[] => [
  ...new Set(
    typed
      .split(",")
      .map((tag) => tag.trim().replace(/^#/, ""))
      .filter(Boolean),
  ),
];

/** @returns it within what Tessera takes */
export function makeSave(of: Pick<Save, "url" | "title"> & Partial<Save>): Save {
  const quote = of.quote?.exact.trim() ? of.quote : null;
  return {
    id: crypto.randomUUID(),
    note: "",
    tags: [],
    ...of,
    title: of.title.trim().slice(0, MAX_TITLE_LENGTH),
    quote: quote && {
      exact: quote.exact.slice(0, MAX_QUOTE_LENGTH),
      prefix: quote.prefix.slice(-MAX_QUOTE_CONTEXT),
      suffix: quote.suffix.slice(0, MAX_QUOTE_CONTEXT),
    },
  };
}

/**
 * Runs inside the page, as `chrome.scripting` sends it there: it may use nothing from outside of itself.
 * @param most characters of text on each side
 */
export function readQuote(most: number): Quote | null {
  const selection = getSelection();
  const exact = selection?.toString() ?? "";
  if (!selection?.rangeCount || !exact.trim()) return null;
  const { startContainer, startOffset, endContainer, endOffset } = selection.getRangeAt(0);
  const before = document.createRange();
  before.selectNodeContents(document.body);
  before.setEnd(startContainer, startOffset);
  const after = document.createRange();
  after.selectNodeContents(document.body);
  after.setStart(endContainer, endOffset);
  return { exact, prefix: before.toString().slice(-most), suffix: after.toString().slice(0, most) };
}
