/** People of one release in one stretch of time, and how many of them had a bad first page. */
export interface Side {
  people: number;
  bad: number;
}
export interface Stretch {
  candidate: Side;
  stable: Side;
}

/** How many times the odds of stable the candidate's odds of being bad might be. */
const ODDS_RATIOS = [1.5, 3, 10, 60];
/** Before anything is known, stable is taken to have had half a bad page in ten. */
const PRIOR: Side = { people: 10, bad: 0.5 };

/** Takes stretches in the order of time. Those of one release alone wait for the next that has both. */
export abstract class SequentialTest {
  private block = empty();
  protected readonly past: Stretch = { candidate: { ...PRIOR }, stable: { ...PRIOR } };

  add(stretch: Stretch): void {
    for (const side of SIDES) addTo(this.block[side], stretch[side]);
    if (!this.block.candidate.people || !this.block.stable.people) return;
    this.take(this.block);
    for (const side of SIDES) addTo(this.past[side], this.block[side]);
    this.block = empty();
  }

  /**
   * An e-value: while the hypothesis holds, the chance that it ever reaches 1/α is at most α (Ville), however often one
   * looks and whenever one stops.
   */
  abstract get evidence(): number;
  protected abstract take(block: Stretch): void;
}

/**
 * Evidence against "the candidate is bad no more often than stable". The test of two proportions by Turner, Ly and
 * Grünwald ("Generic E-variables for exact sequential k-sample tests", 2021), averaged over a few odds ratios;
 * decisions/003-sequential-test.md.
 */
export class WorseTest extends SequentialTest {
  private readonly logarithms = ODDS_RATIOS.map(() => 0);

  protected take(block: Stretch): void {
    const ofStable = clamp(this.past.stable.bad / this.past.stable.people, 1e-4, 0.9);
    for (const [index, ratio] of ODDS_RATIOS.entries()) {
      const odds = (ratio * ofStable) / (1 - ofStable);
      const ofCandidate = odds / (1 + odds);
      const { candidate, stable } = block;
      const alike = (candidate.people * ofCandidate + stable.people * ofStable) / (candidate.people + stable.people);
      this.logarithms[index]! += logRatio(block, ofCandidate, ofStable, alike, alike);
    }
  }

  get evidence(): number {
    return (
      this.logarithms.reduce((sum, logarithm) => sum + Math.exp(Math.min(logarithm, 600)), 0) / this.logarithms.length
    );
  }
}

/** @returns the evidence after all stretches, in the order of time */
export function evidenceOfWorse(stretches: Iterable<Stretch>): number {
  const test = new WorseTest();
  for (const stretch of stretches) test.add(stretch);
  return test.evidence;
}

const SIDES = ["candidate", "stable"] as const;
const empty = (): Stretch => ({ candidate: { people: 0, bad: 0 }, stable: { people: 0, bad: 0 } });
const addTo = (sum: Side, { people, bad }: Side) => {
  sum.people += people;
  sum.bad += bad;
};
const logLikelihood = ({ people, bad }: Side, p: number) => bad * Math.log(p) + (people - bad) * Math.log1p(-p);

export const clamp = (value: number, least: number, most: number) => Math.min(Math.max(value, least), most);

/** Logarithm of how much likelier the block is with the first two rates than with the last two. */
export const logRatio = ({ candidate, stable }: Stretch, c1: number, s1: number, c0: number, s0: number) =>
  logLikelihood(candidate, c1) + logLikelihood(stable, s1) - logLikelihood(candidate, c0) - logLikelihood(stable, s0);
