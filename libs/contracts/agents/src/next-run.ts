import { addDays, dayOf, momentOf, wallTime, weekdayOf } from "@tessera/contracts-core/days.ts";
import type { Rhythm } from "./schedules.ts";

const MINUTE = 60_000;

/**
 * When a schedule runs next. A local time that does not exist becomes the first moment after it; of one that occurs
 * twice, the first counts.
 * @param time "08:00" @param after the run is later than this
 */
export function nextRun(
  { rhythm, time, timeZone }: { rhythm: Rhythm; time: string; timeZone: string },
  after: Date,
): Date {
  for (let day = dayOf(after, timeZone); ; day = addDays(day, 1)) {
    if (!isOn(rhythm, day)) continue;
    const at = existing(`${day}T${time}`, timeZone);
    if (at > after) return at;
  }
}

function isOn(rhythm: Rhythm, day: string): boolean {
  const weekday = weekdayOf(day);
  if (rhythm.every === "day") return true;
  if (rhythm.every === "weekday") return weekday >= 1 && weekday <= 5;
  if (rhythm.every === "week") return rhythm.days.includes(weekday);
  const date = Number(day.slice(8));
  const isLast = addDays(day, 1).endsWith("-01");
  return date === rhythm.day || (isLast && date < rhythm.day);
}

/** The moment of a local time, or of the jump over it. */
export function existing(wall: string, zone: string): Date {
  let at = momentOf(wall, zone);
  // `momentOf` lands past the gap: go back to where the clock jumped.
  if (wallTime(at, zone) !== wall)
    while (wallTime(new Date(at.getTime() - MINUTE), zone) > wall) at = new Date(at.getTime() - MINUTE);
  return at;
}
