/**
 * Bounds between the classes that page's measurements are counted in; the first named bound is "good" as web.dev/vitals
 * says.
 */
export const VITALS = {
  /** Largest contentful paint, ms. */
  lcp: { good: 2500, bounds: [250, 500, 750, 1000, 1250, 1500, 2000, 2500, 3000, 4000, 5000, 6000, 8000, 12000] },
  /** Interaction to next paint, ms. */
  inp: { good: 200, bounds: [25, 50, 75, 100, 150, 200, 300, 400, 500, 700, 1000, 2000] },
  /** Cumulative layout shift. */
  cls: { good: 0.1, bounds: [0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.2, 0.25, 0.5, 1] },
} as const;
export type Vital = keyof typeof VITALS;
export const VITAL_NAMES = Object.keys(VITALS) as Vital[];

/** Index of the class a value belongs to: 0 up to and including the first bound. */
export function binOf(vital: Vital, value: number): number {
  const { bounds } = VITALS[vital];
  const index = bounds.findIndex((bound) => value <= bound);
  return index === -1 ? bounds.length : index;
}

/** Index of the first class that is not good. */
export const notGoodFrom = (vital: Vital) =>
  (VITALS[vital].bounds as readonly number[]).indexOf(VITALS[vital].good) + 1;

/** 75th percentile of what was counted, between the bounds of its class; null of nothing. */
export function percentile75(vital: Vital, counts: ReadonlyMap<number, number>): number | null {
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  if (!total) return null;
  const { bounds } = VITALS[vital];
  let left = total * 0.75;
  for (let bin = 0; bin <= bounds.length; bin += 1) {
    const count = counts.get(bin) ?? 0;
    if (count && left <= count) {
      const from = bin === 0 ? 0 : bounds[bin - 1]!;
      const to = bounds[bin] ?? from * 1.5;
      return from + (to - from) * (left / count);
    }
    left -= count;
  }
  return bounds.at(-1)!;
}
