/** Where a quote stands in a text, in characters. */
export interface Place {
  start: number;
  end: number;
}
export interface Quote {
  exact: string;
  prefix: string;
  suffix: string;
  /** Where it began when it was quoted: of places that are equally likely, the nearest is taken. */
  start?: number;
}

/**
 * Letters that a short quote must share with what stood around it, so that a word is not found wherever it occurs.
 * Fewer do where fewer were kept.
 */
const SHARED = 8;
/** A quote of so many letters is itself wherever it stands. */
const DISTINCT = 40;

/**
 * What is compared: spaces and line ends differ from one reading of a page to the next, and so do signs that show
 * nothing.
 */
const IGNORED = /[\s\u00AD\u200B-\u200D\u2060\uFEFF]/;

/** A text without what is ignored, and where each of its characters stood. */
interface Compared {
  letters: string;
  places: Uint32Array;
}

export function compared(text: string): Compared {
  const places = new Uint32Array(text.length);
  let letters = "";
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at]!;
    if (IGNORED.test(letter)) continue;
    places[letters.length] = at;
    letters += letter;
  }
  return { letters, places };
}

const lettersOf = (text: string) => compared(text).letters;

/**
 * Finds a quote again: of all places with its words, that with the most of what stood around it. A text that was
 * changed elsewhere does not matter; words that were changed themselves are not found.
 */
export function findQuote({ letters, places }: Compared, quote: Quote): Place | null {
  const exact = lettersOf(quote.exact);
  if (exact === "") return null;
  const [before, after] = [lettersOf(quote.prefix), lettersOf(quote.suffix)];
  const needed = exact.length >= DISTINCT ? 0 : Math.min(SHARED, before.length + after.length);
  let best: { at: number; shared: number; distance: number } | null = null;
  for (let at = letters.indexOf(exact); at >= 0; at = letters.indexOf(exact, at + 1)) {
    const shared = sharedBefore(letters, at, before) + sharedAfter(letters, at + exact.length, after);
    if (shared < needed) continue;
    const distance = quote.start === undefined ? 0 : Math.abs(places[at]! - quote.start);
    if (!best || shared > best.shared || (shared === best.shared && distance < best.distance))
      best = { at, shared, distance };
  }
  return best && { start: places[best.at]!, end: places[best.at + exact.length - 1]! + 1 };
}

/** How many of the last letters of `wanted` stand before a place. */
function sharedBefore(letters: string, at: number, wanted: string): number {
  let count = 0;
  while (count < wanted.length && count < at && letters[at - 1 - count] === wanted[wanted.length - 1 - count])
    count += 1;
  return count;
}

/** How many of the first letters of `wanted` stand from a place on. */
function sharedAfter(letters: string, at: number, wanted: string): number {
  let count = 0;
  while (count < wanted.length && at + count < letters.length && letters[at + count] === wanted[count]) count += 1;
  return count;
}

/** Characters that are kept of what stands on each side of a quote. */
const KEPT = 64;

/** Quotes a part of a text; null where it has no letters. */
export function quoteAt(text: string, place: Place): (Quote & Place) | null {
  let { start, end } = place;
  while (start < end && IGNORED.test(text[start]!)) start += 1;
  while (end > start && IGNORED.test(text[end - 1]!)) end -= 1;
  if (start === end) return null;
  return {
    exact: readable(text.slice(start, end)),
    prefix: readable(text.slice(Math.max(0, start - KEPT), start)),
    suffix: readable(text.slice(end, end + KEPT)),
    start,
    end,
  };
}

/** Between the blocks of a text: what is quoted of two paragraphs is two lines. */
export const BLOCK_END = "\u2029";

const readable = (text: string) =>
  text.replaceAll(/\s+/g, (spaces) => (spaces.includes(BLOCK_END) ? "\n" : " ")).toWellFormed();
