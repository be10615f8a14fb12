/** Indentation, the sign or number of an entry, the box of a task, and what stands behind. */
const ENTRY = /^(\s*(?:> ?)*)(?:([-*+])|(\d{1,9})([.)]))( +)(\[[ xX]\] +)?(.*)$/;

/**
 * What Enter does at a place within an entry of a Markdown list: it begins the next entry, or ends the list in an empty
 * one. @returns the text that takes the place of what stands from `from` to the place; null outside of lists
 */
export function continueList(text: string, at: number): { from: number; text: string } | null {
  const start = text.lastIndexOf("\n", at - 1) + 1;
  const end = text.indexOf("\n", at);
  const [, indent = "", sign, number, dot = "", space = " ", box, words = ""] =
    ENTRY.exec(text.slice(start, end === -1 ? undefined : end)) ?? [];
  if (!sign && !number) return null;
  const head = indent.length + (sign ?? `${number}${dot}`).length + space.length + (box?.length ?? 0);
  // Before the entry's own words Enter makes room above it.
  if (at < start + head) return null;
  if (words.trim() === "") return { from: start, text: "" };
  const mark = sign ?? `${Number(number) + 1}${dot}`;
  return { from: at, text: `\n${indent}${mark}${space}${box ? "[ ] " : ""}` };
}
