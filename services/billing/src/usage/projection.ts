import { addDays, lastDay } from "./months.ts";

/** Days whose average is taken for each day left of the month. */
export const PACE_DAYS = 7;

/**
 * What the month will have used, and when a limit is reached: `used`, and for each day left the average of the last
 * seven days, today among them. One rule for what adds up and what is held.
 * @param recent sum of those seven days
 */
export function project(
  used: number,
  recent: number,
  today: string,
  stopAt: number | null,
): { projected: number; reachedOn: string | null } {
  const daysLeft = Number(lastDay(today.slice(0, 7)).slice(8)) - Number(today.slice(8));
  const projected = Math.max(0, Math.round(used + (recent * daysLeft) / PACE_DAYS));
  if (stopAt === null || used >= stopAt || recent <= 0 || projected < stopAt) return { projected, reachedOn: null };
  const days = Math.min(daysLeft, Math.ceil(((stopAt - used) * PACE_DAYS) / recent));
  return { projected, reachedOn: addDays(today, days) };
}
