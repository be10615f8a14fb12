/** What pages reported in one stretch of time: page loads of each release, and how many of these were bad. */
export interface Stretch {
  candidate: { loads: number; bad: number };
  stable: { loads: number; bad: number };
}

/** How many times the odds of stable the candidate's odds of being bad might be. */
const ODDS_RATIOS = [1.5, 3, 10, 60];
/** Stable is taken to have had half a bad load in ten before anything is known. */
const PRIOR = { bad: 0.5, loads: 10 };

/**
 * Evidence (an e-value) against "the candidate is bad no more often than stable": under that hypothesis its expected value is at
 * most 1 at whatever moment one looks, so the chance that it ever reaches 1/α is at most α (Ville), however often one looks and
 * whenever one stops. The test of two proportions by Turner, Ly and Grünwald ("Generic E-variables for exact sequential k-sample
 * tests", 2021), averaged over a few odds ratios; decisions/003-sequential-test.md says why this one.
 *
 * `stretches` in the order of time; those of one release alone wait for the next that has both.
 */
export function evidenceOfWorse(stretches: Iterable<Stretch>): number {
  const logarithms = ODDS_RATIOS.map(() => 0);
  const past = { bad: PRIOR.bad, loads: PRIOR.loads };
  for (const { candidate, stable } of blocks(stretches)) {
    const ofStable = Math.min(Math.max(past.bad / past.loads, 1e-4), 0.9);
    for (const [index, ratio] of ODDS_RATIOS.entries()) {
      const odds = (ratio * ofStable) / (1 - ofStable);
      const ofCandidate = odds / (1 + odds);
      const alike = (candidate.loads * ofCandidate + stable.loads * ofStable) / (candidate.loads + stable.loads);
      logarithms[index]! +=
        logLikelihood(candidate, ofCandidate) +
        logLikelihood(stable, ofStable) -
        logLikelihood(candidate, alike) -
        logLikelihood(stable, alike);
    }
    past.bad += stable.bad;
    past.loads += stable.loads;
  }
  return logarithms.reduce((sum, logarithm) => sum + Math.exp(Math.min(logarithm, 600)), 0) / logarithms.length;
}

function* blocks(stretches: Iterable<Stretch>): Generator<Stretch> {
  let block = empty();
  for (const stretch of stretches) {
    for (const side of ["candidate", "stable"] as const) {
      block[side].loads += stretch[side].loads;
      block[side].bad += stretch[side].bad;
    }
    if (!block.candidate.loads || !block.stable.loads) continue;
    yield { candidate: bounded(block.candidate), stable: bounded(block.stable) };
    block = empty();
  }
}

const empty = (): Stretch => ({ candidate: { loads: 0, bad: 0 }, stable: { loads: 0, bad: 0 } });
/** An error may be reported in a later stretch than the load it belongs to. */
const bounded = ({ loads, bad }: { loads: number; bad: number }) => ({ loads, bad: Math.min(bad, loads) });
const logLikelihood = ({ loads, bad }: { loads: number; bad: number }, p: number) => bad * Math.log(p) + (loads - bad) * Math.log(1 - p);
