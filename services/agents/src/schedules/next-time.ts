import { nextRun } from "@tessera/contracts-agents/next-run.ts";
import type { Rhythm } from "@tessera/contracts-agents/schedules.ts";
import { nextOfPattern } from "./pattern.ts";

/** When a schedule runs. */
export interface When {
  rhythm: Rhythm;
  time_of_day: string;
  time_zone: string;
  pattern: string | null;
  /** Day from which an RRULE counts. */
  anchor: string;
}

/** The next time after a moment; null where the pattern names none. */
export function nextTime({ rhythm, time_of_day: time, time_zone: timeZone, pattern, anchor }: When, after: Date) {
  if (pattern === null) return nextRun({ rhythm, time, timeZone }, after);
  return nextOfPattern({ pattern, time, timeZone, anchor }, after);
}

/** What is written of it: a schedule without a next time has ended, and is paused. */
export function standingAt(
  when: When,
  after: Date,
): { next_at: string | null; ended: boolean; paused: "person" | null } {
  const next = nextTime(when, after);
  return { next_at: next?.toISOString() ?? null, ended: next === null, paused: next ? null : "person" };
}
