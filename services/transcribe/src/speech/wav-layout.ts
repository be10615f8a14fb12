import { MAX_RECORDING_SECONDS } from "@tessera/contracts-transcribe/limits.ts";
import { ContentError } from "@tessera/service-kit/content-error.ts";
import { textAt } from "./audio-kind.ts";

/** Rates that sound is recorded with, samples a second. */
const RATES = { lowest: 4_000, highest: 384_000 };
const MAX_CHANNELS = 32;
/** Bytes that are looked at at once, and parts in front of the sound that are passed over. */
const LOOK = 4096;
const MAX_PARTS = 1000;
/** What recorders write as the length of a sound that they send while they record it. */
const UNKNOWN = 0xffffffff;

/** How the samples of a WAV file are written. */
export interface WavFormat {
  kind: "integer" | "float" | "a-law" | "mu-law";
  channels: number;
  /** Moments a second. */
  rate: number;
  /** Bytes of one sample. */
  width: number;
}

/** Where they are: the byte of the first one, and how many moments there are. */
export interface WavLayout extends WavFormat {
  start: number;
  frames: number;
}

/** Gives bytes of a file: fewer where it ends before. `from` is inside the file. */
export type ReadAt = (from: number, length: number) => Promise<Uint8Array>;

const KINDS: Record<number, WavFormat["kind"]> = { 1: "integer", 3: "float", 6: "a-law", 7: "mu-law" };
const WIDTHS: Record<WavFormat["kind"], number[]> = {
  integer: [1, 2, 3, 4],
  float: [4, 8],
  "a-law": [1],
  "mu-law": [1],
};
/** Number of what the format's GUID says instead. */
const EXTENSIBLE = 0xfffe;

/**
 * Reads what is in front of the sound: a file that was cut off has what is there, and one whose length its recorder did
 * not know has all that follows.
 * @param bytes of the file @throws ContentError with a sentence
 */
export async function readWavLayout(read: ReadAt, bytes: number): Promise<WavLayout> {
  const at = windowOf(read, bytes);
  const riffBytes = viewOf(await at(0, 12)).getUint32(4, true) + 8;
  let format: WavFormat | undefined;
  let longSize = 0;
  for (let place = 12, parts = 0; place + 8 <= bytes && parts < MAX_PARTS; parts += 1) {
    const part = await at(place, 48);
    const view = viewOf(part);
    const [name, size] = [textAt(part, 0), view.getUint32(4, true)];
    // The length of a sound for which 32 bits may be too few (RF64).
    if (name === "ds64" && part.length >= 24) longSize = Number(view.getBigUint64(16, true));
    if (name === "fmt ") format = formatIn(part.subarray(8, 8 + Math.min(size, 40)));
    if (name === "data") {
      if (!format) break;
      const start = place + 8;
      // One that was closed says how long it is as a whole.
      const isOpen = size === 0 && riffBytes !== bytes;
      const told = size === UNKNOWN ? longSize : size;
      const length = Math.min(bytes - start, told || (isOpen || size === UNKNOWN ? bytes : 0));
      return checked({ ...format, start, frames: Math.floor(length / (format.width * format.channels)) });
    }
    place += 8 + size + (size & 1);
  }
  throw damaged();
}

const damaged = () =>
  new ContentError("unreadable", "The WAV file is damaged: it does not say how its sound is written.");

/** @throws ContentError for what no recognition can use */
function checked(layout: WavLayout): WavLayout {
  const { rate, frames } = layout;
  if (rate < RATES.lowest || rate > RATES.highest)
    throw new ContentError("unreadable", `The file says that it has ${rate} samples a second, which no recording has.`);
  if (!frames) throw new ContentError("unreadable", "There is no sound in the file.");
  if (frames / rate > MAX_RECORDING_SECONDS)
    throw new ContentError(
      "too-large",
      `The recording is longer than ${MAX_RECORDING_SECONDS / 3600} hours. Split it.`,
    );
  return layout;
}

function formatIn(bytes: Uint8Array): WavFormat {
  if (bytes.length < 16) throw damaged();
  const view = viewOf(bytes);
  const [channels, rate] = [view.getUint16(2, true), view.getUint32(4, true)];
  const [block, bits] = [view.getUint16(12, true), view.getUint16(14, true)];
  const number = view.getUint16(0, true);
  const kind = KINDS[number === EXTENSIBLE && bytes.length >= 26 ? view.getUint16(24, true) : number];
  // Samples may have more room than they fill: 24 bits in four bytes, at their upper end.
  const least = Math.ceil(bits / 8);
  const room = block % channels === 0 ? block / channels : least;
  const width = Math.max(room, least);
  if (!kind || !WIDTHS[kind].includes(width) || channels < 1 || channels > MAX_CHANNELS)
    throw new ContentError("unreadable", "The WAV file is compressed in a way that is not supported. Save it as PCM.");
  return { kind, channels, rate, width };
}

/** Reads a piece at a time, and gives small parts out of it. */
function windowOf(read: ReadAt, bytes: number): ReadAt {
  let [start, window] = [0, new Uint8Array()];
  return async (from, length) => {
    const end = Math.min(bytes, from + length);
    if (from < start || end > start + window.length) {
      start = from;
      window = new Uint8Array(await read(from, LOOK));
    }
    const part = window.subarray(from - start, end - start);
    if (part.length < 8) throw damaged();
    return part;
  };
}

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
