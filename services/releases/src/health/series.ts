import type { Health } from "@tessera/contracts-releases/releases.ts";
import type { Judged, Reports } from "./judge.ts";
import { healthOf, type SideName } from "./release-health.ts";

/** Most points of a plot. */
const MAX_POINTS = 60;

/** What the whole rollout was like over time. */
export function seriesOf({ uses, speeds }: Reports, { from, to }: Judged): Health["series"] {
  const span = Math.max((to.getTime() - from.getTime()) / 1000, 1);
  const seconds = Math.max(10, Math.ceil(span / MAX_POINTS / 10) * 10);
  const width = seconds * 1000;
  const start = Math.floor(from.getTime() / width) * width;
  const within = <T extends { stretch: Date; candidate: boolean }>(counts: T[], at: number, side: SideName) =>
    counts.filter(
      ({ stretch, candidate }) =>
        stretch.getTime() >= at && stretch.getTime() < at + width && candidate === (side === "candidate"),
    );
  const point = (at: number, side: SideName) => {
    const { loads, broken, lcp, inp, cls } = healthOf(within(uses, at, side), within(speeds, at, side), {
      pages: 0,
      pageErrors: 0,
    });
    return { loads, broken, lcp, inp, cls };
  };
  const starts = Array.from(
    { length: Math.min(Math.ceil((to.getTime() - start + 1) / width), MAX_POINTS) },
    (_, index) => start + index * width,
  );
  return {
    seconds,
    points: starts.map((at) => ({
      at: new Date(at).toISOString(),
      stable: point(at, "stable"),
      candidate: point(at, "candidate"),
    })),
  };
}
