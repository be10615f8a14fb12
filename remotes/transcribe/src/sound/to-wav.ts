import { MAX_RECORDING_BYTES, MAX_RECORDING_SECONDS } from "@tessera/contracts-transcribe/limits.ts";
import {
  ADTS,
  BlobSource,
  Conversion,
  FLAC,
  Input,
  MATROSKA,
  MP3,
  MP4,
  OGG,
  Output,
  QTFF,
  StreamTarget,
  WAVE,
  WavOutputFormat,
  WEBM,
} from "mediabunny";
import { isWav } from "./is-wav.ts";
import { partsOfWav } from "./parts-of-wav.ts";

/** What the recogniser works with. */
const SPEECH = { codec: "pcm-s16", sampleRate: 16_000, numberOfChannels: 1, forceTranscode: true } as const;
const FORMATS = [WAVE, MP3, MP4, QTFF, OGG, FLAC, WEBM, MATROSKA, ADTS];

/** Bytes that are put together before they become a part of the file. */
const PART = 1024 * 1024;

/** A sentence that says why this file cannot be sent. */
export class UnreadableSound extends Error {}

/**
 * The first sound track of an audio or video file as WAV: 16 kHz, one channel, 16 bits, its samples behind 44 bytes. It
 * is read and decoded by this browser piece by piece, so its length takes no memory of the page; a WAV file that may be
 * sent stays as it is.
 * @param onProgress gets 0 to 1
 * @throws UnreadableSound
 */
export async function toWav(
  file: Blob,
  { signal, onProgress }: { signal?: AbortSignal; onProgress?: (done: number) => void } = {},
): Promise<Blob> {
  if (file.size <= MAX_RECORDING_BYTES && (await isWav(file))) return file;
  const input = new Input({ source: new BlobSource(file), formats: FORMATS });
  try {
    return await converted(input, signal, onProgress);
  } finally {
    input.dispose();
  }
}

async function converted(input: Input, signal?: AbortSignal, onProgress?: (done: number) => void): Promise<Blob> {
  if (!(await input.canRead())) throw new UnreadableSound("It is no audio or video file that this browser knows.");
  const track = await input.getPrimaryAudioTrack();
  if (!track) throw new UnreadableSound("There is no sound in it.");
  if (!(await track.canDecode()))
    throw new UnreadableSound("This browser cannot decode its sound. Convert it to MP3 or WAV.");
  if ((await track.computeDuration()) > MAX_RECORDING_SECONDS)
    throw new UnreadableSound(`It is longer than ${MAX_RECORDING_SECONDS / 3600} hours. Split it.`);
  const file = partsOfWav();
  const target = new StreamTarget(file.writable, { chunked: true, chunkSize: PART });
  const conversion = await Conversion.init({
    input,
    output: new Output({ format: new WavOutputFormat(), target }),
    tags: {},
    video: { discard: true },
    audio: (one) => (one.id === track.id ? SPEECH : { discard: true }),
    showWarnings: false,
  });
  conversion.onProgress = onProgress;
  const cancel = () => void conversion.cancel();
  signal?.addEventListener("abort", cancel);
  try {
    signal?.throwIfAborted();
    await conversion.execute();
  } catch (error) {
    signal?.throwIfAborted();
    throw new UnreadableSound("It is damaged, or this browser cannot decode it.", { cause: error });
  } finally {
    signal?.removeEventListener("abort", cancel);
  }
  return file.blob();
}
