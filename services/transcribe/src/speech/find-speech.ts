import type { Content } from "@tessera/service-kit";
import { toFloats } from "@tessera/speech/samples.ts";
import { FRAME, speechOf } from "@tessera/speech/voice-activity.ts";
import { voiceActivity } from "./models.ts";
import { findSegments, type Span } from "./segments.ts";

/**
 * Where somebody speaks in a window of a recording, in samples from its beginning, and where the next window begins.
 * @param content one blob, 16 kHz, 16 bit; `last`: nothing comes behind it
 */
export async function findSpeech({
  value: { last },
  blobs: [bytes = new Uint8Array()],
}: Content<{ last: boolean }>): Promise<Content<{ spans: Span[]; next: number }>> {
  const samples = toFloats(bytes);
  const { spans, next } = findSegments(await speechOf(await voiceActivity(), samples), last);
  const place = (frame: number) => Math.min(frame * FRAME, samples.length);
  return {
    value: { spans: spans.map(({ start, end }) => ({ start: place(start), end: place(end) })), next: place(next) },
    blobs: [],
  };
}
