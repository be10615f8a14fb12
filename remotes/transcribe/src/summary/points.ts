import { MAX_POINT_LENGTH, MAX_SUMMARY_POINTS } from "@tessera/contracts-transcribe/limits.ts";
import type { SummaryPoint } from "@tessera/contracts-transcribe/summary.ts";
import { clock } from "../words.ts";

/** "[1:02] What is said", in a list or not. */
const LINE = /^\s*(?:[-*•]|\d+[.)])?\s*\**\[((?:\d{1,2}:)?\d{1,3}:\d{2})\]\**[\s:–—-]*(\S.*)$/;

export const written = (points: readonly SummaryPoint[]) =>
  points.map(({ atMs, text }) => `[${clock(atMs / 1000)}] ${text}`).join("\n");

/**
 * The lines of a text that begin with a time inside a recording; `others`: lines with words that do not.
 * @param seconds of the recording
 */
export function readPoints(text: string, seconds: number): { points: SummaryPoint[]; others: string[] } {
  const points: SummaryPoint[] = [];
  const others: string[] = [];
  for (const line of text.split("\n").filter((one) => one.trim())) {
    const [, time, words] = LINE.exec(line) ?? [];
    const at = time
      ?.split(":")
      .map(Number)
      .reduce((sum, part) => sum * 60 + part, 0);
    if (at === undefined || at > seconds || points.length === MAX_SUMMARY_POINTS) others.push(line.trim());
    else points.push({ atMs: at * 1000, text: words!.trim().slice(0, MAX_POINT_LENGTH) });
  }
  return { points: points.toSorted((a, b) => a.atMs - b.atMs), others };
}

/** Those whose line did not change keep the exact moment that they had. */
export const withMoments = (points: readonly SummaryPoint[], before: readonly SummaryPoint[]): SummaryPoint[] =>
  points.map((point) => {
    const same = before.find(({ atMs }) => Math.floor(atMs / 1000) * 1000 === point.atMs);
    return same ? { ...point, atMs: same.atMs } : point;
  });
