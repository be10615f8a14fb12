import { MAX_RECORDING_SECONDS } from "@tessera/contracts-transcribe/limits.ts";
import type { Content } from "@tessera/service-kit";
import { ContentError } from "@tessera/service-kit/content-error.ts";
import { Resampler } from "@tessera/speech/resampler.ts";
import { SAMPLE_RATE, toMono } from "@tessera/speech/samples.ts";
import { isWav } from "./audio-kind.ts";
import { readWav } from "./wav.ts";

/** Rates that sound is recorded with. */
const RATES = { lowest: 4_000, highest: 384_000 };

/** Decodes the one blob, WAV, to 16 kHz, one channel, 16 bit. @throws ContentError with a sentence */
export function decodeAudio({ blobs: [bytes] }: Content<null>): Content<{ samples: number }> {
  if (!bytes || !isWav(bytes)) throw new ContentError("unreadable", "The file is no WAV file.");
  const parts: Int16Array[] = [];
  let samples = 0;
  let resampler: Resampler | undefined;
  const add = (part: Int16Array) => {
    samples += part.length;
    if (samples > MAX_RECORDING_SECONDS * SAMPLE_RATE)
      throw new ContentError(
        "too-large",
        `The recording is longer than ${MAX_RECORDING_SECONDS / 3600} hours. Split it.`,
      );
    parts.push(part);
  };
  for (const { channels, rate } of readWav(bytes)) {
    resampler ??= new Resampler(checkedRate(rate));
    add(resampler.push(toMono(channels), false));
  }
  if (resampler) add(resampler.push(new Float32Array(), true));
  if (!samples) throw new ContentError("unreadable", "There is no sound in the file.");
  return {
    value: { samples },
    blobs: parts.map(({ buffer, byteOffset, byteLength }) => new Uint8Array(buffer, byteOffset, byteLength)),
  };
}

function checkedRate(rate: number): number {
  if (rate >= RATES.lowest && rate <= RATES.highest) return rate;
  throw new ContentError("unreadable", `The file says that it has ${rate} samples a second, which no recording has.`);
}
