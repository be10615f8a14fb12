import { clamp, logRatio, SequentialTest, type Side, type Stretch } from "./sequential-test.ts";

/**
 * Evidence against "the candidate is bad at least `margin` more often than stable" (0.02: two points). Each block is
 * weighed by the rates that both releases had so far, taken together, against the nearest pair of rates that the
 * hypothesis allows: an e-variable because what it allows is convex; decisions/007-evidence.md has the proof.
 */
export class NonInferiorityTest extends SequentialTest {
  private logarithm = 0;
  private readonly margin: number;

  constructor(margin: number) {
    super();
    this.margin = margin;
  }

  protected take(block: Stretch): void {
    const rate = this.rate();
    const nearest = nearestRate(block, rate, this.margin);
    this.logarithm += logRatio(block, rate, rate, nearest + this.margin, nearest);
  }

  get evidence(): number {
    return Math.exp(clamp(this.logarithm, -600, 600));
  }

  /**
   * People of the candidate who are still missing until the evidence reaches `enough`, if both releases stay as bad as
   * they were and people come in the present proportion; null while nothing is known of both.
   */
  missing(enough: number, seen: Stretch): number | null {
    const { candidate, stable } = seen;
    if (!candidate.people || !stable.people) return null;
    const rate = this.rate();
    const one: Stretch = { candidate: share(1, rate), stable: share(stable.people / candidate.people, rate) };
    const nearest = nearestRate(one, rate, this.margin);
    const growth = logRatio(one, rate, rate, nearest + this.margin, nearest);
    return Math.max(1, Math.ceil((Math.log(enough) - this.logarithm) / growth));
  }

  private rate(): number {
    const { candidate, stable } = this.past;
    return clamp((candidate.bad + stable.bad) / (candidate.people + stable.people), 1e-3, 0.95 - this.margin);
  }
}

const share = (people: number, rate: number): Side => ({ people, bad: people * rate });

/**
 * Stable's rate in the pair (p + margin, p) that is nearest, by Kullback–Leibler divergence in the block, to (rate,
 * rate).
 */
export function nearestRate({ candidate, stable }: Stretch, rate: number, margin: number): number {
  let [low, high] = [0, 1 - margin];
  const pull = (people: number, p: number) => (people * (p - rate)) / (p * (1 - p));
  for (let round = 0; round < 40; round += 1) {
    const p = (low + high) / 2;
    if (pull(stable.people, p) + pull(candidate.people, p + margin) > 0) high = p;
    else low = p;
  }
  return (low + high) / 2;
}
