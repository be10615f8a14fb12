/** Letters by which a description is compared with the beginning of a text, and characters that count as that. */
const COMPARED = 80;
const BEGINNING = 2_000;

/** Whether a page's description only says the beginning of its text over again. @param html sanitised by the server */
export function isLead(description: string, html: string): boolean {
  const start = letters(description.replace(/(\.\.\.|…)\s*$/, "")).slice(0, COMPARED);
  return start !== "" && letters(textOf(html)).includes(start);
}

const textOf = (html: string) =>
  html
    .slice(0, BEGINNING * 8)
    .replaceAll(/<[^<>]*>/g, " ")
    .slice(0, BEGINNING);

const letters = (text: string) =>
  text
    .replaceAll(/&\w+;/g, "")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, "");
