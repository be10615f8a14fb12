import type { Content } from "@tessera/service-kit";
import { type Place, Resampler } from "@tessera/speech/resampler.ts";
import { toMono } from "@tessera/speech/samples.ts";
import type { WavFormat } from "./wav-layout.ts";

/** A piece of a WAV file's sound. `at`: the moment with which its bytes begin, and the sample that is made next. */
export interface WavPiece {
  format: WavFormat;
  at: Place;
  last: boolean;
}

/** Decodes the bytes of a piece to 16 kHz, one channel, 16 bit. @returns where the next piece begins */
export function decodeWav({
  value: { format, at, last },
  blobs: [bytes = new Uint8Array()],
}: Content<WavPiece>): Content<{ next: Place }> {
  const resampler = new Resampler(format.rate, at);
  const { buffer, byteOffset, byteLength } = resampler.push(toMono(channelsOf(bytes, format)), last);
  return { value: { next: resampler.place }, blobs: [new Uint8Array(buffer, byteOffset, byteLength)] };
}

function channelsOf(bytes: Uint8Array, format: WavFormat): Float32Array[] {
  const { channels: count, width } = format;
  const read = sampleReader(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), format);
  const frames = Math.floor(bytes.length / (width * count));
  const channels = Array.from({ length: count }, () => new Float32Array(frames));
  for (const [channel, samples] of channels.entries())
    for (let frame = 0; frame < frames; frame += 1) samples[frame] = read((frame * count + channel) * width);
  return channels;
}

/** Reads the sample at a byte, from -1 to 1. */
function sampleReader(view: DataView, { kind, width }: WavFormat): (at: number) => number {
  if (kind === "float") {
    const read = width === 8 ? (at: number) => view.getFloat64(at, true) : (at: number) => view.getFloat32(at, true);
    // What is no number, or loud beyond all measure, is silence: it would spoil what is around it.
    return (at) => {
      const value = read(at);
      return Math.abs(value) < LOUDEST ? value : 0;
    };
  }
  if (kind !== "integer") {
    const table = kind === "a-law" ? A_LAW : MU_LAW;
    return (at) => table[view.getUint8(at)]!;
  }
  if (width === 1) return (at) => (view.getUint8(at) - 128) / 128;
  if (width === 2) return (at) => view.getInt16(at, true) / 32768;
  if (width === 3) return (at) => (view.getUint16(at, true) + view.getInt8(at + 2) * 65536) / 8388608;
  return (at) => view.getInt32(at, true) / 2147483648;
}

/** Floating point may be above full scale, and is cut there behind the resampler. */
const LOUDEST = 1000;

/** What a byte of a telephone's recording means (ITU-T G.711), from -1 to 1. */
const A_LAW = Float32Array.from({ length: 256 }, (_, byte) => {
  const code = byte ^ 0x55;
  const [step, inStep] = [(code >> 4) & 7, code & 15];
  const size = step ? (inStep * 16 + 264) * 2 ** (step - 1) : inStep * 16 + 8;
  return (code & 0x80 ? size : -size) / 32768;
});
const MU_LAW = Float32Array.from({ length: 256 }, (_, byte) => {
  const code = ~byte & 0xff;
  const size = ((code & 15) * 8 + 132) * 2 ** ((code >> 4) & 7) - 132;
  return (code & 0x80 ? -size : size) / 32768;
});
