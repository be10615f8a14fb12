import type { Content } from "@tessera/service-kit";
import { models } from "./models.ts";
import { transcribe } from "./moonshine.ts";
import { toFloats } from "./samples.ts";
import { findSegments } from "./segments.ts";
import { FRAME, speechOf } from "./voice-activity.ts";

/** Speech with its words; places are samples from the beginning of the window. */
export interface Recognised {
  start: number;
  end: number;
  text: string;
  confidence: number;
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
  const { spans, next } = findSegments(await speechOf(vad, samples), last);
  const segments: Recognised[] = [];
  for (const span of spans) {
    const [start, end] = [span.start * FRAME, Math.min(span.end * FRAME, samples.length)];
    const words = await transcribe(moonshine, samples.slice(start, end));
    if (words.text) segments.push({ start, end, ...words });
  }
  return { value: { segments, next: Math.min(next * FRAME, samples.length) }, blobs: [] };
}
