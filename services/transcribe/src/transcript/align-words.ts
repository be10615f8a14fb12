import type { Word } from "@tessera/contracts-transcribe/recordings.ts";
import { placeWords } from "@tessera/speech/place-words.ts";

interface Span {
  startMs: number;
  endMs: number;
}

export const wordsIn = (text: string): string[] => text.split(/\s+/).filter(Boolean);

/** Words without times of their own share a span by their letters. */
export function spreadWords(words: readonly string[], { startMs, endMs }: Span): Word[] {
  const whole = endMs - startMs;
  return placeWords(words, [1]).map((place, index) => ({
    text: words[index]!,
    startMs: Math.round(startMs + place.start * whole),
    endMs: Math.round(startMs + place.end * whole),
    confidence: null,
    heard: null,
  }));
}

/**
 * Times of a text that the person changed: words that were there before keep theirs, and so does what the recogniser
 * thought of them; those that are new share the time between.
 */
export function alignWords(before: readonly Word[], text: string, span: Span): Word[] {
  const words = wordsIn(text);
  const kept = matches(
    before.map(folded),
    words.map((word) => folded({ text: word })),
  );
  const aligned: Word[] = [];
  let from = span.startMs;
  for (let at = 0; at < words.length; ) {
    const match = kept.get(at);
    if (match !== undefined) {
      const { startMs, endMs, confidence, heard } = before[match]!;
      const isSame = before[match]!.text === words[at];
      const own = isSame ? { confidence, heard } : { confidence: null, heard: null };
      aligned.push({ text: words[at]!, startMs, endMs, ...own });
      from = endMs;
      at += 1;
      continue;
    }
    let end = at;
    while (end < words.length && !kept.has(end)) end += 1;
    const next = kept.get(end);
    const to = next === undefined ? span.endMs : before[next]!.startMs;
    aligned.push(...spreadWords(words.slice(at, end), { startMs: from, endMs: Math.max(from, to) }));
    at = end;
  }
  return aligned;
}

const folded = ({ text }: { text: string }) =>
  text
    .normalize("NFC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "") || text;

/** Place of each word that stayed, in the text of before: the longest common subsequence. */
function matches(before: readonly string[], after: readonly string[]): Map<number, number> {
  const width = after.length + 1;
  const lengths = new Uint16Array((before.length + 1) * width);
  for (let old = before.length - 1; old >= 0; old--)
    for (let at = after.length - 1; at >= 0; at--)
      lengths[old * width + at] =
        before[old] === after[at]
          ? lengths[(old + 1) * width + at + 1]! + 1
          : Math.max(lengths[(old + 1) * width + at]!, lengths[old * width + at + 1]!);
  const kept = new Map<number, number>();
  for (let old = 0, at = 0; old < before.length && at < after.length; ) {
    if (before[old] === after[at]) kept.set(at++, old++);
    else if (lengths[(old + 1) * width + at]! >= lengths[old * width + at + 1]!) old += 1;
    else at += 1;
  }
  return kept;
}
