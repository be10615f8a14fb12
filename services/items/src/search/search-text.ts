import { SIMPLIFIED } from "./simplified.ts";

/** Characters of one field that are indexed with their places: every tsvector stays below the 1 MB it may have. */
const MAX_INDEXED = 60_000;
/** Bytes of the different words of what lies behind them. With those, no text of the contract comes near the limit. */
const MAX_REST_BYTES = 120_000;

/** Scripts written without spaces, for the class of a pattern: each character is a word, a run of them is a phrase. */
export const UNSPACED_SCRIPTS = ["Han", "Hiragana", "Katakana", "Thai", "Lao", "Khmer", "Myanmar"]
  .map((script) => `\\p{Script=${script}}`)
  .join("");
const UNSPACED = new RegExp(`[${UNSPACED_SCRIPTS}]`, "gu");
/** Letters that Unicode takes for no others with a mark, as people write them without the key. */
const LETTERS: Record<string, string> = {
  ...{ ß: "ss", æ: "ae", œ: "oe", ø: "o", ł: "l", đ: "d", ð: "d", þ: "th", ħ: "h", ŧ: "t", ı: "i", ґ: "г", ς: "σ" },
  // Arabic and Persian.
  ...{ ٱ: "ا", ى: "ي", ی: "ي", ک: "ك" },
  // Letters of Unicode that are apostrophes on paper: "Hawaiʻi".
  ...{ ʹ: " ", ʻ: " ", ʼ: " ", ʽ: " ", ʾ: " ", ʿ: " ", ˈ: " " },
};
const FOLDED = new RegExp(`[${Object.keys(LETTERS).join("")}]`, "g");
/** Marks of Latin, Greek and Cyrillic letters. "й" stays: the stems of Russian tell it from "и". */
const ACCENTS = /(?<![иИ])\u0306|[\u0300-\u0305\u0307-\u036f]/g;
/**
 * What may stand within a word and is not typed: soft hyphens, signs that join or turn, variants of pictures, vowel
 * points of Hebrew and Arabic and the line that lengthens a word, the dot below letters of Hindi.
 */
const SILENT =
  /[\u00ad\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06ed]|\u093c|[\u200c-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069]|\ufeff|\u20e3|\p{Variation_Selector}/gu;
/** Signs of trade, which would become letters of the name before them, or pictures. */
const TRADE = /[©®™℠℗]/g;
/** Digits of Arabic, Persian, Hindi, Bengali and Thai. */
const DIGITS = /[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\u09e6-\u09ef\u0e50-\u0e59]/g;
/** Names that are signs for the most part: "C++", "C#", ".NET". */
const NAMES = /(?<![\p{L}\p{N}])(?:([a-z])(\+\+(?!\p{L})|#(?![\p{L}\p{N}]))|\.net(?![\p{L}\p{N}]))/gu;
const PICTURES = /\p{Extended_Pictographic}|\p{Regional_Indicator}/gu;
const BEYOND_ASCII = /[\u0080-\uffff]/;

const nameOf = (_: string, letter?: string, signs?: string) =>
  letter ? ` ${letter}${signs === "#" ? "sharp" : "plusplus"} ` : " dotnet ";
const pictureName = (picture: string) => ` emoji${picture.codePointAt(0)!.toString(16)} `;
const unspaced = (character: string) => ` ${SIMPLIFIED.get(character) ?? character} `;

/** Those of Hindi and Bengali begin at a code that ends in 6, the others at one that ends in 0. */
function digitOf(digit: string): string {
  const code = digit.charCodeAt(0);
  return String((code & 0xf) - (code > 0x900 && code < 0xa00 ? 6 : 0));
}

/**
 * Folds a text to the words that are searched, so that index and query agree whatever the database's locale:
 * compatibility forms, lower case, no accents, everything but letters, digits and pictures a space.
 */
export const foldText = (text: string): string => fold(text.slice(0, MAX_INDEXED)).slice(0, MAX_INDEXED).trim();

/** The same for a long text: behind the part that is folded whole, each word that is new, once. */
export function foldLongText(text: string): string {
  const first = foldText(text);
  if (text.length <= MAX_INDEXED) return first;
  const known = new Set(first.split(" "));
  const more: string[] = [];
  let bytes = 0;
  // From a little before the cut, where a word may have been cut in two.
  for (const word of fold(text.slice(MAX_INDEXED - 100)).split(" ")) {
    if (known.has(word)) continue;
    bytes += Buffer.byteLength(word) + 1;
    if (bytes > MAX_REST_BYTES) break;
    known.add(word);
    more.push(word);
  }
  return [first, ...more].join(" ");
}

function fold(text: string): string {
  const named = lettersOf(text).replaceAll(NAMES, nameOf);
  return spaced(
    BEYOND_ASCII.test(named) ? named.replaceAll(PICTURES, pictureName).replaceAll(UNSPACED, unspaced) : named,
  );
}

const lettersOf = (text: string): string =>
  BEYOND_ASCII.test(text)
    ? text
        .replaceAll(TRADE, " ")
        .normalize("NFKD")
        .replaceAll(ACCENTS, "")
        .replaceAll(SILENT, "")
        .normalize("NFC")
        .toLowerCase()
        .replaceAll(FOLDED, (letter) => LETTERS[letter]!)
        .replaceAll(DIGITS, digitOf)
    : text.toLowerCase();

const spaced = (text: string): string => text.replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, " ");

/** What lists by title are sorted by: what stands before the first letter does not count. */
export const titleKey = (title: string): string =>
  spaced(lettersOf(title).replaceAll(UNSPACED, " $& ")).trim().slice(0, 100).toWellFormed() ||
  title.slice(0, 100).toWellFormed();
