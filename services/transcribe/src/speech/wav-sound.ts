import type { Content } from "@tessera/service-kit";
import type { WavPiece } from "./decode-wav.ts";
import type { ReadAt, WavLayout } from "./wav-layout.ts";

/** Bytes of a file that are decoded at once. */
export const WAV_PIECE = 1024 * 1024;

/** What decodes a piece: the reader, in a process of its own. */
type DecodePiece = (piece: Content<WavPiece>) => Promise<Content<{ next: WavPiece["at"] }>>;

/** The sound of a WAV file at 16 kHz, one channel, 16 bit, piece by piece: its length takes no memory. */
export async function* wavSound(layout: WavLayout, read: ReadAt, decode: DecodePiece): AsyncGenerator<Uint8Array> {
  const { start, frames, ...format } = layout;
  const block = format.width * format.channels;
  const most = Math.floor(WAV_PIECE / block);
  let at: WavPiece["at"] = { input: 0, output: 0 };
  for (let last = false; !last; ) {
    const count = Math.min(most, frames - at.input);
    last = at.input + count === frames;
    const bytes = await read(start + at.input * block, count * block);
    const { value, blobs } = await decode({ value: { format, at, last }, blobs: [bytes] });
    yield* blobs;
    at = value.next;
  }
}
