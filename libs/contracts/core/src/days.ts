// Days and wall clocks of a time zone (IANA name; left out: the zone of the machine). Made of Intl alone, for pages and
// services.

const formats = new Map<string, Intl.DateTimeFormat>();

/** @throws RangeError when there is no such zone */
function clockOf(zone: string): Intl.DateTimeFormat {
  let format = formats.get(zone);
  if (!format) {
    const digits = "2-digit" as const;
    // In Swedish, dates are written as ISO does.
    format = new Intl.DateTimeFormat("sv-SE", {
      ...{ timeZone: zone, hourCycle: "h23", calendar: "iso8601", numberingSystem: "latn" },
      ...{ year: "numeric", month: digits, day: digits, hour: digits, minute: digits },
    });
    formats.set(zone, format);
  }
  return format;
}

export function isTimeZone(name: string): boolean {
  try {
    return /^[A-Za-z]/.test(name) && clockOf(name).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}

/** What a clock in the zone shows: "2026-04-09T16:05". */
export const wallTime = (at: Date, zone?: string): string =>
  zone === undefined ? machineTime(at) : clockOf(zone).format(at).replace(" ", "T");

/** The machine knows its own clock without a format, whose making costs a page a millisecond. */
function machineTime(at: Date): string {
  const two = (number: number) => String(number).padStart(2, "0");
  const day = `${String(at.getFullYear()).padStart(4, "0")}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  return `${day}T${two(at.getHours())}:${two(at.getMinutes())}`;
}

/** The day of the zone that a moment is in: "2026-04-09". */
export const dayOf = (at: Date, zone?: string): string => wallTime(at, zone).slice(0, 10);

/** "2026-03-31" and 1: "2026-04-01". */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00Z`) + days * DAY).toISOString().slice(0, 10);

/** 0 is Sunday. */
export const weekdayOf = (day: string): number => new Date(`${day}T00:00Z`).getUTCDay();

const DAY = 86_400_000;

/**
 * The moment at which a clock in the zone shows this ("2026-04-09T16:05"): the first of two where the clock is set
 * back; where it is set forward over it, the moment after as much of the gap. What is no wall clock gives an invalid
 * date.
 */
export function momentOf(wall: string, zone?: string): Date {
  if (zone === undefined) return new Date(wall);
  const utc = Date.parse(`${wall}Z`);
  if (Number.isNaN(utc)) return new Date(Number.NaN);
  // No zone changes its clock twice within two days, so one of the differences of the days around holds.
  const before = utc - differenceAt(utc - DAY, zone);
  const after = utc - differenceAt(utc + DAY, zone);
  const showing = [before, after].filter((at) => wallTime(new Date(at), zone) === wall.slice(0, 16));
  return new Date(showing.length > 0 ? Math.min(...showing) : before);
}

/** The first moment of a day. */
export const startOfDay = (day: string, zone?: string): Date => momentOf(`${day}T00:00`, zone);

/** By how many ms a clock in the zone is ahead of UTC. */
const differenceAt = (at: number, zone: string): number => {
  const minute = Math.floor(at / 60_000) * 60_000;
  return Date.parse(`${wallTime(new Date(minute), zone)}Z`) - minute;
};
