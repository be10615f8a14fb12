import type { CodeLine } from "./lines.ts";

export type Change = "added" | "removed";

/** The head of a hunk: how many lines of the old and of the new file it has, 1 where it does not say. */
const HUNK = /^@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@/;

/**
 * What each line of a diff does. The names of files in its head, `---` and `+++`, do nothing; within a hunk, whose head
 * says how long it is, they are lines that begin with two more signs.
 */
export function changesOf(lines: readonly CodeLine[]): (Change | null)[] {
  const texts = lines.map((line) => line.map(({ text }) => text).join(""));
  const left = { old: 0, new: 0 };
  return texts.map((text, at) => {
    const hunk = HUNK.exec(text);
    const sign = text[0];
    if (hunk) {
      left.old = Number(hunk[1] ?? 1);
      left.new = Number(hunk[2] ?? 1);
      return null;
    }
    const isWithin = left.old > 0 || left.new > 0;
    if (!isWithin && isHead(texts, at)) return null;
    if (sign !== "+" && sign !== "\\") left.old -= 1;
    if (sign !== "-" && sign !== "\\") left.new -= 1;
    return sign === "+" ? "added" : sign === "-" ? "removed" : null;
  });
}

/** Both names stand one after the other: a single `---` is a line that was removed, such as a comment of SQL. */
const isHead = (texts: readonly string[], at: number) =>
  isPair(texts[at], texts[at + 1]) || isPair(texts[at - 1], texts[at]);
const isPair = (before = "", after = "") => /^---(?:\s|$)/.test(before) && /^\+\+\+(?:\s|$)/.test(after);
