/**
 * A mention in a text: a link of Markdown to the card, by its id. `/items/all/<id>` opens a card whatever its type, so
 * that a card that becomes another type keeps its mentions.
 */
const REFERENCE =
  /(?<!\\)\[((?:\\.|[^[\]\\\n])*)\]\(\/items\/[a-z][a-z0-9-]{0,39}\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\)/g;
/** Fenced blocks and spans of code: what looks like a link in them is none. */
const CODE = /^(```|~~~)[\s\S]*?(?:^\1.*$|(?![\s\S]))|(?<![\\`])(`+)(?!`)[^`\n]*\2(?!`)/gm;
/** What Markdown would take for more than a letter in the text of a link. */
const SIGNS = /[\\[\]*_`~<]/g;

export interface Reference {
  id: string;
  /** The title as it was when the mention was written. */
  title: string;
  /** Where it stands in the text. */
  from: number;
  to: number;
}

/** The text with its code blanked out; every place keeps its number. */
export const withoutCode = (text: string): string =>
  text.includes("`") || text.includes("~~~") ? text.replaceAll(CODE, (code) => " ".repeat(code.length)) : text;

/** Mentions of cards in a text, in their order. */
export function referencesIn(text: string): Reference[] {
  if (!text.includes("](/items/")) return [];
  return [...withoutCode(text).matchAll(REFERENCE)].map((match) => ({
    id: match[2]!,
    title: match[1]!.replaceAll(/\\(.)/g, "$1"),
    from: match.index,
    to: match.index + match[0].length,
  }));
}

/** What a mention of a card is written as. */
export const referenceTo = ({ id, title }: { id: string; title: string }): string =>
  `[${escapeMarkdown(title)}](/items/all/${id})`;

/** A text as Markdown shows it letter for letter, in one line. */
export const escapeMarkdown = (text: string): string => text.replaceAll(/\s+/g, " ").replaceAll(SIGNS, "\\$&");

/** Puts something else in the place of each mention. */
export function replaceReferences(text: string, replace: (reference: Reference) => string): string {
  let [result, at] = ["", 0];
  for (const reference of referencesIn(text)) {
    result += text.slice(at, reference.from) + replace(reference);
    at = reference.to;
  }
  return result + text.slice(at);
}
