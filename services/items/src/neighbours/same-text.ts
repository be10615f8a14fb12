import { foldText } from "../search/search-text.ts";

/** Characters of a text that are compared. */
const MAX_COMPARED = 20_000;
/** Characters of the first line in which numbers count on. */
const MAX_TITLE = 100;
/** Words of a run: three in a row are seldom the same by chance. */
const RUN = 3;
/** Texts of fewer words have too few runs: their words are compared. */
const SHORT = 8;
/** Share of what two texts have in common from which they are nearly the same; decision 043 has the figures. */
const NEARLY_SAME = { runs: 0.5, words: 0.8 };
/** Runs that each of them may have alone, and the share of its runs in a longer text: pages of one site have more. */
const OF_ITS_OWN = { runs: 10, share: 0.1 };
/** Of so few words, all have to be the same. */
const FEWEST = 3;

/** A text as it is compared with others. */
export interface Said {
  words: ReadonlySet<string>;
  runs: ReadonlySet<string>;
  /** Those of the first line. */
  numbers: ReadonlySet<string>;
}

/** Words of a text, folded as search folds them, and "ue" as "ü" is. */
const wordsOf = (text: string) =>
  foldText(text)
    .replaceAll(/([aou])e/g, "$1")
    .split(" ")
    .filter(Boolean);

/** Words and runs of words of a text, and the numbers of its first line. */
export function saidIn(text: string): Said {
  const words = wordsOf(text.slice(0, MAX_COMPARED));
  const runs = new Set<string>();
  for (let at = 0; at + RUN <= words.length; at++) runs.add(words.slice(at, at + RUN).join(" "));
  const line = text.slice(0, MAX_TITLE).split("\n", 1)[0]!;
  return { words: new Set(words), runs, numbers: new Set(wordsOf(line).filter((word) => /\d/.test(word))) };
}

const isShort = (a: Said, b: Said) => Math.min(a.words.size, b.words.size) < SHORT;

/** What two texts have in common of all that they say, 0 to 1: runs of words, of short texts words. */
export const overlapOf = (a: Said, b: Said): number =>
  isShort(a, b) ? common(a.words, b.words) : common(a.runs, b.runs);

export function isNearlySame(a: Said, b: Said): boolean {
  if (isSeries(a, b)) return false;
  const overlap = overlapOf(a, b);
  if (Math.min(a.words.size, b.words.size) < FEWEST) return overlap === 1;
  if (isShort(a, b)) return overlap >= NEARLY_SAME.words;
  const [fewer, more] = a.runs.size < b.runs.size ? [a.runs, b.runs] : [b.runs, a.runs];
  const own = fewer.size - shared(fewer, more);
  return overlap >= NEARLY_SAME.runs && own <= Math.max(OF_ITS_OWN.runs, OF_ITS_OWN.share * fewer.size);
}

/** Whether the first lines count on, as those of invoices do: each has a number that the other has not. */
const isSeries = (a: Said, b: Said) => hasMore(a.numbers, b.numbers) && hasMore(b.numbers, a.numbers);

function hasMore(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  for (const number of one) if (!other.has(number)) return true;
  return false;
}

function shared(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let both = 0;
  for (const one of a) if (b.has(one)) both += 1;
  return both;
}

function common(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const both = shared(a, b);
  const all = a.size + b.size - both;
  return all ? both / all : 0;
}
