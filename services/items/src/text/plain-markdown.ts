/** Characters of a text that are read: a title and a line need no more. */
const MOST = 5000;

/** Signs at the beginning of a line: headings, quotes, lists, boxes; a fence of code is a line of its own. */
const BLOCKS = /^\s*(?:(?:```|~~~).*$|#{1,6}\s+|>\s+|[-*+]\s+(?:\[[ xX]\]\s+)?)/gm;
/** What signs within a line stand around. Each class excludes its own end, so that no text takes long. */
const SPANS: [RegExp, string][] = [
  [/!?\[([^[\]\n]*)\]\([^()\s]*(?:\s"[^"\n]*")?\)/g, "$1"],
  [/<(https?:\/\/[^<>\s]+)>/g, "$1"],
  [/(`{1,2})([^`\n]+)\1/g, "$2"],
  [/(\*{2,3}|~~)(?=\S)([^*~\n]*[^*~\s])\1/g, "$2"],
  [/(?<![\p{L}\p{N}_])(_{1,3})(?=\S)([^_\n]*[^_\s])\1(?![\p{L}\p{N}_])/gu, "$2"],
  [/(?<![\p{L}\p{N}*])\*(?=\S)([^*\n]*[^*\s])\*(?![\p{L}\p{N}*])/gu, "$1"],
];

/** A text without the marks of Markdown, as a title shows it: "**Call** [Ann](https://…)" reads "Call Ann". */
export function plainMarkdown(text: string): string {
  const lines = text.slice(0, MOST).replaceAll(BLOCKS, "");
  if (!/[*_`~<[]/.test(lines)) return lines;
  return SPANS.reduce((rest, [span, inner]) => rest.replaceAll(span, inner), lines);
}
