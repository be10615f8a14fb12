import { parseSearch, type SearchNode } from "@tessera/contracts-items/search/language.ts";
import type { Segment } from "@tessera/contracts-transcribe/recordings.ts";

/** Letters of a word that may lack any ending and still be found: "lantern" for "lanterns"; shorter ones a plural's. */
const STEM = 4;
const PLURAL = /^e?s$/;

/** Small letters and digits alone, without accents. */
const folded = (text: string) =>
  text
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s]/gu, "");

/** The words that a search asks for, as transcripts are looked through for them. */
export function foundWords(q: string): string[] {
  const { node } = parseSearch(q);
  const texts = node ? textsOf(node) : [];
  return [...new Set(texts.flatMap((text) => folded(text).split(/\s+/)).filter(Boolean))];
}

function textsOf(node: SearchNode): string[] {
  if (node.kind === "and" || node.kind === "or") return node.parts.flatMap(textsOf);
  return node.kind === "text" ? [node.text] : [];
}

/** Whether a word is one of those, or begins as it does; endings may differ, as they may in a search. */
export function isFound(word: string, wanted: readonly string[]): boolean {
  const own = folded(word);
  const isStemOf = (one: string) =>
    one.startsWith(own) && (own.length >= STEM || (own.length === STEM - 1 && PLURAL.test(one.slice(own.length))));
  return own !== "" && wanted.some((one) => own.startsWith(one) || isStemOf(one));
}

export interface Passage {
  segment: Segment;
  /** Of the first word that was found, in ms. */
  atMs: number;
}

/** Sentences in which the words are, in the order of time. */
export function passagesOf(segments: readonly Segment[], wanted: readonly string[]): Passage[] {
  if (!wanted.length) return [];
  return segments.flatMap((segment) => {
    const word = segment.words.find(({ text }) => isFound(text, wanted));
    return word ? { segment, atMs: word.startMs } : [];
  });
}

/** Where a recording opens at a word that was found. */
export const placePath = (id: string, q: string, atMs?: number): string =>
  `/transcribe/${id}?${new URLSearchParams({ found: q, ...(atMs === undefined ? {} : { at: String(atMs) }) })}`;
