import { WEEKDAYS } from "@tessera/contracts-core/day-names.ts";
import { addDays, weekdayOf } from "@tessera/contracts-core/days.ts";
import { ruleDays, ruleWords } from "./rule.ts";

/** How often something is due again: every `every` units, or on a weekday (0 is Sunday). */
export interface Repeat {
  every: number;
  unit: "day" | "week" | "month" | "year";
  weekday?: number;
  /** An RRULE (RFC 5545), where units and one weekday do not say it; `every` and `unit` are its own. */
  rule?: string;
  /** Counted from the day on which it was completed, not from the one on which it was due. */
  after?: "completion";
}

/** Most units of a repetition. */
export const MAX_REPEAT = 365;
/** Longest RRULE, in characters. */
export const MAX_RULE_LENGTH = 200;

const NUMBERS: Record<string, number> = { other: 2, two: 2, second: 2, three: 3, third: 3, four: 4, six: 6 };
const ALONE: Record<string, Repeat> = {
  daily: { every: 1, unit: "day" },
  weekly: { every: 1, unit: "week" },
  monthly: { every: 1, unit: "month" },
  yearly: { every: 1, unit: "year" },
};
const NAMES = Object.keys(WEEKDAYS).join("|");
const COUNT = String.raw`\d{1,3}(?:st|nd|rd|th)?|${Object.keys(NUMBERS).join("|")}`;
const DAY_LIST = `(?:${NAMES})s?(?:(?:, ?| and |, and )(?:${NAMES})s?)`;
const NTH = String.raw`\d{1,2}(?:st|nd|rd|th)`;
const OF_MONTH = "(?: of (?:the|each|every) month)?";
const UNIT = `day|week|month|year|quarter|${NAMES}`;
const EVERY = new RegExp(
  [
    String.raw`\bevery(?<strict>!)? (?:(?<workday>(?:week|work)day)s?`,
    `|(?:month on the )?(?<edge>first|last) day${OF_MONTH}`,
    `|(?:month on the )?(?<nth>${NTH}|first|last) (?<nthDay>${NAMES})${OF_MONTH}`,
    `|(?:month on the )?(?<date>${NTH})${OF_MONTH}(?! (?:${UNIT}))`,
    `|(?:(?<number>${COUNT}) )?weeks? on (?<on>${DAY_LIST}*)`,
    `|(?<days>${DAY_LIST}+)`,
    String.raw`|(?:(?<number2>${COUNT}) )?(?<unit>${UNIT})s?)(?![\p{L}\p{N}])|\b(?:daily|weekly|monthly|yearly)\b`,
  ].join(""),
  "giu",
);
const CODES = ["SU", "MO", "TU", "WE", "TH", "FR", "SA"];

/**
 * "every 3 months", "every other week", "every Friday", "every Mon and Thu", "every weekday", "every 15th", "every last
 * Friday", "daily"; with "every!" from its completion.
 */
export function readRepeat(line: string): { from: number; to: number; repeat: Repeat }[] {
  return [...line.matchAll(EVERY)].flatMap((match) => {
    const repeat = ALONE[match[0].toLowerCase()] ?? repeatOf(match.groups ?? {});
    if (!repeat || repeat.every < 1 || repeat.every > MAX_REPEAT) return [];
    const after = match.groups?.strict ? { after: "completion" as const } : {};
    return [{ from: match.index, to: match.index + match[0].length, repeat: { ...repeat, ...after } }];
  });
}

function repeatOf(said: Record<string, string | undefined>): Repeat | null {
  const { workday, edge, nth, nthDay, date, on, days, unit = "" } = said;
  const number = said.number ?? said.number2 ?? "";
  const every = number === "" ? 1 : (NUMBERS[number.toLowerCase()] ?? Number.parseInt(number, 10));
  if (workday) return { every: 1, unit: "week", rule: "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR" };
  if (edge) return onDate(edge.toLowerCase() === "last" ? -1 : 1);
  if (nth && nthDay) return ofTheMonth(nth.toLowerCase(), nthDay.toLowerCase());
  if (date) return onDate(Number.parseInt(date, 10));
  if (on || days) return onWeekdays(every, weekdaysIn(on ?? days ?? ""));
  if (unit.toLowerCase() === "quarter") return { every: 3 * every, unit: "month" };
  const weekday = WEEKDAYS[unit.toLowerCase()];
  return weekday === undefined
    ? { every, unit: unit.toLowerCase() as Repeat["unit"] }
    : { every, unit: "week", weekday };
}

/** @param date -1 is the last of a month */
const onDate = (date: number): Repeat | null =>
  date === -1 || (date >= 1 && date <= 31)
    ? { every: 1, unit: "month", rule: `FREQ=MONTHLY;BYMONTHDAY=${date}` }
    : null;

/** "last Friday", "1st Monday". */
function ofTheMonth(nth: string, day: string): Repeat | null {
  const number = nth === "last" ? -1 : nth === "first" ? 1 : Number.parseInt(nth, 10);
  if (number === 0 || number > 5) return null;
  return { every: 1, unit: "month", rule: `FREQ=MONTHLY;BYDAY=${number}${CODES[WEEKDAYS[day] ?? 0]}` };
}

function onWeekdays(every: number, weekdays: number[]): Repeat {
  const [first] = weekdays;
  if (weekdays.length === 1 && first !== undefined) return { every, unit: "week", weekday: first };
  const codes = weekdays.map((day) => CODES[day]).join(",");
  return { every, unit: "week", rule: `FREQ=WEEKLY;${every > 1 ? `INTERVAL=${every};` : ""}BYDAY=${codes}` };
}

/** Monday first. */
function weekdaysIn(text: string): number[] {
  const named = text.toLowerCase().split(/, and |, ?| and /);
  const days = named.map((name) => WEEKDAYS[name] ?? WEEKDAYS[name.replace(/s$/, "")]);
  return [...new Set(days.filter((day) => day !== undefined))].sort((a, b) => ((a + 6) % 7) - ((b + 6) % 7));
}

/** How often units of an RRULE are: what programs go by that know no rules. */
const UNITS: Record<string, Repeat["unit"]> = { DAILY: "day", WEEKLY: "week", MONTHLY: "month", YEARLY: "year" };

/** A text that is an RRULE itself: "FREQ=MONTHLY;BYDAY=-1FR". Whether it holds together, the service judges. */
export function repeatByRule(text: string): Repeat | null {
  const rule = text
    .trim()
    .replace(/^RRULE:/i, "")
    .toUpperCase();
  const unit = UNITS[/^FREQ=([A-Z]+)/.exec(rule)?.[1] ?? ""];
  if (!unit || rule.length > MAX_RULE_LENGTH || !RULE.test(rule)) return null;
  const every = Number(/;INTERVAL=(\d+)/.exec(rule)?.[1] ?? 1);
  return every >= 1 && every <= MAX_REPEAT ? { every, unit, rule } : null;
}
const PARTS = "INTERVAL|BYDAY|BYMONTHDAY|BYMONTH|BYSETPOS|BYYEARDAY|BYWEEKNO|WKST|UNTIL";
/** No COUNT: a card moves on, and with it where counting would begin. */
export const RULE = new RegExp(`^FREQ=(?:DAILY|WEEKLY|MONTHLY|YEARLY)(?:;(?:${PARTS})=[A-Z0-9,+-]+)*$`);

const DAY_NAMES = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

/** "every 3 months", "every Friday", "every! 3 days": what a chip and a row say, as it would be typed. */
export function repeatWords({ every, unit, weekday, rule, after }: Repeat): string {
  const word = after ? "every!" : "every";
  if (rule) {
    const said = ruleWords(rule);
    return said ? `${word} ${said}` : rule;
  }
  if (weekday !== undefined)
    return every === 1 ? `${word} ${DAY_NAMES[weekday]}` : `${word} ${every} weeks on ${DAY_NAMES[weekday]}`;
  return every === 1 ? `${word} ${unit}` : `${word} ${every} ${unit}s`;
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
export function firstDay(day: string, { weekday, rule }: Repeat): string {
  if (weekday !== undefined) return addDays(day, (weekday - weekdayOf(day) + 7) % 7);
  const named = rule && ruleDays(rule);
  if (!named) return day;
  for (let ahead = 0; ahead <= 366; ahead++) if (named(addDays(day, ahead))) return addDays(day, ahead);
  return day;
}

/**
 * The next day that something is due again: the first in the rhythm of the day that it was due on which lies after
 * today. What was missed meanwhile does not pile up. Of rules the service asks a library.
 */
export function nextDay(due: string, today: string, repeat: Repeat): string {
  const { weekday, every, after } = repeat;
  if (after) {
    if (weekday === undefined) return stepped(today, repeat, 1);
    return firstDay(addDays(today, 7 * (every - 1) + 1), repeat);
  }
  for (let count = 1; ; count++) {
    const next = stepped(due, repeat, count);
    if (next > today) return firstDay(next, repeat);
  }
}
