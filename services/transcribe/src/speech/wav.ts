import { ContentError } from "@tessera/service-kit/content-error.ts";
import { textAt } from "./audio-kind.ts";

/** Frames that are given at once: 64 k. */
const PIECE = 65_536;

interface Format {
  kind: number;
  channels: number;
  rate: number;
  bits: number;
}

export interface Piece {
  channels: Float32Array[];
  rate: number;
}

/** The samples of a wav file: PCM of 8 to 32 bits, or float. A file that was cut off gives what is there. */
export function* readWav(bytes: Uint8Array): Generator<Piece> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let format: Format | undefined;
  for (let at = 12; at + 8 <= bytes.length; ) {
    const name = textAt(bytes, at);
    const size = view.getUint32(at + 4, true);
    const body = at + 8;
    if (name === "fmt " && size >= 16 && body + size <= bytes.length) format = formatAt(view, body, size);
    if (name === "data") {
      if (!format) break;
      yield* samplesOf(view, body, Math.min(size, bytes.length - body), format);
      return;
    }
    at = body + size + (size & 1);
  }
  throw new ContentError("unreadable", "The WAV file is damaged: it does not say how its sound is written.");
}

function formatAt(view: DataView, at: number, size: number): Format {
  const kind = view.getUint16(at, true);
  return {
    // Extensible formats name the kind at the beginning of their GUID.
    kind: kind === 0xfffe && size >= 26 ? view.getUint16(at + 24, true) : kind,
    channels: view.getUint16(at + 2, true),
    rate: view.getUint32(at + 4, true),
    bits: view.getUint16(at + 14, true),
  };
}

function* samplesOf(view: DataView, start: number, length: number, format: Format): Generator<Piece> {
  const { channels: count, rate, bits } = format;
  const read = sampleReader(view, format);
  if (!read || count < 1 || count > 8)
    throw new ContentError("unreadable", "The WAV file is compressed in a way that is not supported. Save it as PCM.");
  const width = bits / 8;
  const frames = Math.floor(length / (width * count));
  for (let from = 0; from < frames; from += PIECE) {
    const size = Math.min(PIECE, frames - from);
    const channels = Array.from({ length: count }, () => new Float32Array(size));
    for (let frame = 0; frame < size; frame++)
      for (let channel = 0; channel < count; channel++)
        channels[channel]![frame] = read(start + ((from + frame) * count + channel) * width);
    yield { channels, rate };
  }
}

function sampleReader(view: DataView, { kind, bits }: Format): ((at: number) => number) | undefined {
  if (kind === 3 && bits === 32) return (at) => view.getFloat32(at, true) || 0;
  if (kind !== 1) return undefined;
  if (bits === 8) return (at) => (view.getUint8(at) - 128) / 128;
  if (bits === 16) return (at) => view.getInt16(at, true) / 32768;
  if (bits === 24) return (at) => (view.getUint16(at, true) + view.getInt8(at + 2) * 65536) / 8388608;
  if (bits === 32) return (at) => view.getInt32(at, true) / 2147483648;
  return undefined;
}
