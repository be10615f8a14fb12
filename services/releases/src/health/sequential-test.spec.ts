import { describe, expect, it } from "@jest/globals";
import { evidenceOfWorse, type Stretch } from "./sequential-test.ts";

/** Mulberry32: numbers in [0, 1) that are the same at each run. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const draw = (next: () => number, loads: number, p: number) => ({
  loads,
  bad: Array.from({ length: loads }, next).filter((value) => value < p).length,
});
const stretches = (seed: number, count: number, loads: [number, number], bad: [number, number]): Stretch[] => {
  const next = random(seed);
  return Array.from({ length: count }, () => ({ candidate: draw(next, loads[0], bad[0]), stable: draw(next, loads[1], bad[1]) }));
};
/** The most evidence that somebody sees who looks after every fifth stretch. */
const peak = (all: Stretch[]) =>
  Math.max(...all.flatMap((_, index) => (index % 5 === 4 ? [evidenceOfWorse(all.slice(0, index + 1))] : [])));

describe("sequential test", () => {
  it.each([0.001, 0.02, 0.3])("looked at twelve times, accuses an equal candidate in at most 1 of 100 rollouts (%p bad)", (p) => {
    const accused = Array.from({ length: 200 }, (_, seed) => peak(stretches(seed, 60, [2, 8], [p, p]))).filter(
      (evidence) => evidence >= 100,
    );
    expect(accused.length / 200).toBeLessThanOrEqual(0.01);
  });

  it("does not accuse a better candidate", () => {
    for (let seed = 0; seed < 40; seed += 1) expect(peak(stretches(seed, 60, [5, 5], [0.01, 0.1]))).toBeLessThan(100);
  });

  it("accuses one that always fails after six page loads", () => {
    const failing = { candidate: { loads: 1, bad: 1 }, stable: { loads: 1, bad: 0 } };
    expect(evidenceOfWorse(Array(3).fill(failing))).toBeLessThan(100);
    expect(evidenceOfWorse(Array(6).fill(failing))).toBeGreaterThan(100);
  });

  it("finds one that fails in 10 % of its loads, where stable does in 1 %, within 500 loads", () => {
    const found = Array.from({ length: 40 }, (_, seed) => peak(stretches(seed, 100, [5, 20], [0.1, 0.01]))).filter(
      (evidence) => evidence >= 100,
    );
    expect(found.length).toBeGreaterThan(36);
  });

  it("knows nothing from one release alone", () => {
    expect(evidenceOfWorse([])).toBe(1);
    expect(evidenceOfWorse([{ candidate: { loads: 50, bad: 50 }, stable: { loads: 0, bad: 0 } }])).toBe(1);
  });
});
