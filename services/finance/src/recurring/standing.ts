import type { Every } from "@tessera/contracts-finance/recurring.ts";
import { addDays, type Cadence, daysBetween, dueAt, nearest, TOLERANCE } from "./cadence.ts";
import type { Payment } from "./find-series.ts";

/** Due days that are named as missed. */
const MAX_MISSED = 12;
/** Due days in a row on which nothing came: then it has ended. */
const ENDS_AFTER = 2;

interface Known extends Cadence {
  /** The latest last. */
  payments: readonly Payment[];
  settled: readonly string[];
}

/**
 * Which one comes next, and on which days none came. A payment is waited for as long as it may be late. @param today
 * YYYY-MM-DD
 */
export function standingOf(row: Known, today: string): { due: string | null; missed: string[] } {
  const { every, payments, settled } = row;
  const places = new Set([...payments.map(({ due }) => due), ...settled].map((due) => nearest(row, due).place));
  const [first, last] = [Math.min(...places), Math.max(...places)];
  if (!places.size) {
    // Nothing is known but the day that the person said.
    const { place } = nearest(row, today);
    const due = dueAt(row, Math.max(place, 0));
    return { due: isPast(due, every, today) ? dueAt(row, Math.max(place, 0) + 1) : due, missed: [] };
  }
  const missed: string[] = [];
  for (let place = last; place > first && missed.length < MAX_MISSED; place--)
    if (!places.has(place)) missed.push(dueAt(row, place));
  const due = dueAt(row, last + 1);
  if (isPast(dueAt(row, last + ENDS_AFTER), every, today)) return { due: null, missed };
  return { due, missed: isPast(due, every, today) ? [due, ...missed] : missed };
}

/** Nothing that comes now would be a payment of that day. */
export const isPast = (due: string, every: Every, today: string): boolean => addDays(due, TOLERANCE[every]) < today;

/** Days up to and with `until` on which one is expected; one that is late, but not past waiting, counts today. */
export function expectedDays(row: Known, today: string, until: string): string[] {
  const { due } = standingOf(row, today);
  if (due === null) return [];
  const days: string[] = [];
  for (let { place } = nearest(row, due); dueAt(row, place) <= until; place++) {
    const day = dueAt(row, place);
    if (!isPast(day, row.every, today)) days.push(day < today ? today : day);
  }
  return days;
}

/** When a price became another one, the newest first. */
export const changesOf = (payments: readonly Payment[]): { date: string; from: number; to: number }[] =>
  payments
    .flatMap(({ date, amount }, at) => {
      const from = payments[at - 1]?.amount ?? amount;
      return from === amount ? [] : [{ date, from, to: amount }];
    })
    .toReversed();

const EACH: Record<Every, string> = {
  ...{ week: "one a week", fortnight: "one every two weeks", month: "one a month", quarter: "one a quarter" },
  year: "one a year",
};

/** How it was found and what is expected, in sentences. */
export function whyOf(row: Known & { varies: boolean; own_amount: string | null }): string {
  const { every, payments, varies } = row;
  const off = Math.max(0, ...payments.map(({ date, due }) => Math.abs(daysBetween(date, due))));
  const days = off === 0 ? "on the day" : off === 1 ? "at most a day off" : `at most ${off} days off`;
  const found = `${payments.length} ${payments.length === 1 ? "payment" : "payments"}, ${EACH[every]}, ${days}.`;
  if (row.own_amount !== null) return `${found} You set the amount that is expected.`;
  if (varies) return `${found} Amounts differ: the median of the last ${Math.min(6, payments.length)} is expected.`;
  const changed = changesOf(payments).length;
  const price = changed === 0 ? "never changed" : changed === 1 ? "changed once" : `changed ${changed} times`;
  return `${found} The amount ${price}; the last one is expected again.`;
}
