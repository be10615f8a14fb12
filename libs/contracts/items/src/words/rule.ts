import { addDays, weekdayOf } from "@tessera/contracts-core/days.ts";

// What words say of an RRULE (RFC 5545), and which days they mean. The days of all other rules are the service's
// matter.

const CODES = ["SU", "MO", "TU", "WE", "TH", "FR", "SA"];
const NAMES = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
const WORKDAYS = "MO,TU,WE,TH,FR";

interface Parts {
  freq: string;
  every: number;
  /** Weekdays, with the number of each in its month. */
  days: { nth: number | null; weekday: number }[];
  dates: number[];
}

/** @returns null for rules that words do not say */
function partsOf(rule: string): Parts | null {
  const said = Object.fromEntries(rule.split(";").map((part) => part.split("=", 2))) as Record<string, string>;
  const { FREQ = "", INTERVAL = "1", BYDAY = "", BYMONTHDAY = "", WKST: _, ...more } = said;
  if (Object.keys(more).length > 0) return null;
  const days = BYDAY.split(",")
    .filter(Boolean)
    .map((day) => ({ nth: day.length > 2 ? Number(day.slice(0, -2)) : null, weekday: CODES.indexOf(day.slice(-2)) }));
  const dates = BYMONTHDAY.split(",").filter(Boolean).map(Number);
  return { freq: FREQ, every: Number(INTERVAL), days, dates };
}

const ordinal = (number: number) => {
  if (number === -1) return "last";
  const end = { one: "st", two: "nd", few: "rd", other: "th" } as Record<string, string>;
  return `${number}${end[new Intl.PluralRules("en", { type: "ordinal" }).select(number)] ?? "th"}`;
};
const list = (names: string[]) =>
  names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;

/** "Monday and Thursday", "2 weeks on Monday and Thursday", "15th", "last Friday"; null for what these do not say. */
export function ruleWords(rule: string): string | null {
  const parts = partsOf(rule);
  if (!parts) return null;
  const { freq, every, days, dates } = parts;
  if (freq === "WEEKLY" && days.length > 0 && dates.length === 0 && days.every(({ nth }) => nth === null)) {
    if (every === 1 && days.map(({ weekday }) => CODES[weekday]).join() === WORKDAYS) return "weekday";
    const names = list(days.map(({ weekday }) => NAMES[weekday] ?? ""));
    return every === 1 ? names : `${every} weeks on ${names}`;
  }
  if (freq !== "MONTHLY" || every !== 1 || days.length + dates.length !== 1) return null;
  const [day] = days;
  const [date] = dates;
  if (date !== undefined) return date === -1 ? "last day of the month" : date > 0 ? ordinal(date) : null;
  return day?.nth && (day.nth === -1 || day.nth > 0) ? `${ordinal(day.nth)} ${NAMES[day.weekday]}` : null;
}

/** Whether a day is one of the rule's, whatever its rhythm; null for rules that words do not say. */
export function ruleDays(rule: string): ((day: string) => boolean) | null {
  if (ruleWords(rule) === null) return null;
  const { days, dates } = partsOf(rule) as Parts;
  return (day) => {
    const date = Number(day.slice(8));
    const isLast = addDays(day, 1).slice(8) === "01";
    if (dates.length > 0) return dates.includes(date) || (isLast && dates.includes(-1));
    return days.some(({ nth, weekday }) => {
      if (weekdayOf(day) !== weekday) return false;
      return (
        nth === null || (nth === -1 ? addDays(day, 7).slice(5, 7) !== day.slice(5, 7) : Math.ceil(date / 7) === nth)
      );
    });
  };
}
