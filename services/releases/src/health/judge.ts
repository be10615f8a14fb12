import type { Health, ReleaseHealth, RolloutStep } from "@tessera/contracts-releases/releases.ts";
import { notGoodFrom, percentile75, VITAL_NAMES, type Vital } from "./bins.ts";
import type { Count } from "./health.store.ts";
import { evidenceOfWorse, type Stretch } from "./sequential-test.ts";

/** Chance that a candidate as good as stable is ever withdrawn: 1 in 100 for broken page loads, 1 in 100 for the three vitals together. */
const ENOUGH = { broken: 100, vital: 300 };
/** How many more of 100 page loads of the candidate may be broken while it counts as healthy. */
const MARGIN = 0.02;
/** Most points of a plot. */
const POINTS = 60;

export interface Judged {
  stable: string;
  candidate: string;
  gate: RolloutStep["gate"];
  from: Date;
  to: Date;
}

/** What the reports say about a candidate. Pure: the same counts give the same verdict. */
export function judge(counts: Count[], rollout: Judged): Health {
  const [stable, candidate] = [rollout.stable, rollout.candidate].map((id) => counts.filter((count) => count.release === id));
  const sums = { stable: healthOf(stable!), candidate: healthOf(candidate!) };
  return { ...verdict(counts, rollout, sums), ...sums, series: series(stable!, candidate!, rollout) };
}

function verdict(counts: Count[], rollout: Judged, { stable, candidate }: Record<"stable" | "candidate", ReleaseHealth>) {
  const say = (word: Health["verdict"], reason: string) => ({ verdict: word, reason });
  const broken = (health: ReleaseHealth) => `${health.broken} of ${health.loads}`;
  if (evidenceOfWorse(stretches(counts, rollout, loaded, (metric) => metric === "broken")) >= ENOUGH.broken)
    return say("worse", `Page loads were broken more often: ${broken(candidate)} with the candidate, ${broken(stable)} with stable.`);
  for (const vital of VITAL_NAMES) {
    const [bin, from] = [binIn(vital), notGoodFrom(vital)];
    const slow = stretches(
      counts,
      rollout,
      (metric) => bin(metric) !== null,
      (metric) => (bin(metric) ?? -1) >= from,
    );
    if (evidenceOfWorse(slow) >= ENOUGH.vital)
      return say(
        "worse",
        `${vital.toUpperCase()} is worse: ${shown(candidate[vital])} with the candidate, ${shown(stable[vital])} with stable.`,
      );
  }
  const { minLoads } = rollout.gate;
  if (candidate.loads < minLoads) return say("collecting", `${candidate.loads} of ${minLoads} page loads that the gate asks for.`);
  const rate = ({ broken, loads }: ReleaseHealth) => (loads ? broken / loads : 0);
  if (rate(candidate) > rate(stable) + MARGIN)
    return say("collecting", `${broken(candidate)} page loads were broken; too few to tell whether that is more than with stable.`);
  return say("healthy", `${candidate.loads} page loads, ${candidate.broken} broken: not worse than stable.`);
}

const loaded = (metric: string) => metric === "load";
const shown = (value: number | null) => (value === null ? "unknown" : value < 2 ? value.toFixed(2) : `${Math.round(value)} ms`);
/** The class in a metric's name, null for other metrics. */
const binIn = (vital: Vital) => (metric: string) => (metric.startsWith(`${vital}.`) ? Number(metric.slice(vital.length + 1)) : null);

/** Reports of signed-in people by the stretch they came in. */
function stretches(counts: Count[], rollout: Judged, isLoad: (metric: string) => boolean, isBad: (metric: string) => boolean): Stretch[] {
  const found = new Map<number, Stretch>();
  for (const { release, stretch, verified, metric, count } of counts) {
    if (!verified) continue;
    const at = stretch.getTime();
    const known = found.get(at) ?? { candidate: { loads: 0, bad: 0 }, stable: { loads: 0, bad: 0 } };
    found.set(at, known);
    const side = release === rollout.candidate ? known.candidate : known.stable;
    if (isLoad(metric)) side.loads += count;
    if (isBad(metric)) side.bad += count;
  }
  return [...found].sort(([a], [b]) => a - b).map(([, stretch]) => stretch);
}

function healthOf(counts: Count[]): ReleaseHealth {
  const sum = (wanted: string, verified = true) =>
    counts.reduce((total, { metric, count, verified: is }) => (metric === wanted && is === verified ? total + count : total), 0);
  const p75 = (vital: Vital) => {
    const bins = new Map<number, number>();
    for (const { metric, count, verified } of counts) {
      const bin = verified ? binIn(vital)(metric) : null;
      if (bin !== null) bins.set(bin, (bins.get(bin) ?? 0) + count);
    }
    return percentile75(vital, bins);
  };
  return {
    loads: sum("load"),
    failures: sum("failure"),
    errors: sum("error"),
    broken: sum("broken"),
    lcp: p75("lcp"),
    inp: p75("inp"),
    cls: p75("cls"),
    unverifiedLoads: sum("load", false),
    unverifiedBroken: sum("broken", false),
  };
}

function series(stable: Count[], candidate: Count[], { from, to }: Judged): Health["series"] {
  const span = Math.max((to.getTime() - from.getTime()) / 1000, 1);
  const seconds = Math.max(10, Math.ceil(span / POINTS / 10) * 10);
  const start = Math.floor(from.getTime() / (seconds * 1000)) * seconds * 1000;
  const within = (counts: Count[], at: number) =>
    healthOf(counts.filter(({ stretch }) => stretch.getTime() >= at && stretch.getTime() < at + seconds * 1000));
  const point = ({ loads, broken, lcp, inp, cls }: ReleaseHealth) => ({ loads, broken, lcp, inp, cls });
  const starts = Array.from(
    { length: Math.min(Math.ceil((to.getTime() - start + 1) / (seconds * 1000)), POINTS) },
    (_, index) => start + index * seconds * 1000,
  );
  return {
    seconds,
    points: starts.map((at) => ({
      at: new Date(at).toISOString(),
      stable: point(within(stable, at)),
      candidate: point(within(candidate, at)),
    })),
  };
}
