import type { ReleaseHealth } from "@tessera/contracts-releases/releases.ts";
import { percentile75, type Vital } from "./bins.ts";
import type { PageSums } from "./health.store.ts";
import type { SpeedCount, UseCount } from "./observation.store.ts";

export type SideName = "stable" | "candidate";

export const sum = <T>(counts: T[], value: (count: T) => number) =>
  counts.reduce((total, count) => total + value(count), 0);

/** One release in figures. */
export function healthOf(uses: UseCount[], speeds: SpeedCount[], pages: PageSums): ReleaseHealth {
  const known = uses.filter((count) => count.known);
  const visitors = uses.filter((count) => !count.known);
  return {
    loads: sum(known, ({ people }) => people),
    failures: sum(known, ({ failures }) => failures),
    errors: sum(known, ({ errors }) => errors),
    hangs: sum(known, ({ hangs }) => hangs),
    broken: sum(known, ({ broken }) => broken),
    silent: sum(known, ({ silent }) => silent),
    ...pages,
    lcp: p75(speeds, "lcp"),
    inp: p75(speeds, "inp"),
    cls: p75(speeds, "cls"),
    unverifiedLoads: sum(visitors, ({ people }) => people),
    unverifiedBroken: sum(visitors, ({ broken }) => broken),
  };
}

function p75(speeds: SpeedCount[], vital: Vital): number | null {
  const bins = new Map<number, number>();
  for (const { [vital]: bin, count } of speeds) if (bin !== null) bins.set(bin, (bins.get(bin) ?? 0) + count);
  return percentile75(vital, bins);
}
