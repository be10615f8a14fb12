import type { Content } from "@tessera/service-kit";
import { transcribe } from "@tessera/speech/moonshine.ts";
import { placeWords } from "@tessera/speech/place-words.ts";
import { toFloats } from "@tessera/speech/samples.ts";
import { FRAME, speechOf } from "@tessera/speech/voice-activity.ts";
import { models } from "./models.ts";
import { findSegments } from "./segments.ts";

/** Speech with its words; places are samples from the beginning of the window. */
export interface Recognised {
  start: number;
  end: number;
  text: string;
  confidence: number;
  words: { start: number; end: number; confidence: number }[];
}

/**
 * What is said in a window of a recording. `next`: the sample with which the following window begins.
 * @param content one blob, 16 kHz, 16 bit; `last`: nothing comes behind it
 */
export async function recognise({
  value: { last },
  blobs: [bytes = new Uint8Array()],
}: Content<{ last: boolean }>): Promise<Content<{ segments: Recognised[]; next: number }>> {
  const samples = toFloats(bytes);
  const { vad, ...moonshine } = await models();
  const frames = await speechOf(vad, samples);
  const { spans, next } = findSegments(frames, last);
  const segments: Recognised[] = [];
  for (const span of spans) {
    const [start, end] = [span.start * FRAME, Math.min(span.end * FRAME, samples.length)];
    const { text, confidence, confidences } = await transcribe(moonshine, samples.slice(start, end));
    const places = placeWords(text.split(" "), frames.slice(span.start, span.end));
    const words = places.map((place, index) => ({
      start: Math.min(end, Math.round((span.start + place.start) * FRAME)),
      end: Math.min(end, Math.round((span.start + place.end) * FRAME)),
      confidence: confidences[index]!,
    }));
    if (text) segments.push({ start, end, text, confidence, words });
  }
  return { value: { segments, next: Math.min(next * FRAME, samples.length) }, blobs: [] };
}
