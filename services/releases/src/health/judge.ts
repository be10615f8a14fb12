import type { Health, RolloutStep } from "@tessera/contracts-releases/releases.ts";
import { notGoodFrom, VITAL_NAMES } from "./bins.ts";
import type { PageSums } from "./health.store.ts";
import type { SpeedCount, UseCount } from "./observation.store.ts";
import { healthOf, type SideName, sum } from "./release-health.ts";
import { seriesOf } from "./series.ts";
import { DEFAULT_MARGIN_POINTS, none, type Settled, StepEvidence } from "./step-evidence.ts";
import { type Standing, verdictOf } from "./verdict.ts";

export interface Judged {
  steps: RolloutStep[];
  step: number;
  from: Date;
  to: Date;
}

/** What is known of a rollout's people. */
export interface Reports {
  uses: UseCount[];
  speeds: SpeedCount[];
  pages: Record<SideName, PageSums>;
}

/** What the reports say about a candidate. Pure: the same counts give the same verdict. */
export function judge(reports: Reports, rollout: Judged): Health {
  const { step, steps } = rollout;
  const gate = steps[step]!.gate;
  const isForAll = steps[step]!.percent === 100;
  const margin =
    steps[step + 1]?.percent === 100 ? (gate.margin === undefined ? DEFAULT_MARGIN_POINTS : gate.margin) : null;
  const evidence = new StepEvidence({ steps: steps.length, isForAll, margin });
  const uses = reports.uses.filter((count) => count.step === step);
  const speeds = reports.speeds.filter((count) => count.step === step);
  for (const settled of settledStretches(uses, speeds)) evidence.add(settled);
  const health = (side: SideName) => healthOf(of(uses, side), of(speeds, side), reports.pages[side]);
  const [stable, candidate] = [health("stable"), health("candidate")];
  // With everybody on the candidate, what stable was like is known of the step before.
  const before = isForAll ? reports.uses.filter((count) => count.step === step - 1) : uses;
  const standing: Standing = {
    candidate: groupOf(of(uses, "candidate")),
    stable: groupOf(of(before, "stable")),
    lcp: { candidate: candidate.lcp, stable: stable.lcp },
    inp: { candidate: candidate.inp, stable: stable.inp },
    cls: { candidate: candidate.cls, stable: stable.cls },
  };
  return {
    ...verdictOf(evidence, standing, { minPeople: gate.minLoads, margin }),
    stable,
    candidate,
    series: seriesOf(reports, rollout),
  };
}

const of = <T extends { candidate: boolean }>(counts: T[], side: SideName) =>
  counts.filter(({ candidate }) => candidate === (side === "candidate"));

/** What is settled of people who are judged by, in the order of time. */
function settledStretches(uses: UseCount[], speeds: SpeedCount[]): Settled[] {
  const stretches = new Map<number, Settled>();
  const at = (time: Date) => {
    const known = stretches.get(time.getTime()) ?? { broken: none(), silent: none(), vitals: {} };
    stretches.set(time.getTime(), known);
    return known;
  };
  for (const { known, candidate, stretch, settled, settledBroken, given, silent } of uses) {
    if (!known) continue;
    const side = candidate ? "candidate" : "stable";
    const entry = at(stretch);
    entry.broken[side] = { people: settled, bad: settledBroken };
    entry.silent[side] = { people: given, bad: silent };
  }
  for (const speed of speeds) {
    for (const vital of VITAL_NAMES) {
      if (speed[vital] === null) continue;
      const { vitals } = at(speed.stretch);
      vitals[vital] ??= none();
      const side = vitals[vital][speed.candidate ? "candidate" : "stable"];
      side.people += speed.count;
      if (speed[vital] >= notGoodFrom(vital)) side.bad += speed.count;
    }
  }
  return [...stretches].sort(([a], [b]) => a - b).map(([, settled]) => settled);
}

function groupOf(uses: UseCount[]) {
  const [known, visitors] = [uses.filter((count) => count.known), uses.filter((count) => !count.known)];
  return {
    settled: sum(known, ({ settled }) => settled),
    people: sum(known, ({ people }) => people),
    broken: sum(known, ({ broken }) => broken),
    given: sum(known, ({ given }) => given),
    silent: sum(known, ({ silent }) => silent),
    visitors: sum(visitors, ({ people }) => people),
    visitorsBroken: sum(visitors, ({ broken }) => broken),
  };
}
