import type { Every } from "@tessera/contracts-finance/recurring.ts";
import { type Cadence, daysBetween, dueAt, EVERY, nearest, TOLERANCE } from "./cadence.ts";

/** A transaction; `amount` in minor units. */
export interface Occurrence {
  id: string;
  date: string;
  amount: number;
}
export interface Payment extends Occurrence {
  /** The day on which it was due. */
  due: string;
}
/** Payments of one payee that recur, the latest last. */
export interface Series extends Cadence {
  payments: Payment[];
}

/** Payments that it takes; one more where their amounts differ. */
const ENOUGH: Record<Every, number> = { week: 4, fortnight: 4, month: 3, quarter: 3, year: 2 };
/** Share of the due days, between the first payment and the last, on which one came. */
const COVERED = 0.75;
/** One payment in so many may be off: late, of another amount, or a second one for the same day. */
const ODD_ONE_IN = 8;
/** Share by which an amount may differ from the one before it, and that within which amounts are about one price. */
const DIFFERS = 0.4;
const SAME = 0.02;
/** Days of payments that are tried as the day on which all of them are due. */
const ANCHORS = 12;
/** Prices of one payee that are looked at, those of the most payments. */
const MAX_PRICES = 20;

export const isNear = (a: number, b: number, share = DIFFERS): boolean =>
  a < 0 === b < 0 && Math.abs(a - b) <= share * Math.max(Math.abs(a), Math.abs(b));

/**
 * What recurs among the transactions of one payee in one account, given by day. First all of them as one series, whose
 * price may change; else each price separately: somebody may have two subscriptions at one shop.
 */
export function findSeries(occurrences: readonly Occurrence[]): Series[] {
  const ways = [occurrences.filter(({ amount }) => amount < 0), occurrences.filter(({ amount }) => amount > 0)];
  return ways.flatMap((all) => {
    const whole = fit(all);
    return whole ? [whole] : byPrice(all);
  });
}

function byPrice(all: readonly Occurrence[]): Series[] {
  const prices: Occurrence[][] = [];
  for (const one of all.toSorted((a, b) => Math.abs(a.amount) - Math.abs(b.amount))) {
    const last = prices.at(-1);
    if (last && isNear(last.at(-1)!.amount, one.amount, SAME)) last.push(one);
    else prices.push([one]);
  }
  if (prices.length < 2) return [];
  const most = prices.toSorted((a, b) => b.length - a.length).slice(0, MAX_PRICES);
  const found = most.flatMap((price) => fit(price.toSorted(byDay)) ?? []);
  return joinPrices(found.toSorted((a, b) => byDay(a.payments[0]!, b.payments[0]!)));
}

const byDay = (a: Occurrence, b: Occurrence) => (a.date < b.date ? -1 : a.date > b.date ? 1 : a.id < b.id ? -1 : 1);

/** A price that ends where another one begins has changed. */
function joinPrices(found: readonly Series[]): Series[] {
  const joined: Series[] = [];
  for (const next of found) {
    const at = joined.findIndex((series) => {
      const [end, begin] = [series.payments.at(-1)!, next.payments[0]!];
      const gap = nearest(series, begin.date).place - nearest(series, end.date).place;
      return series.every === next.every && gap >= 1 && gap <= 2 && isNear(end.amount, begin.amount);
    });
    const both = at < 0 ? null : fit([...joined[at]!.payments, ...next.payments]);
    if (both) joined[at] = both;
    else joined.push(next);
  }
  return joined;
}

/** All of them as one series with the shortest interval that they fit. */
function fit(all: readonly Occurrence[]): Series | null {
  for (const every of EVERY) {
    const series = all.length >= ENOUGH[every] ? fitEvery(all, every) : null;
    if (series) return series;
  }
  return null;
}

function fitEvery(all: readonly Occurrence[], every: Every): Series | null {
  const odd = Math.floor(all.length / ODD_ONE_IN);
  const isSteady = all.every(({ amount }) => amount === all[0]!.amount);
  const differing = all.filter(({ amount }, at) => at > 0 && !isNear(amount, all[at - 1]!.amount));
  // A single odd amount differs from the one before it, and the next one from it.
  if (differing.length > 2 * odd) return null;
  const cadence = { every, anchor: bestAnchor(all, every) };
  const payments = place(cadence, all);
  const first = nearest(cadence, payments[0]?.due ?? cadence.anchor).place;
  const last = nearest(cadence, payments.at(-1)?.due ?? cadence.anchor).place;
  if (payments.length < ENOUGH[every] + (isSteady ? 0 : 1)) return null;
  const off = payments.reduce((sum, { date, due }) => sum + Math.abs(daysBetween(date, due)), 0) / payments.length;
  // Days have to say more where amounts say less.
  if (!isSteady && off > TOLERANCE[every] / 3) return null;
  if (all.length - payments.length > odd || payments.length / (last - first + 1) < COVERED) return null;
  return { ...cadence, payments };
}

/** The day from which all are the least days off; of equal ones the newest. */
function bestAnchor(all: readonly Occurrence[], every: Every): string {
  let best = { anchor: all.at(-1)!.date, off: Number.POSITIVE_INFINITY };
  for (const { date } of all.slice(-ANCHORS)) {
    let off = 0;
    for (const one of all) off += Math.min(nearest({ every, anchor: date }, one.date).off, 2 * TOLERANCE[every]);
    if (off <= best.off) best = { anchor: date, off };
  }
  return best.anchor;
}

/** Each to the due day that it is near, one a day: the nearest one. Those that are near none are left out. */
function place(cadence: Cadence, all: readonly Occurrence[]): Payment[] {
  const taken = new Map<number, { payment: Payment; off: number }>();
  for (const { id, date, amount } of all) {
    const { place: at, off } = nearest(cadence, date);
    const before = taken.get(at);
    if (off > TOLERANCE[cadence.every] || (before && before.off <= off)) continue;
    taken.set(at, { payment: { id, date, amount, due: dueAt(cadence, at) }, off });
  }
  return [...taken].sort(([a], [b]) => a - b).map(([, { payment }]) => payment);
}

/**
 * Which transactions are payments of what the person confirmed or ignored: near its due days, and of an amount near the
 * one before. `known`: the newest payment that is known. `next`: what the person says that those after it cost.
 */
export function follow(
  cadence: Cadence,
  known: { date: string; amount: number },
  all: readonly Occurrence[],
  next = known.amount,
): Payment[] {
  const near = all.filter(({ date }) => nearest(cadence, date).off <= TOLERANCE[cadence.every]);
  const later = near.filter(({ date }) => date > known.date);
  const earlier = near.filter(({ date }) => date <= known.date).toReversed();
  const taken = new Map<number, Payment>();
  for (const way of [earlier, later]) {
    let expected = way === later ? next : known.amount;
    for (const [at, own] of Map.groupBy(way, ({ date }) => nearest(cadence, date).place)) {
      const fitting = own.filter(({ amount }) => isNear(amount, expected));
      if (!fitting.length || taken.has(at)) continue;
      const off = (amount: number) => Math.abs(amount - expected);
      const best = fitting.reduce((a, b) => (off(b.amount) < off(a.amount) ? b : a));
      taken.set(at, { id: best.id, date: best.date, amount: best.amount, due: dueAt(cadence, at) });
      expected = best.amount;
    }
  }
  return [...taken].sort(([a], [b]) => a - b).map(([, payment]) => payment);
}

/** Of payments, the latest last: what the next one will be, and whether amounts differ too much to be a price. */
export function priceOf(payments: readonly Payment[]): { amount: number; varies: boolean } {
  const last = payments.slice(-6).map(({ amount }) => amount);
  const steps = payments.filter(({ amount }, at) => at > 0 && amount !== payments[at - 1]!.amount).length;
  const varies = steps * 3 > payments.length;
  const sorted = last.toSorted((a, b) => a - b);
  return { amount: varies ? sorted[Math.floor((sorted.length - 1) / 2)]! : last.at(-1)!, varies };
}
