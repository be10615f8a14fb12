import { UNSPACED_SCRIPTS } from "./search-text.ts";

/**
 * Runs of letters and digits, with what joins them or says where one may be cut; of scripts without spaces each
 * character, and each picture.
 */
const WORDS = new RegExp(
  `[${UNSPACED_SCRIPTS}]|\\p{Extended_Pictographic}|(?:(?![${UNSPACED_SCRIPTS}])[\\p{L}\\p{M}\\p{N}\\u00ad\\u200c\\u200d])+`,
  "gu",
);
const ASCII = 0x80;
/** Bit that a capital of ASCII lacks. */
const LOWER = 0x20;

const isAsciiWord = (code: number) =>
  (code >= 0x61 && code <= 0x7a) || (code >= 0x30 && code <= 0x39) || (code >= 0x41 && code <= 0x5a);

/** The text between `start` and `end`. */
export interface Word {
  word: string;
  start: number;
  end: number;
}

/**
 * The words of a text that can answer one of those that are looked for. Dictionaries take endings off and fold letters
 * to lower case: a word that begins with another letter of ASCII never answers. Most do, and cost next to nothing.
 * @param wanted folded words
 */
export function candidates(text: string, wanted: readonly string[]): Word[] {
  const firsts = new Set(wanted.map((word) => word.charCodeAt(0)));
  const mayAnswer = (code: number) => code >= ASCII || firsts.has(code) || firsts.has(code | LOWER);
  const found: Word[] = [];
  for (let at = 0; at < text.length; ) {
    const first = text.charCodeAt(at);
    if (first >= ASCII) return inAnyScript(text, mayAnswer);
    const start = at++;
    if (!isAsciiWord(first)) continue;
    while (at < text.length && isAsciiWord(text.charCodeAt(at))) at++;
    if (mayAnswer(first)) found.push({ word: text.slice(start, at), start, end: at });
  }
  return found;
}

function inAnyScript(text: string, mayAnswer: (code: number) => boolean): Word[] {
  const found: Word[] = [];
  for (const { 0: word, index: start } of text.matchAll(WORDS))
    if (mayAnswer(word.charCodeAt(0))) found.push({ word, start, end: start + word.length });
  return found;
}

/** @returns the text with those words between the two marks */
export function marked(text: string, words: readonly Word[], open: string, close: string): string {
  let [result, at] = ["", 0];
  for (const { word, start, end } of words) {
    result += text.slice(at, start) + open + word + close;
    at = end;
  }
  return at ? result + text.slice(at) : text;
}
