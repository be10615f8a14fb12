import { none, type Settled, StepEvidence } from "../health/step-evidence.ts";
import { type Group, verdictOf } from "../health/verdict.ts";

/** Mulberry32: numbers in [0, 1) that are the same at each run. */
export function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * How many of `count` are so, each independently with chance `p`; by the normal distribution where more than 50 are
 * expected.
 */
export function binomial(next: () => number, count: number, p: number): number {
  if (count <= 0 || p <= 0) return 0;
  if (p >= 1) return count;
  if (p > 0.5) return count - binomial(next, count, 1 - p);
  if (count * p > 50) {
    const normal = Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());
    return Math.min(Math.max(Math.round(count * p + normal * Math.sqrt(count * p * (1 - p))), 0), count);
  }
  let [found, at] = [0, -1];
  for (;;) {
    at += 1 + Math.floor(Math.log(1 - next()) / Math.log(1 - p)); // trials until the next one that is so
    if (at >= count) return found;
    found += 1;
  }
}

/** A product and its people, in shares from 0 to 1. */
export interface Scenario {
  people: number;
  /** Pages that somebody opens on a day. */
  views: number;
  /** First pages that are broken with either release. */
  broken: number;
  /** What the candidate adds to that. */
  worse: number;
  /** People whose pages are always broken: an extension, a proxy. */
  alwaysBroken: number;
  /** Pages that never report: closed at once, or telemetry is blocked. */
  silent: number;
  /** People on slow lines. */
  slow: number;
  steps: readonly { percent: number; holdSeconds: number; minPeople: number; margin: number | null }[];
  /**
   * Only in a contrast: first pages count for vitals as later ones do, whether their files came from the cache or not.
   */
  coldCounts?: boolean;
}

export const EVERYDAY: Scenario = {
  people: 20_000,
  views: 3,
  broken: 0.01,
  worse: 0,
  alwaysBroken: 0,
  silent: 0.05,
  slow: 0,
  steps: [1, 10, 50, 100].map((percent) => ({ percent, holdSeconds: 600, minPeople: 30, margin: 2 })),
};

/** Chance that the page of somebody on a slow line opens slower than is good: first view, later views; of others. */
const NOT_GOOD = { cold: 0.9, warm: 0.2, others: 0.02 };
/** A look at what was reported in this time, s. */
const TICK = 600;
const MAX_DAYS = 4;

export interface Ending {
  state: "promoted" | "aborted" | "waiting";
  hours: number;
  step: number;
  reason: string;
}

/** Runs a rollout as the health gate does: the same evidence and verdicts, by numbers of people instead of reports. */
export function simulate(scenario: Scenario, seed: number): Ending {
  const next = random(seed);
  const { steps, people } = scenario;
  const opens = 1 - Math.exp((-scenario.views / 86_400) * TICK);
  const troubled = binomial(next, people, scenario.alwaysBroken);
  const slow = binomial(next, people, scenario.slow);
  let [inside, insideTroubled, insideSlow, seconds] = [0, 0, 0, 0];
  let before: Group | null = null;
  for (const [index, step] of steps.entries()) {
    const added = binomial(next, people - inside, (step.percent / 100 - inside / people) / (1 - inside / people));
    const drawn = (left: number) => (people === inside ? 0 : binomial(next, left, added / (people - inside)));
    insideTroubled += drawn(troubled - insideTroubled);
    insideSlow += drawn(slow - insideSlow);
    inside += added;
    const isForAll = step.percent === 100;
    const evidence = new StepEvidence({
      steps: steps.length,
      isForAll,
      margin: steps[index + 1]?.percent === 100 ? step.margin : null,
    });
    const sides = {
      candidate: crowd(next, scenario, { people: inside, troubled: insideTroubled, slow: insideSlow }, true, opens),
      stable: crowd(
        next,
        scenario,
        { people: people - inside, troubled: troubled - insideTroubled, slow: slow - insideSlow },
        false,
        opens,
      ),
    };
    for (let held = TICK; ; held += TICK) {
      seconds += TICK;
      const [candidate, stable] = [sides.candidate.tick(), sides.stable.tick()];
      const settled: Settled = { broken: none(), silent: none(), vitals: { lcp: none() } };
      for (const [name, side] of [["candidate", candidate] as const, ["stable", stable] as const]) {
        settled.broken[name] = side.broken;
        settled.silent[name] = side.silent;
        settled.vitals.lcp![name] = side.lcp;
      }
      evidence.add(settled);
      const unknown = { candidate: null, stable: null };
      const standing = {
        candidate: sides.candidate.group,
        stable: isForAll && before ? before : sides.stable.group,
        lcp: unknown,
        inp: unknown,
        cls: unknown,
      };
      const { verdict, reason } = verdictOf(evidence, standing, { minPeople: step.minPeople, margin: step.margin });
      const end = (state: Ending["state"]): Ending => ({ state, hours: seconds / 3600, step: index, reason });
      if (verdict === "worse") return end("aborted");
      if (verdict === "healthy" && held >= step.holdSeconds) {
        if (index === steps.length - 1) return end("promoted");
        break;
      }
      if (seconds > MAX_DAYS * 86_400) return end("waiting");
    }
    before = sides.stable.group;
  }
  throw new Error("a ramp has steps");
}

interface Crowd {
  people: number;
  /** Of these: always broken; on a slow line. */
  troubled: number;
  slow: number;
}

/** The people of one release in one step: who opens a page for the first time, and what becomes of it. */
function crowd(
  next: () => number,
  scenario: Scenario,
  { people, troubled, slow }: Crowd,
  isCandidate: boolean,
  opens: number,
) {
  // Those whose pages always break are not worse off: all others bear the difference.
  const chanceOfBroken = scenario.broken + (isCandidate ? scenario.worse / (1 - scenario.alwaysBroken) : 0);
  const waiting = { troubled, others: people - troubled };
  const speed = { slow: { first: slow, second: 0 }, others: { first: people - slow, second: 0 } };
  const group: Group = { settled: 0, people: 0, broken: 0, given: 0, silent: 0, visitors: 0, visitorsBroken: 0 };
  const lcp = (who: keyof typeof speed) => {
    const line = speed[who];
    const [first, second] = [binomial(next, line.first, opens), binomial(next, line.second, opens)];
    line.first -= first;
    line.second += first - second;
    const chance = (kind: "cold" | "warm") => (who === "slow" ? NOT_GOOD[kind] : NOT_GOOD.others);
    return scenario.coldCounts
      ? { people: first, bad: binomial(next, first, chance(isCandidate ? "cold" : "warm")) }
      : { people: second, bad: binomial(next, second, chance("warm")) };
  };
  return {
    group,
    tick() {
      const [badCome, othersCome] = [binomial(next, waiting.troubled, opens), binomial(next, waiting.others, opens)];
      waiting.troubled -= badCome;
      waiting.others -= othersCome;
      const silent = binomial(next, badCome + othersCome, scenario.silent);
      const silentBad = binomial(next, silent, badCome / Math.max(badCome + othersCome, 1));
      const troubledReports = Math.max(badCome - silentBad, 0);
      const othersReport = Math.max(othersCome - (silent - silentBad), 0);
      const bad = troubledReports + binomial(next, othersReport, chanceOfBroken);
      const reports = troubledReports + othersReport;
      group.settled += reports;
      group.people += reports;
      group.broken += bad;
      group.given += badCome + othersCome;
      group.silent += silent;
      const [slowLines, others] = [lcp("slow"), lcp("others")];
      return {
        broken: { people: reports, bad },
        silent: { people: badCome + othersCome, bad: silent },
        lcp: { people: slowLines.people + others.people, bad: slowLines.bad + others.bad },
      };
    },
  };
}

/** Runs with different seeds: how they ended, in shares. */
export function endings(scenario: Scenario, runs: number, seed = 0) {
  const all = Array.from({ length: runs }, (_, index) => simulate(scenario, seed + index * 7919));
  const share = (state: Ending["state"]) => all.filter((ending) => ending.state === state).length / runs;
  const hours = all.map((ending) => ending.hours).sort((a, b) => a - b);
  return {
    promoted: share("promoted"),
    aborted: share("aborted"),
    waiting: share("waiting"),
    medianHours: hours[runs >> 1]!,
    all,
  };
}
