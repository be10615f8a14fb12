import type { Segment } from "@tessera/contracts-transcribe/recordings.ts";

/** Speakers that have a key: 1 to 9. */
export const SPEAKER_KEYS = 9;

/** Which sentences get a name: one, those from it on until somebody else speaks, or all of its speaker. */
export type Which = "one" | "following" | "everywhere";

/** The sentences that get a name with one of them, in the order of time. */
export function spokenWith(segments: readonly Segment[], segment: Segment, which: Which): readonly Segment[] {
  if (which === "one") return [segment];
  const own = segments.filter(({ speaker }) => speaker === segment.speaker);
  if (which === "everywhere") return own;
  const from = segments.findIndex(({ startMs }) => startMs === segment.startMs);
  const end = segments.findIndex(({ speaker }, at) => at > from && speaker !== segment.speaker);
  return segments.slice(from, end < 0 ? undefined : end);
}

/** The sentences from one to another, both included, whichever comes first; places in ms. */
export const between = (segments: readonly Segment[], one: number, other: number): readonly Segment[] =>
  segments.filter(({ startMs }) => startMs >= Math.min(one, other) && startMs <= Math.max(one, other));

/**
 * Speakers in the order of their keys: that in which they first speak. One that has a key keeps it, also where nobody
 * has the name for a moment, so that no key changes its meaning while a person works.
 */
export const withKeys = (before: readonly string[], segments: readonly Segment[]): readonly string[] =>
  [...new Set([...before, ...segments.flatMap(({ speaker }) => speaker ?? [])])].slice(0, SPEAKER_KEYS);

/** A name for somebody who has none yet. */
export function nextSpeaker(speakers: readonly string[]): string {
  let number = speakers.length + 1;
  while (speakers.includes(`Speaker ${number}`)) number += 1;
  return `Speaker ${number}`;
}
