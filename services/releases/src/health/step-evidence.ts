import { VITAL_NAMES, type Vital } from "./bins.ts";
import { NonInferiorityTest } from "./non-inferiority.ts";
import { type Side, type Stretch, WorseTest } from "./sequential-test.ts";

/**
 * Chance that a release as good as stable is ever withdrawn for this; with three vitals 1 in 100 together, whatever the
 * ramp.
 */
export const CHANCE = { broken: 0.005, silent: 0.002, vital: 0.001 };
/** Chance that a release which is worse by the gate's margin goes to everybody. */
const CHANCE_OF_WORSE = 0.05;
/** A verdict needs so many people of each release. */
export const MIN_PEOPLE = 5;
/** A margin of points that a gate does not name. */
export const DEFAULT_MARGIN_POINTS = 2;

export interface StepRules {
  /** Number of steps of the ramp: they share the chances. */
  steps: number;
  /** Everybody has the candidate: there is no stable release to compare it with. */
  isForAll: boolean;
  /** Points; null where nothing is to be ruled out before the next step. */
  margin: number | null;
}

/** What was settled in one stretch of time. */
export interface Settled {
  broken: Stretch;
  silent: Stretch;
  vitals: Partial<Record<Vital, Stretch>>;
}

export type Worse = "broken" | "silent" | Vital;

/**
 * The evidence of one step. Each step begins with none: the same people come again in the next, so evidence of two must
 * not be multiplied.
 */
export class StepEvidence {
  private readonly broken = new WorseTest();
  private readonly silent = new WorseTest();
  private readonly vitals = new Map(VITAL_NAMES.map((vital) => [vital, new WorseTest()]));
  private readonly notWorse: NonInferiorityTest | null;
  private readonly seen = { broken: none(), silent: none() };
  private readonly seenVitals = new Map(VITAL_NAMES.map((vital) => [vital, none()]));
  private mostlyBroken = 0;

  private readonly rules: StepRules;

  constructor(rules: StepRules) {
    this.rules = rules;
    this.notWorse = rules.margin === null ? null : new NonInferiorityTest(rules.margin / 100);
  }

  add({ broken, silent, vitals }: Settled): void {
    this.broken.add(broken);
    this.silent.add(silent);
    this.notWorse?.add(broken);
    count(this.seen.broken, broken);
    count(this.seen.silent, silent);
    this.mostlyBroken += logOfMostlyBroken(broken.candidate);
    for (const vital of VITAL_NAMES) {
      const stretch = vitals[vital];
      if (!stretch) continue;
      this.vitals.get(vital)!.add(stretch);
      count(this.seenVitals.get(vital)!, stretch);
    }
  }

  /** What the candidate is worse in than stable, beyond doubt; null while there is doubt. */
  get worse(): Worse | null {
    const { steps, isForAll } = this.rules;
    const proved = (evidence: number, chance: number) => evidence >= steps / chance;
    if (isForAll) {
      const { people } = this.seen.broken.candidate;
      return people >= MIN_PEOPLE && proved(Math.exp(Math.min(this.mostlyBroken, 600)), CHANCE.broken)
        ? "broken"
        : null;
    }
    if (enough(this.seen.broken) && proved(this.broken.evidence, CHANCE.broken)) return "broken";
    if (enough(this.seen.silent) && proved(this.silent.evidence, CHANCE.silent)) return "silent";
    for (const [vital, test] of this.vitals)
      if (enough(this.seenVitals.get(vital)!) && proved(test.evidence, CHANCE.vital)) return vital;
    return null;
  }

  /**
   * People of the candidate who are missing until it is ruled out that it is worse by the margin: 0 when it is, null
   * when unknown.
   */
  get missing(): number | null {
    if (!this.notWorse) return 0;
    const wanted = 1 / CHANCE_OF_WORSE;
    return this.notWorse.evidence >= wanted ? 0 : this.notWorse.missing(wanted, this.seen.broken);
  }
}

/** Evidence against "at most half of the people have a broken page", for a release that breaks for nearly all. */
const logOfMostlyBroken = ({ people, bad }: Side) => bad * Math.log(0.95 / 0.5) + (people - bad) * Math.log(0.05 / 0.5);

export const none = (): Stretch => ({ candidate: { people: 0, bad: 0 }, stable: { people: 0, bad: 0 } });
const enough = ({ candidate, stable }: Stretch) => Math.min(candidate.people, stable.people) >= MIN_PEOPLE;

export function count(sum: Stretch, { candidate, stable }: Stretch): void {
  for (const [into, from] of [
    [sum.candidate, candidate],
    [sum.stable, stable],
  ] as const) {
    into.people += from.people;
    into.bad += from.bad;
  }
}
