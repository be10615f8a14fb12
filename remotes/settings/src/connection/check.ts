import type { Status } from "@tessera/ui";

/** One thing that was looked at. */
export interface Check {
  title: string;
  status: Status;
  /** The state in a word or two. */
  word: string;
  /** The figure that says most: "12 ms", "aal1"; empty where there is none. */
  figure: string;
  /** What was found, in a sentence. */
  text: string;
  /** What to do about it; null where nothing is to be done. */
  advice: string | null;
}

/** A sentence for whatever was thrown. */
export const sentenceOf = (error: unknown) =>
  error instanceof Error && error.message ? error.message : "It failed without giving a reason.";

export const failed = (title: string, error: unknown, advice: string): Check => ({
  title,
  status: "bad",
  word: "Fails",
  figure: "",
  text: sentenceOf(error),
  advice,
});

/** ms as written: "0.4 ms", "12 ms", "1.3 s". */
export function msText(ms: number): string {
  if (ms >= 1_000) return `${(ms / 1_000).toFixed(1)} s`;
  return `${ms < 10 ? Math.round(ms * 10) / 10 : Math.round(ms)} ms`;
}

/** "52 min", "40 s" for a length of time in ms. */
export function lengthText(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1_000));
  if (seconds < 90) return `${seconds} s`;
  return seconds < 5_400 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3_600)} h`;
}
