import { foldText } from "../search/search-text.ts";

/** Characters of a text that are compared. */
const MAX_COMPARED = 20_000;
/** Words of a run: three in a row are seldom the same by chance. */
const RUN = 3;
/** Texts of fewer words have too few runs: their words are compared. */
const SHORT = 8;
/** Share of what two texts have in common from which they are nearly the same. */
const NEARLY_SAME = 0.5;
/** Of so few words, all have to be the same. */
const FEWEST = 3;

/** A text as it is compared with others. */
export interface Said {
  words: ReadonlySet<string>;
  runs: ReadonlySet<string>;
}

/** Words and runs of words of a text, folded as search folds them. */
export function saidIn(text: string): Said {
  const words = foldText(text.slice(0, MAX_COMPARED)).split(" ").filter(Boolean);
  const runs = new Set<string>();
  for (let at = 0; at + RUN <= words.length; at++) runs.add(words.slice(at, at + RUN).join(" "));
  return { words: new Set(words), runs };
}

/** What two texts have in common of all that they say, 0 to 1: runs of words, of short texts words. */
export function overlapOf(a: Said, b: Said): number {
  const short = Math.min(a.words.size, b.words.size) < SHORT;
  return short ? common(a.words, b.words) : common(a.runs, b.runs);
}

export function isNearlySame(a: Said, b: Said): boolean {
  const overlap = overlapOf(a, b);
  return Math.min(a.words.size, b.words.size) < FEWEST ? overlap === 1 : overlap >= NEARLY_SAME;
}

function common(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let both = 0;
  for (const one of a) if (b.has(one)) both += 1;
  const all = a.size + b.size - both;
  return all ? both / all : 0;
}
