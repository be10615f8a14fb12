import { addDays, weekdayOf } from "@tessera/contracts-core/days.ts";

export type FirstWeekday = "sunday" | "monday" | "saturday";

const FIRST = { sunday: 0, monday: 1, saturday: 6 };

/** Six weeks of days ("2026-11-30") around the month of a day, each begun where the person's weeks begin. */
export function weeksAround(day: string, first: FirstWeekday = "monday"): string[][] {
  const begins = `${day.slice(0, 7)}-01`;
  const start = addDays(begins, -((weekdayOf(begins) - FIRST[first] + 7) % 7));
  return Array.from({ length: 6 }, (_, week) => Array.from({ length: 7 }, (_, at) => addDays(start, 7 * week + at)));
}

/** The same day of another month; the last one of a month that is too short. */
export function inMonth(day: string, months: number): string {
  const [year, month, date] = day.split("-").map(Number) as [number, number, number];
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + months, Math.min(date, last))).toISOString().slice(0, 10);
}

/** Where a key moves the day that has the focus; null for other keys. */
export function dayAfterKey(key: string, day: string, first: FirstWeekday = "monday"): string | null {
  const intoWeek = (weekdayOf(day) - FIRST[first] + 7) % 7;
  switch (key) {
    case "ArrowLeft":
      return addDays(day, -1);
    case "ArrowRight":
      return addDays(day, 1);
    case "ArrowUp":
      return addDays(day, -7);
    case "ArrowDown":
      return addDays(day, 7);
    case "Home":
      return addDays(day, -intoWeek);
    case "End":
      return addDays(day, 6 - intoWeek);
    case "PageUp":
      return inMonth(day, -1);
    case "PageDown":
      return inMonth(day, 1);
    default:
      return null;
  }
}
