import type { Recording } from "@tessera/contracts-transcribe/recordings.ts";

/** 1:02, or 1:02:03. @param seconds of a recording */
export function clock(seconds: number): string {
  const whole = Math.floor(seconds);
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const two = (value: number) => String(value).padStart(2, "0");
  return hours ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

/** How far a recording is. */
export function stateInWords({ state, seconds, doneSeconds, failure }: Recording): string {
  if (state === "waiting") return "Waiting";
  if (state === "running")
    return seconds === null ? "Reading the audio …" : `Transcribed ${clock(doneSeconds)} of ${clock(seconds)}`;
  if (state === "failed") return failure ?? "It could not be transcribed";
  if (state === "cancelled") return doneSeconds ? `Stopped at ${clock(doneSeconds)}` : "Stopped";
  return clock(seconds ?? 0);
}

export const isOpen = ({ state }: Recording) => state === "waiting" || state === "running";
