import { addDays, dayOf } from "@tessera/contracts-core/days.ts";

/** In ms: the clocks of all zones differ by whole quarters of an hour, so one has one day. */
const QUARTER = 15 * 60_000;

/**
 * Names days of moments, in ISO 8601: "Today", "Yesterday", or the day in words. A name is made once for each quarter
 * of an hour, as making it costs more than drawing a row.
 * @param today as "2026-11-27"
 */
export function dayNames(today: string, locale: string | undefined, timeZone: string | undefined) {
  const names = new Map<number, string>();
  const nameOf = (at: Date) => {
    const day = dayOf(at, timeZone);
    if (day >= today) return "Today";
    if (day === addDays(today, -1)) return "Yesterday";
    return at.toLocaleDateString(locale, { weekday: "long", day: "numeric", month: "long", timeZone });
  };
  return (moment: string): string => {
    const quarter = Math.floor(Date.parse(moment) / QUARTER);
    let name = names.get(quarter);
    if (name === undefined) {
      name = nameOf(new Date(quarter * QUARTER));
      names.set(quarter, name);
    }
    return name;
  };
}
