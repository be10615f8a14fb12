import type { Segment } from "@tessera/contracts-transcribe/recordings.ts";

/** Which sentences get a name: one, those from it on until somebody else speaks, or all of its speaker. */
export type Which = "one" | "following" | "everywhere";

/** The sentences that get a name with one of them, in the order of time. */
export function spokenWith(segments: readonly Segment[], segment: Segment, which: Which): readonly Segment[] {
  if (which === "one") return [segment];
  const own = segments.filter(({ speaker }) => speaker === segment.speaker);
  if (which === "everywhere") return own;
  const from = segments.findIndex(({ startMs }) => startMs === segment.startMs);
  const end = segments.findIndex(({ speaker }, at) => at > from && speaker !== segment.speaker);
  return segments.slice(from, end < 0 ? undefined : end);
}
