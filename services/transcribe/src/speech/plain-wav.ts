import { MAX_RECORDING_SECONDS } from "@tessera/contracts-transcribe/limits.ts";
import { SAMPLE_RATE } from "@tessera/speech/samples.ts";
import { textAt } from "./audio-kind.ts";

/** Bytes before the samples of a WAV file that says nothing else first. */
export const PLAIN_HEADER = 44;

/**
 * Where the samples of a file are that needs no decoding: PCM of 16 kHz, one channel and 16 bits, as our page makes it.
 * @param header the first 44 bytes @param bytes of the whole file
 * @returns the last byte of its samples, or null for every other file
 */
export function plainSamplesEnd(header: Uint8Array, bytes: number): number | null {
  if (header.length < PLAIN_HEADER) return null;
  const view = new DataView(header.buffer, header.byteOffset, header.byteLength);
  const isPlain =
    ["RIFF", "WAVE", "fmt ", "data"].every((name, at) => textAt(header, [0, 8, 12, 36][at]!) === name) &&
    view.getUint32(16, true) === 16 &&
    view.getUint16(20, true) === 1 &&
    view.getUint16(22, true) === 1 &&
    view.getUint32(24, true) === SAMPLE_RATE &&
    view.getUint16(34, true) === 16;
  // A file that was cut off has what is there.
  const length = Math.min(view.getUint32(40, true), bytes - PLAIN_HEADER) & ~1;
  return isPlain && length > 0 && length <= MAX_RECORDING_SECONDS * SAMPLE_RATE * 2 ? PLAIN_HEADER + length - 1 : null;
}

/** What is in front of the samples of such a file. @param bytes of its samples */
export function plainHeader(bytes: number): Buffer {
  const header = Buffer.alloc(PLAIN_HEADER);
  header.write("RIFF", 0, "latin1");
  header.writeUInt32LE(bytes + PLAIN_HEADER - 8, 4);
  header.write("WAVEfmt ", 8, "latin1");
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(SAMPLE_RATE, 24);
  header.writeUInt32LE(SAMPLE_RATE * 2, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write("data", 36, "latin1");
  header.writeUInt32LE(bytes, 40);
  return header;
}
