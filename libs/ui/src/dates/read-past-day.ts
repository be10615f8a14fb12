import { MONTHS } from "@tessera/contracts-core/day-names.ts";
import { type DueWords, readDue } from "@tessera/contracts-core/day-words.ts";
import { addDays, dayOf } from "@tessera/contracts-core/days.ts";
import { inMonth } from "./month.ts";

const NAMED_MONTH = new RegExp(`\\b(?:${Object.keys(MONTHS).join("|")})\\b`, "i");

/**
 * The day that a text alone names, of what has happened: a weekday or a day without a year is the last one of that
 * name. Also numbers in the order of the person's language ("3.10.", "10/3/2026"). Null for anything else.
 */
export function readPastDay(text: string, region: DueWords): string | null {
  const line = text.trim();
  const today = dayOf(region.now, region.timeZone);
  if (/^yesterday$/i.test(line)) return addDays(today, -1);
  const [, count, unit] = /^(\d{1,3}|an?) (day|week|month|year)s? ago$/i.exec(line) ?? [];
  if (count && unit) return before(today, Number.parseInt(count, 10) || 1, unit.toLowerCase());
  const numbers = inNumbers(line, today, region.locale);
  if (numbers) return numbers;
  const last = line.replace(/^last /i, "");
  const [found] = readDue(last, region);
  if (found?.from !== 0 || found.to !== last.length || found.due.time) return null;
  const { day } = found.due;
  if (/\d{4}/.test(last) || day <= today) return day;
  if (NAMED_MONTH.test(last)) return inMonth(day, -12);
  // "Friday", but "next Friday", "tomorrow" and "in two weeks" say themselves that they are to come.
  return /^(?:next|this|in|tomorrow|tonight)\b/i.test(last) ? day : addDays(day, -7);
}

function before(today: string, count: number, unit: string): string {
  if (unit === "day") return addDays(today, -count);
  if (unit === "week") return addDays(today, -7 * count);
  return inMonth(today, unit === "month" ? -count : -12 * count);
}

/** "3.10.", "3/10/26", "10/3/2026": in the order in which the language writes day, month and year. */
function inNumbers(line: string, today: string, locale: string | undefined): string | null {
  const numbers = /^(\d{1,4})[./-](\d{1,2})(?:[./-](\d{2,4})?)?$/.exec(line)?.slice(1).filter(Boolean) ?? [];
  if (numbers.length < 2) return null;
  const order = new Intl.DateTimeFormat(locale, { calendar: "gregory", numberingSystem: "latn" })
    .formatToParts(0)
    .flatMap(({ type }) => (type === "day" || type === "month" || type === "year" ? type : []));
  const named = order.filter((part) => part !== "year" || numbers.length === 3);
  const said = Object.fromEntries(named.map((part, at) => [part, Number(numbers[at])]));
  const year = said.year === undefined ? Number(today.slice(0, 4)) : said.year < 100 ? 2000 + said.year : said.year;
  const dayIn = (inYear: number) => iso(inYear, said.month ?? 0, said.day ?? 0);
  const day = dayIn(year);
  return said.year === undefined && day !== null && day > today ? dayIn(year - 1) : day;
}

function iso(year: number, month: number, day: number): string | null {
  const at = new Date(Date.UTC(year, month - 1, day));
  const isReal = at.getUTCFullYear() === year && at.getUTCMonth() === month - 1 && at.getUTCDate() === day;
  return isReal ? at.toISOString().slice(0, 10) : null;
}
