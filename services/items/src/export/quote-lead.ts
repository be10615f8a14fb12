import { escapeMarkdown } from "@tessera/contracts-items/references.ts";

/** The words that a card is about, as its text begins in an export: a quote of Markdown, or nothing. */
export const quoteLead = (quote: string): string =>
  quote === ""
    ? ""
    : `${quote
        .split("\n")
        .map((line) => `> ${escapeMarkdown(line)}`)
        .join("\n")}\n\n`;

/** The text without them, as it was before it was exported. */
export function withoutQuoteLead(text: string, quote: string): string {
  const lead = quoteLead(quote);
  return text.startsWith(lead) ? text.slice(lead.length) : text.startsWith(lead.trimEnd()) ? "" : text;
}
