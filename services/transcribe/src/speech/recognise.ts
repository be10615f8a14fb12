import type { Content } from "@tessera/service-kit";
import { transcribe } from "@tessera/speech/moonshine.ts";
import { placeWords } from "@tessera/speech/place-words.ts";
import { toFloats } from "@tessera/speech/samples.ts";
import { replacements, type Term, type Vocabulary, vocabularyOf } from "@tessera/speech/vocabulary/replace-heard.ts";
import { FRAME, speechOf } from "@tessera/speech/voice-activity.ts";
import { moonshine, voiceActivity } from "./models.ts";
import { findSegments } from "./segments.ts";

/** Speech with its words; places are samples from the beginning of the window. */
export interface Recognised {
  start: number;
  end: number;
  text: string;
  /** The text before the person's vocabulary. */
  heard: string;
  confidence: number;
  words: RecognisedWord[];
}

export interface RecognisedWord {
  start: number;
  end: number;
  /** Null where the recogniser does not say. */
  confidence: number | null;
  heard: string | null;
}

interface Place {
  start: number;
  end: number;
  confidence: number;
}

/**
 * What is said in a window of a recording. `next`: the sample with which the following window begins.
 * @param content one blob, 16 kHz, 16 bit; `last`: nothing comes behind it; `terms`: the person's vocabulary; `model`:
 * folder of its files, null for Moonshine tiny
 */
export async function recognise({
  value: { last, terms, model },
  blobs: [bytes = new Uint8Array()],
}: Content<{ last: boolean; terms: Term[]; model: string | null }>): Promise<
  Content<{ segments: Recognised[]; next: number }>
> {
  const samples = toFloats(bytes);
  const frames = await speechOf(await voiceActivity(), samples);
  const { spans, next } = findSegments(frames, last);
  const segments: Recognised[] = [];
  const vocabulary = vocabularyOf(terms);
  const sessions = await moonshine(model);
  for (const span of spans) {
    const [start, end] = [span.start * FRAME, Math.min(span.end * FRAME, samples.length)];
    const { text, confidence, confidences } = await transcribe(sessions, samples.slice(start, end));
    const places = placeWords(text.split(" "), frames.slice(span.start, span.end));
    const words = places.map((place, index) => ({
      start: Math.min(end, Math.round((span.start + place.start) * FRAME)),
      end: Math.min(end, Math.round((span.start + place.end) * FRAME)),
      confidence: confidences[index]!,
    }));
    if (text) segments.push({ start, end, heard: text, confidence, ...withVocabulary(text, words, vocabulary) });
  }
  return { value: { segments, next: Math.min(next * FRAME, samples.length) }, blobs: [] };
}

/** Parts that somebody else recognised, with the person's terms in place of what was misheard. */
export function withTerms({
  value: { parts, terms },
}: Content<{ parts: Recognised[]; terms: Term[] }>): Content<{ segments: Recognised[] }> {
  const vocabulary = vocabularyOf(terms);
  const segments = parts.map((part) => {
    // What a recogniser says nothing of counts as heard well.
    const places = part.words.map((word) => ({ ...word, confidence: word.confidence ?? 1 }));
    const { text, words } = withVocabulary(part.heard, places, vocabulary);
    const isKnown = part.words.some(({ confidence }) => confidence !== null);
    return { ...part, text, words: isKnown ? words : words.map((word) => ({ ...word, confidence: null })) };
  });
  return { value: { segments }, blobs: [] };
}

/** The text with the person's terms in place of what was misheard; the words of a term share the time of those. */
export function withVocabulary(
  text: string,
  places: readonly Place[],
  vocabulary: Vocabulary,
): { text: string; words: (Place & { heard: string | null })[] } {
  const texts = text.split(" ");
  const found = replacements(
    places.map(({ confidence }, at) => ({ text: texts[at]!, confidence })),
    vocabulary,
  );
  const words: (Place & { text: string; heard: string | null })[] = [];
  for (let at = 0; at < texts.length; ) {
    const put = found.find(({ from }) => from === at);
    if (!put) {
      words.push({ ...places[at]!, text: texts[at]!, heard: null });
      at += 1;
      continue;
    }
    const [start, end] = [places[put.from]!.start, places[put.to - 1]!.end];
    const confidence = Math.min(...places.slice(put.from, put.to).map((place) => place.confidence));
    const parts = put.text.split(" ");
    for (const [index, part] of parts.entries()) {
      const share = (count: number) => Math.round(start + ((end - start) * count) / parts.length);
      words.push({
        ...{ text: part, start: share(index), end: share(index + 1), confidence },
        heard: index === 0 ? texts.slice(put.from, put.to).join(" ") : "",
      });
    }
    at = put.to;
  }
  return {
    text: words.map((word) => word.text).join(" "),
    words: words.map(({ text, ...word }) => word),
  };
}
