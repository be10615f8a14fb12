import type { Every } from "@tessera/contracts-finance/recurring.ts";

/** Days on which something is due: `anchor` (YYYY-MM-DD) is one of them, the others follow from it. */
export interface Cadence {
  every: Every;
  anchor: string;
}

const DAY_MS = 86_400_000;
const DAYS: Partial<Record<Every, number>> = { week: 7, fortnight: 14 };
const MONTHS: Partial<Record<Every, number>> = { month: 1, quarter: 3, year: 12 };
/** Days that a payment may be early or late: banks book on working days, and people pay by hand. */
export const TOLERANCE: Record<Every, number> = { week: 2, fortnight: 3, month: 5, quarter: 10, year: 15 };
export const EVERY: readonly Every[] = ["week", "fortnight", "month", "quarter", "year"];

const numberOf = (day: string) => Date.parse(day) / DAY_MS;
const dayOf = (number: number) => new Date(number * DAY_MS).toISOString().slice(0, 10);
const monthNumber = (day: string) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1;

/** Days from one to the other. */
export const daysBetween = (from: string, to: string): number => numberOf(to) - numberOf(from);
export const addDays = (day: string, count: number): string => dayOf(numberOf(day) + count);

/** The day that is `place` intervals after the anchor; the 31st is the last day of a shorter month. */
export function dueAt({ every, anchor }: Cadence, place: number): string {
  const days = DAYS[every];
  if (days) return dayOf(numberOf(anchor) + place * days);
  const month = monthNumber(anchor) + place * MONTHS[every]!;
  const [year, of] = [Math.floor(month / 12), month % 12];
  const last = new Date(Date.UTC(year, of + 1, 0)).getUTCDate();
  return new Date(Date.UTC(year, of, Math.min(Number(anchor.slice(8)), last))).toISOString().slice(0, 10);
}

/** How many intervals after the anchor the nearest due day of a day is, and how many days it is off. */
export function nearest(cadence: Cadence, day: string): { place: number; off: number } {
  const days = DAYS[cadence.every];
  if (days) {
    const distance = daysBetween(cadence.anchor, day);
    const place = Math.round(distance / days);
    return { place, off: Math.abs(distance - place * days) };
  }
  const about = Math.round((monthNumber(day) - monthNumber(cadence.anchor)) / MONTHS[cadence.every]!);
  return [about - 1, about, about + 1]
    .map((place) => ({ place, off: Math.abs(daysBetween(dueAt(cadence, place), day)) }))
    .reduce((best, one) => (one.off < best.off ? one : best));
}
