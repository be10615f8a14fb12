import { MAX_POINT_LENGTH } from "@tessera/contracts-transcribe/limits.ts";
import type { Segment } from "@tessera/contracts-transcribe/recordings.ts";
import type { SummaryPoint } from "@tessera/contracts-transcribe/summary.ts";

/** Words for which there is one point, and how many points there are. */
const WORDS_A_POINT = 150;
const POINTS = { least: 3, most: 12 };
/** Words of the shortest sentence that says something. */
const SHORTEST = 5;
/** Share of the sentences in which a word stands that says nothing of this recording, in any language. */
const EVERYWHERE = 0.25;
/** What a word counts that no other sentence has, and how much less one that was chosen already. */
const ALONE = 0.1;
const SAID = 0.5;
/** Sentences from which on that share is looked at. */
const ENOUGH = 12;

interface Sentence extends SummaryPoint {
  words: string[];
}

/**
 * Sentences that say most of what a transcript is about, word for word, in the order of time: of each part of the same
 * length, the one with the words that stand in most other sentences. A sentence that is said twice counts once.
 */
export function chooseSentences(segments: readonly Segment[]): SummaryPoint[] {
  const known = new Set<string>();
  const sentences = segments.flatMap(sentencesOf).filter(({ words }) => {
    const text = words.join(" ");
    if (words.length < SHORTEST || known.has(text)) return false;
    known.add(text);
    return true;
  });
  const spread = new Map<string, number>();
  for (const { words } of sentences) for (const word of new Set(words)) spread.set(word, (spread.get(word) ?? 0) + 1);
  const most = sentences.length < ENOUGH ? Number.POSITIVE_INFINITY : sentences.length * EVERYWHERE;
  const weightOf = (word: string) => {
    const count = spread.get(word)!;
    return word.length < 3 || count > most ? 0 : ALONE + Math.log2(count);
  };
  const all = sentences.reduce((sum, { words }) => sum + words.length, 0);
  const parts = Math.min(POINTS.most, Math.max(POINTS.least, Math.round(all / WORDS_A_POINT)), sentences.length);
  const chosen: Sentence[] = [];
  const said = new Set<string>();
  let before = 0;
  let part: Sentence[] = [];
  for (const sentence of sentences) {
    part.push(sentence);
    before += sentence.words.length;
    if (before < (all * (chosen.length + 1)) / parts && sentence !== sentences.at(-1)) continue;
    const best = bestOf(part, said, weightOf);
    chosen.push(best);
    for (const word of best.words) said.add(word);
    part = [];
  }
  return chosen.map(({ atMs, text }) => ({ atMs, text }));
}

function bestOf(sentences: readonly Sentence[], said: ReadonlySet<string>, weightOf: (word: string) => number) {
  let best = sentences[0]!;
  let most = -1;
  for (const sentence of sentences) {
    const weight = [...new Set(sentence.words)].reduce(
      (sum, word) => sum + weightOf(word) * (said.has(word) ? SAID : 1),
      0,
    );
    const worth = weight / Math.sqrt(sentence.words.length);
    if (worth > most) [best, most] = [sentence, worth];
  }
  return best;
}

/** The sentences of a segment, each at its first word. */
function sentencesOf({ text, startMs, words }: Segment): Sentence[] {
  const segmenter = new Intl.Segmenter("en", { granularity: "sentence" });
  let at = 0;
  return [...segmenter.segment(text)].map(({ segment }) => {
    const sentence = segment.trim();
    const place = words[at]?.startMs ?? startMs;
    at += sentence.split(/\s+/).length;
    return {
      ...{ atMs: place, text: sentence.slice(0, MAX_POINT_LENGTH) },
      words: sentence.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [],
    };
  });
}
