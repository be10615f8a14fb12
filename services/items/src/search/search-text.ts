/** Characters of one field that are indexed with their places: every tsvector stays below the 1 MB it may have. */
const MAX_INDEXED = 60_000;
/** Bytes of the different words of what lies behind them. With those, no text of the contract comes near the limit. */
const MAX_REST_BYTES = 120_000;

/** Scripts written without spaces: each character is a word, a run of them is a phrase. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/gu;
/** Letters that Unicode takes for no others with a mark, as people write them without the key. */
const LETTERS: Record<string, string> = {
  ...{ ß: "ss", æ: "ae", œ: "oe", ø: "o", ł: "l", đ: "d", ð: "d", þ: "th", ħ: "h", ŧ: "t", ı: "i" },
};
const FOLDED = new RegExp(`[${Object.keys(LETTERS).join("")}]`, "g");
/** Names that are signs for the most part: "C++", "C#", ".NET". */
const NAMES = /(?<![\p{L}\p{N}])(?:([a-z])(\+\+|#)|\.net)(?![\p{L}\p{N}])/gu;
const PICTURES = /\p{Extended_Pictographic}|\p{Regional_Indicator}/gu;

const nameOf = (_: string, letter?: string, signs?: string) =>
  letter ? ` ${letter}${signs === "#" ? "sharp" : "plusplus"} ` : " dotnet ";
const pictureName = (picture: string) => ` emoji${picture.codePointAt(0)!.toString(16)} `;

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

const fold = (text: string): string =>
  spaced(lettersOf(text).replaceAll(NAMES, nameOf).replaceAll(PICTURES, pictureName).replaceAll(UNSPACED, " $& "));

const lettersOf = (text: string): string =>
  text
    .normalize("NFKD")
    .replaceAll(/[\u0300-\u036f]/g, "")
    .normalize("NFC")
    .toLowerCase()
    .replaceAll(FOLDED, (letter) => LETTERS[letter]!);

const spaced = (text: string): string => text.replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, " ");

/** What lists by title are sorted by: what stands before the first letter does not count. */
export const titleKey = (title: string): string =>
  spaced(lettersOf(title).replaceAll(UNSPACED, " $& ")).trim().slice(0, 100).toWellFormed() ||
  title.slice(0, 100).toWellFormed();
