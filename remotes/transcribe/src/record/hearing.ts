/** What a microphone says at one moment. */
export interface Level {
  /** Loudness, 0 to 1: from -60 dB, which is silence in a room, to full scale. */
  loudness: number;
  /** Whether the sound is cut off at full scale. */
  isClipped: boolean;
}

/** What is told of a microphone: that nothing is heard, or that it is too loud. */
export type Hearing = "well" | "nothing" | "too-loud";

/** Where a microphone that is muted stays below. */
const SILENT = 0.05;
/** Seconds of silence that are no pause of somebody who speaks. */
const SILENT_SECONDS = 10;
/** Of full scale; where a sound is cut off, several samples in a row are at the edge. */
const EDGE = 0.985;
const IN_A_ROW = 3;
/** Looks at which a sound is cut off before it is said, as one knock is no matter, and seconds for which it stays. */
const LOUD_LOOKS = 3;
const LOUD_SECONDS = 5;

/** @param samples from -1 to 1 */
export function levelOf(samples: Float32Array): Level {
  let power = 0;
  let [row, longest] = [0, 0];
  for (const sample of samples) {
    power += sample * sample;
    row = Math.abs(sample) >= EDGE ? row + 1 : 0;
    longest = Math.max(longest, row);
  }
  const loudness = 1 + Math.log10(power / Math.max(1, samples.length) + 1e-12) / 6;
  return { loudness: Math.min(1, Math.max(0, loudness)), isClipped: longest >= IN_A_ROW };
}

/** Says of one look after the other what there is to tell. Time is that of the recording, without its pauses. */
export function hearingOf(): (level: Level, seconds: number) => Hearing {
  let heardAt: number | null = null;
  let clipped: number[] = [];
  return ({ loudness, isClipped }, seconds) => {
    if (heardAt === null || loudness > SILENT) heardAt = seconds;
    clipped = clipped.filter((at) => seconds - at < LOUD_SECONDS);
    if (isClipped) clipped.push(seconds);
    if (clipped.length >= LOUD_LOOKS) return "too-loud";
    return seconds - heardAt >= SILENT_SECONDS ? "nothing" : "well";
  };
}
