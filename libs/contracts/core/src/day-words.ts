import { MONTHS, WEEKDAYS } from "./day-names.ts";
import { addDays, dayOf, momentOf, weekdayOf } from "./days.ts";

/** A day, and a time of it where one was said. */
export interface Due {
  /** "2026-12-04" */
  day: string;
  /** "09:00"; null: any time of the day. */
  time: string | null;
}

/** The moment and the clock that words are read by. */
export interface DueWords {
  now: Date;
  timeZone?: string;
  /** Language that labels are written in. */
  locale?: string;
}

const names = (list: Record<string, number>) => Object.keys(list).join("|");
const TIME = String.raw`(?:at )?\d{1,2}:\d{2}(?: ?[ap]m)?|(?:at )?\d{1,2} ?[ap]m|at \d{1,2}|(?:at )?(?:noon|midnight)`;
/** An hour alone is one right after a day, before nothing that it could count: "tomorrow 9", not "Friday 9 guests". */
const HOUR = String.raw`\d{1,2}(?=\s*$|[,.;!?)]|\s+(?:[#@]|p[1-4]\b|every\b))`;
const DAY = [
  String.raw`(?<iso>\d{4}-\d{2}-\d{2})`,
  `(?<rel>today|tonight|tomorrow)`,
  String.raw`in (?<count>\d{1,3}|a|an|one|two|three) (?<unit>day|week|month|year)s?`,
  String.raw`(?<date>\d{1,2})(?:st|nd|rd|th)?\.? (?<month>${names(MONTHS)})\.?(?: (?<year>\d{4}))?`,
  String.raw`(?<month2>${names(MONTHS)})\.? (?<date2>\d{1,2})(?:st|nd|rd|th)?(?:,? (?<year2>\d{4}))?(?!:)`,
  `(?<next>next (?:week|month))`,
  `(?:(?:on|this|next) )?(?<weekday>${names(WEEKDAYS)})`,
].join("|");
const PATTERN = new RegExp(
  String.raw`(?<=^|[\s(])(?:(?:due|by|before|until|on) )?(?:(?:${DAY})(?:,? (?<clock>${TIME}|${HOUR}))?|(?<alone>at (?:${TIME.replaceAll("(?:at )?", "").replaceAll("|at ", "|")})))(?=$|[\s),.;:!?])`,
  "giu",
);
/** What "tonight" means. */
const EVENING = "20:00";
const COUNTS: Record<string, number> = { a: 1, an: 1, one: 1, two: 2, three: 3 };

/** The days that a line names, in their order: "tomorrow 9", "before 4 December", "Friday at 5 pm", "in two weeks". */
export function readDue(line: string, region: DueWords): { from: number; to: number; due: Due; label: string }[] {
  const today = dayOf(region.now, region.timeZone);
  return [...line.matchAll(PATTERN)].flatMap((match) => {
    const groups = match.groups ?? {};
    const day = groups.alone ? today : dayNamed(groups, today);
    const said = groups.alone ?? groups.clock;
    const clock = said === undefined ? null : clockOf(said.replace(/^at /i, ""));
    if (day === null || clock === undefined) return [];
    const time = clock ?? (groups.rel?.toLowerCase() === "tonight" ? EVENING : null);
    // Short names of weekdays ("sun", "sat") are words of other sentences as well: alone they need a capital.
    if (
      groups.weekday &&
      groups.weekday.length <= 4 &&
      !/^\p{Lu}|(?:on|next|this|by|before|due|until) /u.test(match[0])
    )
      return [];
    const due = { day, time };
    return [{ from: match.index, to: match.index + match[0].length, due, label: dueLabel(due, region) }];
  });
}

function dayNamed(groups: Record<string, string | undefined>, today: string): string | null {
  const { iso, rel, count, unit, next, weekday } = groups;
  if (iso) return isDay(iso) ? iso : null;
  if (rel) return rel.toLowerCase() === "tomorrow" ? addDays(today, 1) : today;
  if (count && unit) return later(today, COUNTS[count.toLowerCase()] ?? Number(count), unit.toLowerCase());
  if (next) return /week/i.test(next) ? addDays(today, (1 - weekdayOf(today) + 7) % 7 || 7) : later(today, 1, "month");
  if (weekday) return addDays(today, ((WEEKDAYS[weekday.toLowerCase()] ?? 0) - weekdayOf(today) + 7) % 7 || 7);
  const month = MONTHS[(groups.month ?? groups.month2 ?? "").toLowerCase()];
  const date = Number(groups.date ?? groups.date2);
  const year = groups.year ?? groups.year2;
  if (!month) return null;
  const dayIn = (inYear: number | string) =>
    `${inYear}-${String(month).padStart(2, "0")}-${String(date).padStart(2, "0")}`;
  // Without a year, the next day of that name.
  const thisYear = dayIn(year ?? today.slice(0, 4));
  const day = year || thisYear >= today ? thisYear : dayIn(Number(today.slice(0, 4)) + 1);
  return isDay(day) ? day : null;
}

const isDay = (day: string) => {
  const at = Date.parse(`${day}T00:00Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(day);
};

function later(day: string, count: number, unit: string): string {
  if (unit === "day") return addDays(day, count);
  if (unit === "week") return addDays(day, 7 * count);
  const [year, month, date] = day.split("-").map(Number) as [number, number, number];
  const months = month - 1 + (unit === "month" ? count : 12 * count);
  const last = new Date(Date.UTC(year, months + 1, 0)).getUTCDate();
  return new Date(Date.UTC(year, months, Math.min(date, last))).toISOString().slice(0, 10);
}

/** "9", "9:30", "5 pm", "noon" as a clock shows it; undefined for what no clock shows. */
function clockOf(text: string): string | undefined {
  if (/^noon$/i.test(text)) return "12:00";
  if (/^midnight$/i.test(text)) return "00:00";
  const [, hours = "", minutes = "00", half] = /^(\d{1,2})(?::(\d{2}))? ?([ap])?m?$/i.exec(text) ?? [];
  let hour = Number(hours);
  if (half) {
    if (hour < 1 || hour > 12) return undefined;
    hour = (hour % 12) + (half.toLowerCase() === "p" ? 12 : 0);
  }
  if (hours === "" || hour > 23 || Number(minutes) > 59) return undefined;
  return `${String(hour).padStart(2, "0")}:${minutes}`;
}

/** The moment that a due day begins, or its time: what is stored beside the day, and sorted by. */
export const momentOfDue = ({ day, time }: Due, timeZone?: string): Date =>
  momentOf(`${day}T${time ?? "00:00"}`, timeZone);

/** "Tomorrow, 09:00", "Fri, 4 Dec": what a chip says. */
export function dueLabel({ day, time }: Due, { now, timeZone, locale }: DueWords): string {
  const today = dayOf(now, timeZone);
  const named = day === today ? "Today" : day === addDays(today, 1) ? "Tomorrow" : null;
  const date = new Date(`${day}T12:00Z`).toLocaleDateString(locale, {
    ...{ weekday: "short", day: "numeric", month: "short", timeZone: "UTC" },
    ...(day.slice(0, 4) === today.slice(0, 4) ? {} : { year: "numeric" }),
  });
  const clock =
    time && new Date(`2000-01-01T${time}Z`).toLocaleTimeString(locale, { timeStyle: "short", timeZone: "UTC" });
  return [named ?? date, clock].filter(Boolean).join(", ");
}
