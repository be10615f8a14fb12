import type { NewSegment, Segment } from "@tessera/contracts-transcribe/recordings.ts";

const toNew = ({ edited, ...segment }: Segment): NewSegment => segment;

/** The parts of a segment, cut in front of a word; null where a part would be empty. */
export function split(segment: Segment, word: number): [NewSegment, NewSegment] | null {
  const { words } = segment;
  if (word < 1 || word >= words.length) return null;
  const at = Math.max(segment.startMs + 1, words[word]!.startMs);
  if (at >= segment.endMs) return null;
  // What was heard is cut where the text is, as far as the two are alike.
  const heard = segment.heard.split(/\s+/).filter(Boolean);
  const heardAt = Math.round((heard.length * word) / words.length);
  const part = (from: number, to: number, startMs: number, endMs: number, heardText: string[]): NewSegment => ({
    ...toNew(segment),
    ...{ startMs, endMs },
    text: words
      .slice(from, to)
      .map(({ text }) => text)
      .join(" "),
    heard: heardText.join(" "),
    words: words.slice(from, to).map((one) => ({
      ...one,
      startMs: within(one.startMs, startMs, endMs),
      endMs: within(one.endMs, startMs, endMs),
    })),
  });
  return [
    part(0, word, segment.startMs, at, heard.slice(0, heardAt)),
    part(word, words.length, at, segment.endMs, heard.slice(heardAt)),
  ];
}

/** One segment of two that follow each other. */
export function join(first: Segment, second: Segment): NewSegment {
  const [early, late] = [first.words.length, second.words.length];
  return {
    startMs: first.startMs,
    endMs: second.endMs,
    text: joined(first.text, second.text),
    heard: joined(first.heard, second.heard),
    confidence: (first.confidence * early + second.confidence * late) / Math.max(1, early + late),
    speaker: first.speaker ?? second.speaker,
    words: [...first.words, ...second.words],
  };
}

/** Words that the vocabulary put in a segment, each with the place of its first one and with what was heard. */
export function putWords({ words }: Pick<Segment, "words">): { at: number; text: string; heard: string }[] {
  const put: { at: number; text: string; heard: string }[] = [];
  for (const [at, { text, heard }] of words.entries())
    if (heard) put.push({ at, text, heard });
    else if (heard === "" && put.length) put.at(-1)!.text += ` ${text}`;
  return put;
}

/** The text with what was heard instead of what the vocabulary put; of all words, or of those at one place. */
export function withHeard({ words }: Pick<Segment, "words">, place?: number): string {
  let isBack = false;
  return words
    .map(({ text, heard }, at) => {
      if (heard !== "") isBack = heard !== null && (place === undefined || place === at);
      return isBack ? heard : text;
    })
    .filter(Boolean)
    .join(" ");
}

/** What puts segments back as they were. */
export const asBefore = (segments: readonly Segment[]): NewSegment[] => segments.map(toNew);

export const seen = (segments: readonly Pick<Segment, "startMs" | "text">[]) =>
  segments.map(({ startMs, text }) => ({ startMs, text }));

/** Which word a place in a text belongs to: the first one that begins there or behind it. */
export function wordAt(text: string, place: number): number {
  return (
    text.slice(0, place).split(/\s+/).filter(Boolean).length -
    (/\S$/.test(text.slice(0, place)) && /^\S/.test(text.slice(place)) ? 1 : 0)
  );
}

const joined = (...texts: string[]) => texts.filter(Boolean).join(" ");
const within = (value: number, from: number, to: number) => Math.min(to, Math.max(from, value));
