import packed from "./common-words.json" with { type: "json" };

/** A letter that says how much of the word before it keeps (A: nothing), and what follows it. */
const ENTRY = /([A-Z])([a-z]*)/g;

let words: Set<string> | undefined;

function unpacked(): Set<string> {
  const all = new Set<string>();
  let before = "";
  for (const [, kept, rest] of packed.join("").matchAll(ENTRY)) {
    before = before.slice(0, kept!.charCodeAt(0) - 65) + rest;
    all.add(before);
  }
  return all;
}

/** Whether a word is one that people say every day, in any of its forms: not a name, or one that is also a word. */
export function isCommon(word: string): boolean {
  words ??= unpacked();
  const bare = word.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase().replaceAll("’", "'");
  // "doesn't", "you'll", "Monday's", and both halves of "well-known".
  return bare
    .replace(/n't$|'(s|d|m|ll|re|ve)?$/, "")
    .split("-")
    .every((part) => words!.has(part) || /^\p{N}+(st|nd|rd|th|s)?$/u.test(part));
}
