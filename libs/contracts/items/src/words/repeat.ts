import { WEEKDAYS } from "@tessera/contracts-core/day-names.ts";
import { addDays, weekdayOf } from "@tessera/contracts-core/days.ts";

/** How often something is due again: every `every` units, or on a weekday (0 is Sunday). */
export interface Repeat {
  every: number;
  unit: "day" | "week" | "month" | "year";
  weekday?: number;
}

/** Most units of a repetition. */
export const MAX_REPEAT = 365;

const NUMBERS: Record<string, number> = { other: 2, two: 2, second: 2, three: 3, third: 3, four: 4, six: 6 };
const ALONE: Record<string, Repeat> = {
  daily: { every: 1, unit: "day" },
  weekly: { every: 1, unit: "week" },
  monthly: { every: 1, unit: "month" },
  yearly: { every: 1, unit: "year" },
};
const EVERY = new RegExp(
  String.raw`\bevery (?:(\d{1,3}|${Object.keys(NUMBERS).join("|")}) )?(day|week|month|year|${Object.keys(WEEKDAYS).join("|")})s?\b|\b(?:daily|weekly|monthly|yearly)\b`,
  "gi",
);

/** "every 3 months", "every other week", "every Friday", "daily". */
export function readRepeat(line: string): { from: number; to: number; repeat: Repeat }[] {
  return [...line.matchAll(EVERY)].flatMap((match) => {
    const [text, number = "", unit = ""] = match;
    const place = { from: match.index, to: match.index + text.length };
    const alone = ALONE[text.toLowerCase()];
    if (alone) return [{ ...place, repeat: alone }];
    const every = number === "" ? 1 : (NUMBERS[number.toLowerCase()] ?? Number(number));
    if (every < 1 || every > MAX_REPEAT) return [];
    const weekday = WEEKDAYS[unit.toLowerCase()];
    const repeat: Repeat =
      weekday === undefined ? { every, unit: unit.toLowerCase() as Repeat["unit"] } : { every, unit: "week", weekday };
    return [{ ...place, repeat }];
  });
}

const DAY_NAMES = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

/** "every 3 months", "every Friday": what a chip and a row say. */
export function repeatWords({ every, unit, weekday }: Repeat): string {
  if (weekday !== undefined)
    return every === 1 ? `every ${DAY_NAMES[weekday]}` : `every ${every} weeks on ${DAY_NAMES[weekday]}`;
  return every === 1 ? `every ${unit}` : `every ${every} ${unit}s`;
}

/** Days of a month, from 1. */
const daysIn = (year: number, month: number) => new Date(Date.UTC(year, month, 0)).getUTCDate();

/** The day `count` repetitions after `day`; the last of a month that is too short for it. */
function stepped(day: string, { every, unit }: Repeat, count: number): string {
  if (unit === "day") return addDays(day, every * count);
  if (unit === "week") return addDays(day, 7 * every * count);
  const [year, month, date] = day.split("-").map(Number) as [number, number, number];
  const months = month - 1 + (unit === "month" ? 1 : 12) * every * count;
  const [inYear, inMonth] = [year + Math.floor(months / 12), (months % 12) + 1];
  const last = Math.min(date, daysIn(inYear, inMonth));
  return `${String(inYear).padStart(4, "0")}-${String(inMonth).padStart(2, "0")}-${String(last).padStart(2, "0")}`;
}

/** The first day from `day` on that a repetition names. */
export const firstDay = (day: string, { weekday }: Repeat): string =>
  weekday === undefined ? day : addDays(day, (weekday - weekdayOf(day) + 7) % 7);

/**
 * The next day that something is due again: the first in the rhythm of the day that it was due on which lies after
 * today. What was missed meanwhile does not pile up.
 */
export function nextDay(due: string, today: string, repeat: Repeat): string {
  for (let count = 1; ; count++) {
    const next = stepped(due, repeat, count);
    if (next > today) return firstDay(next, repeat);
  }
}
