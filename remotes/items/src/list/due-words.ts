import type { DaysAround, Region } from "./days-around.ts";

/** When a task is due, in a row: "Due today", "Due 4 Dec", "Overdue since 9 Apr". */
export function dueWords(iso: string, days: DaysAround, region: Region): string {
  const at = Date.parse(iso);
  if (at >= days.today && at < days.tomorrow) return "Due today";
  if (at >= days.tomorrow && at < days.dayAfterTomorrow) return "Due tomorrow";
  const date = formatOf(region).format(at);
  return at < days.today ? `Overdue since ${date}` : `Due ${date}`;
}

const formats = new Map<string, Intl.DateTimeFormat>();
function formatOf({ locale, timeZone }: Region): Intl.DateTimeFormat {
  const key = `${locale} ${timeZone}`;
  let format = formats.get(key);
  if (!format) {
    format = new Intl.DateTimeFormat(locale, { day: "numeric", month: "short", timeZone });
    formats.set(key, format);
  }
  return format;
}
