/** What a person types to name a card: "@" for people first, "[[" for any card. */
export interface Trigger {
  sign: "@" | "[[";
  /** Where the sign begins, and where the keyboard is. */
  from: number;
  to: number;
  /** What was typed behind the sign. */
  words: string;
}

/** Longest name that is looked for; behind more letters the sign meant something else. */
const MAX_WORDS = 60;
const AT = /(?:^|[\s([{"'“‘*_-])@([^\s@[\]][^@[\]\n]*)?$/u;
const BRACKETS = /\[\[([^[\]\n]*)$/;

/** @returns null where the keyboard stands behind no sign */
export function triggerAt(text: string, caret: number): Trigger | null {
  const line =
    text
      .slice(Math.max(0, caret - MAX_WORDS - 3), caret)
      .split("\n")
      .at(-1) ?? "";
  const brackets = BRACKETS.exec(line);
  const found = brackets ?? AT.exec(line);
  if (!found) return null;
  const sign = brackets ? "[[" : "@";
  const words = found[1] ?? "";
  return words.length > MAX_WORDS ? null : { sign, from: caret - words.length - sign.length, to: caret, words };
}
