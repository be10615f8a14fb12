import { isCommon } from "@tessera/speech/vocabulary/common-words.ts";

const DIGITS = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];

/** Words without case and marks; digits as words, whichever way they are written. */
export function wordsOf(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}']+/gu) ?? [];
  return words.map((word) => DIGITS[word.length === 1 ? Number.parseInt(word, 10) : -1] ?? word);
}

/** Words that are to be added, left out or replaced (Levenshtein). */
export function mistakes(wanted: readonly string[], heard: readonly string[]): number {
  let row = wanted.map((_, at) => at + 1);
  for (const [at, word] of heard.entries()) {
    const next: number[] = [];
    for (const [column, one] of wanted.entries()) {
      const [above, left, across] = [row[column]!, next[column - 1] ?? at + 1, column > 0 ? row[column - 1]! : at];
      next.push(Math.min(above + 1, left + 1, across + (one === word ? 0 : 1)));
    }
    row = next;
  }
  return row.at(-1) ?? heard.length;
}

/**
 * Words with capitals behind the first one of a sentence that are no everyday words, and the names that are given, each
 * as often as it is said.
 */
export function namesIn(text: string, given: readonly string[]): string[] {
  const words = [...text.matchAll(/(?<![.?!:]\s)(?<=\s)\p{Lu}[\p{L}-]+/gu)].map(([word]) => word);
  const named = wordsOf(text).flatMap((word) => given.find((name) => name.toLowerCase() === word) ?? []);
  return [...words.filter((word) => !isCommon(word) && !given.includes(word)), ...named];
}
