import type { DaysAround, Region } from "./days-around.ts";

/** When a task is due, in a row: "Due today", "Due 4 Dec", "Overdue since 9 Apr". */
export function dueWords(iso: string, days: DaysAround, region: Region): string {
  const at = Date.parse(iso);
  if (at >= days.today && at < days.tomorrow) return "Due today";
  if (at >= days.tomorrow && at < days.dayAfterTomorrow) return "Due tomorrow";
  const date = formatOf(region).format(at);
  return at < days.today ? `Overdue since ${date}` : `Due ${date}`;
}

export const isOverdue = (iso: string, days: DaysAround): boolean => Date.parse(iso) < days.today;

/** When a snoozed card comes back: "until 18:00", "until tomorrow, 09:00", "until Mon, 30 Nov, 09:00". */
export function wakeWords(iso: string, days: DaysAround, region: Region): string {
  const at = Date.parse(iso);
  const clock = formatOf(region, CLOCK).format(at);
  if (at < days.tomorrow) return `until ${clock}`;
  if (at < days.dayAfterTomorrow) return `until tomorrow, ${clock}`;
  return `until ${formatOf(region, DAY).format(at)}, ${clock}`;
}

const DATE = { day: "numeric", month: "short" } as const;
const DAY = { weekday: "short", ...DATE } as const;
const CLOCK = { timeStyle: "short" } as const;

const formats = new Map<string, Intl.DateTimeFormat>();
function formatOf({ locale, timeZone }: Region, fields: Intl.DateTimeFormatOptions = DATE): Intl.DateTimeFormat {
  const key = `${locale} ${timeZone} ${Object.keys(fields)}`;
  let format = formats.get(key);
  if (!format) {
    format = new Intl.DateTimeFormat(locale, { ...fields, timeZone });
    formats.set(key, format);
  }
  return format;
}
