import type { Heard } from "@tessera/contracts-agents/events.ts";
import { MAX_SEGMENT_LENGTH } from "@tessera/contracts-transcribe/limits.ts";
import type { Word } from "@tessera/contracts-transcribe/recordings.ts";
import type { Recognised } from "../speech/recognise.ts";
import { alignWords } from "../transcript/align-words.ts";

/** A part that lasts longer is cut at the ends of its sentences, ms. */
const LONG_MS = 15_000;
const SENTENCE_END = /[.!?…。！？]["')\]”’]*$/u;
/** Samples of a millisecond. */
const PER_MS = 16;

/**
 * What a provider heard as segments of a window: words have the provider's times where it gives them, and share the
 * time of their part where it does not.
 * @param start sample of the window with which the sound began that was sent
 */
export function segmentsOf({ parts, words }: Heard, start: number): Recognised[] {
  const segments: (Omit<Recognised, "words"> & { words: Word[] })[] = [];
  let known = 0;
  for (const part of parts) {
    const inside: Word[] = [];
    for (; known < words.length && words[known]!.startMs < Math.max(part.endMs, part.startMs + 1); known++)
      inside.push({ ...words[known]!, confidence: null, heard: null });
    const placed = alignWords(inside, part.text, part).map((word) => ({ ...word, confidence: part.confidence }));
    for (const group of sentencesOf(placed, part)) {
      const [startMs, endMs] = [group[0]!.startMs, group.at(-1)!.endMs];
      const text = group.map((word) => word.text).join(" ");
      segments.push({ start: startMs, end: endMs, text, heard: text, confidence: part.confidence ?? 1, words: group });
    }
  }
  return withOwnBeginnings(segments).map((segment) => ({
    ...segment,
    start: start + segment.start * PER_MS,
    end: start + segment.end * PER_MS,
    words: segment.words.map(({ startMs, endMs, confidence }) => ({
      ...{ start: start + startMs * PER_MS, end: start + endMs * PER_MS, confidence, heard: null },
    })),
  }));
}

/** A short part as it is; a long one by sentences, none longer than a person may write. */
function sentencesOf(words: readonly Word[], part: { startMs: number; endMs: number }): Word[][] {
  const isLong = part.endMs - part.startMs > LONG_MS;
  const groups: Word[][] = [[]];
  let length = 0;
  for (const word of words) {
    const group = groups.at(-1)!;
    const isEnd = isLong && group.length > 0 && SENTENCE_END.test(group.at(-1)!.text);
    if (group.length && (isEnd || length + word.text.length >= MAX_SEGMENT_LENGTH)) {
      groups.push([]);
      length = 0;
    }
    groups.at(-1)!.push({ ...word, text: word.text.slice(0, MAX_SEGMENT_LENGTH) });
    length += word.text.length + 1;
  }
  return groups.filter((group) => group.length);
}

/** Segments are known by their beginning: what begins with the one before becomes part of it. */
function withOwnBeginnings<T extends { start: number; end: number; text: string; heard: string; words: Word[] }>(
  segments: readonly T[],
): T[] {
  const own: T[] = [];
  for (const segment of segments) {
    const before = own.at(-1);
    if (!before || segment.start > before.start) {
      own.push(segment);
      continue;
    }
    const text = `${before.text} ${segment.text}`;
    if (text.length > MAX_SEGMENT_LENGTH) continue;
    own[own.length - 1] = {
      ...{ ...before, end: Math.max(before.end, segment.end), text, heard: text },
      words: [...before.words, ...segment.words],
    };
  }
  return own;
}
