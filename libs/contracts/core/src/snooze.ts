import { addDays, dayOf, momentOf, weekdayOf } from "./days.ts";

export interface SnoozeTime {
  id: string;
  label: string;
  at: Date;
}

/** Hours at which a day's evening and morning begin for a snooze. */
const EVENING = 18;
const MORNING = 9;

/** Days to the same day of the next month; where it has none, to the last one it has. */
function daysToNextMonth(today: string): number {
  const [year, month, day] = today.split("-").map(Number) as [number, number, number];
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return (Date.UTC(year, month, Math.min(day, last)) - Date.UTC(year, month - 1, day)) / 86_400_000;
}

/** Of two times closer than this, ms, the later one says nothing new; nor does one so soon. */
const APART = 60 * 60_000;

/**
 * The times a person may put something off to, soonest first, by the clock of their time zone: at most six. Left out
 * are those that are past or nearly so, and those that mean the same morning as one before: on a Sunday "Next week" is
 * tomorrow.
 */
export function snoozeTimes(now: Date, zone?: string): SnoozeTime[] {
  const today = dayOf(now, zone);
  const at = (days: number, hour: number) =>
    momentOf(`${addDays(today, days)}T${String(hour).padStart(2, "0")}:00`, zone);
  const weekday = weekdayOf(today);
  const toSaturday = (6 - weekday + 7) % 7 || 7;
  const toMonday = (1 - weekday + 7) % 7 || 7;
  const atWeekend = weekday === 0 || weekday === 6;
  const times: SnoozeTime[] = [
    { id: "hours", label: "In three hours", at: new Date(now.getTime() + 3 * 60 * 60_000) },
    { id: "evening", label: "This evening", at: at(0, EVENING) },
    { id: "tomorrow", label: "Tomorrow morning", at: at(1, MORNING) },
    { id: "weekend", label: atWeekend ? "Next weekend" : "This weekend", at: at(toSaturday, MORNING) },
    { id: "week", label: "Next week", at: at(toMonday, MORNING) },
    { id: "month", label: "In a month", at: at(daysToNextMonth(today), MORNING) },
  ];
  return times
    .sort((a, b) => a.at.getTime() - b.at.getTime())
    .filter(({ at: moment }, index) => moment.getTime() - (times[index - 1]?.at.getTime() ?? now.getTime()) >= APART);
}
