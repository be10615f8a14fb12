import type { NewSegment, Segment } from "@tessera/contracts-transcribe/recordings.ts";
import { asBefore } from "./edit-segments.ts";

/** Below this the recogniser was rather wrong than right. */
export const UNSURE = 0.5;

export const isUnsure = ({ confidence, heard }: Segment["words"][number]) =>
  heard === null && confidence !== null && confidence < UNSURE;

/** A word that the recogniser was unsure of, by its place in a segment. */
export interface UnsureWord {
  segment: Segment;
  at: number;
  confidence: number;
}

/** The least certain first; those that are as certain as each other in the order of time. */
export const unsureWords = (segments: readonly Segment[]): UnsureWord[] =>
  segments
    .flatMap((segment) =>
      segment.words.flatMap((word, at) =>
        isUnsure(word) ? [{ segment, at, confidence: word.confidence as number }] : [],
      ),
    )
    .toSorted((a, b) => a.confidence - b.confidence);

/** The text with another word, or none, at one place. */
export const withWord = ({ words }: Pick<Segment, "words">, place: number, word: string): string =>
  words
    .map(({ text }, at) => (at === place ? word.trim() : text))
    .filter(Boolean)
    .join(" ");

/** The segment once a person says that a word is right: it counts as theirs. */
export function accepted(segment: Segment, place: number): NewSegment {
  const [own] = asBefore([segment]);
  return {
    ...own!,
    words: segment.words.map((word, at) => (at === place ? { ...word, confidence: null } : word)),
  };
}
