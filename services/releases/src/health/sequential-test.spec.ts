import { describe, expect, it } from "@jest/globals";
import { binomial, random } from "../testing/simulated-rollout.ts";
import { NonInferiorityTest, nearestRate } from "./non-inferiority.ts";
import { evidenceOfWorse, logRatio, type Stretch } from "./sequential-test.ts";

const stretches = (seed: number, count: number, people: [number, number], bad: [number, number]): Stretch[] => {
  const next = random(seed);
  const draw = (of: 0 | 1) => ({ people: people[of], bad: binomial(next, people[of], bad[of]) });
  return Array.from({ length: count }, () => ({ candidate: draw(0), stable: draw(1) }));
};
/** The most evidence that somebody sees who looks after every fifth stretch. */
const peak = (all: Stretch[]) =>
  Math.max(...all.flatMap((_, index) => (index % 5 === 4 ? [evidenceOfWorse(all.slice(0, index + 1))] : [])));

describe("evidence of worse", () => {
  it.each([0.001, 0.02, 0.3])(
    "looked at twelve times, accuses an equal candidate in at most 1 of 100 rollouts (%p bad)",
    (p) => {
      const accused = Array.from({ length: 200 }, (_, seed) => peak(stretches(seed, 60, [2, 8], [p, p]))).filter(
        (evidence) => evidence >= 100,
      );
      expect(accused.length / 200).toBeLessThanOrEqual(0.01);
    },
  );

  it("does not accuse a better candidate", () => {
    for (let seed = 0; seed < 40; seed += 1) expect(peak(stretches(seed, 60, [5, 5], [0.01, 0.1]))).toBeLessThan(100);
  });

  it("accuses one that always fails after eight people of each side, in a ramp of four steps", () => {
    const failing = { candidate: { people: 1, bad: 1 }, stable: { people: 1, bad: 0 } };
    expect(evidenceOfWorse(Array(4).fill(failing))).toBeLessThan(4 / 0.005);
    expect(evidenceOfWorse(Array(8).fill(failing))).toBeGreaterThan(4 / 0.005);
  });

  it("finds one that fails for 10 % of people, where stable does for 1 %, within 500 people", () => {
    const found = Array.from({ length: 40 }, (_, seed) => peak(stretches(seed, 100, [5, 20], [0.1, 0.01]))).filter(
      (evidence) => evidence >= 100,
    );
    expect(found.length).toBeGreaterThan(36);
  });

  it("knows nothing from one release alone", () => {
    expect(evidenceOfWorse([])).toBe(1);
    expect(evidenceOfWorse([{ candidate: { people: 50, bad: 50 }, stable: { people: 0, bad: 0 } }])).toBe(1);
  });
});

describe("evidence of not worse by two points", () => {
  const MARGIN = 0.02;

  it.each([
    [1, 1, 0.01],
    [3, 8, 0.04],
    [9, 2, 0.001],
    [6, 6, 0.3],
  ])(
    "is an e-variable: of %p people and %p of stable, at %p, it is worth at most 1 when the candidate is that much worse",
    (c, s, rate) => {
      const nearest = nearestRate({ candidate: { people: c, bad: 0 }, stable: { people: s, bad: 0 } }, rate, MARGIN);
      for (let stable = 0; stable <= 0.98; stable += 0.07) {
        for (let candidate = stable + MARGIN; candidate <= 1; candidate += 0.09) {
          let expected = 0;
          for (let badC = 0; badC <= c; badC += 1) {
            for (let badS = 0; badS <= s; badS += 1) {
              const block = { candidate: { people: c, bad: badC }, stable: { people: s, bad: badS } };
              const chance = choose(c, badC, candidate) * choose(s, badS, stable);
              expected += chance * Math.exp(logRatio(block, rate, rate, nearest + MARGIN, nearest));
            }
          }
          expect(expected).toBeLessThanOrEqual(1 + 1e-6);
        }
      }
    },
  );

  it("grows as it says it will", () => {
    const test = new NonInferiorityTest(MARGIN);
    const seen = { candidate: { people: 0, bad: 0 }, stable: { people: 0, bad: 0 } };
    expect(test.missing(20, seen)).toBeNull();
    const hundred = { candidate: { people: 100, bad: 1 }, stable: { people: 100, bad: 1 } };
    test.add(hundred);
    const missing = test.missing(20, hundred)!;
    for (let people = 0; people < missing * 1.2; people += 100) test.add(hundred);
    expect(test.evidence).toBeGreaterThan(20);
    expect(missing).toBeGreaterThan(200);
  });
});

function choose(n: number, k: number, p: number): number {
  let chance = (1 - p) ** (n - k) * p ** k;
  for (let index = 0; index < k; index += 1) chance *= (n - index) / (index + 1);
  return chance;
}
