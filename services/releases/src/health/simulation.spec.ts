import { describe, expect, it } from "@jest/globals";
import { EVERYDAY, endings } from "../testing/simulated-rollout.ts";

/**
 * 20,000 people, three pages a day, 1 % broken with either release, the ramp 1, 10, 50, 100. Seeded: the same figures
 * at each run.
 */
describe("the default ramp", () => {
  it("brings a release that is two points worse to everybody in at most 5 % of runs", () => {
    expect(endings({ ...EVERYDAY, worse: 0.02 }, 300).promoted).toBeLessThanOrEqual(0.05);
    expect(endings({ ...EVERYDAY, worse: 0.02, alwaysBroken: 0.03 }, 150).promoted).toBeLessThanOrEqual(0.05);
    expect(endings({ ...EVERYDAY, worse: 0.02, people: 5_000 }, 150).promoted).toBeLessThanOrEqual(0.05);
  });

  it("would bring it to nearly half if it did not wait for evidence", () => {
    const steps = EVERYDAY.steps.map((step) => ({ ...step, margin: null }));
    expect(endings({ ...EVERYDAY, worse: 0.02, steps }, 100).promoted).toBeGreaterThan(0.2);
  });

  it("brings an unchanged release to everybody, and aborts it in at most 1 % of runs", () => {
    const { promoted, aborted } = endings(EVERYDAY, 200);
    expect(aborted).toBeLessThanOrEqual(0.01);
    expect(promoted).toBeGreaterThan(0.9);
  });

  it("aborts it no more often with 3 % of people whose pages always fail and 20 % on slow lines", () => {
    const { promoted, aborted } = endings({ ...EVERYDAY, alwaysBroken: 0.03, slow: 0.2 }, 200);
    expect(aborted).toBeLessThanOrEqual(0.01);
    expect(promoted).toBeGreaterThan(0.9);
  });

  it("would abort it nearly always if first views, with files from the network, counted for vitals", () => {
    expect(endings({ ...EVERYDAY, slow: 0.2, coldCounts: true }, 50).aborted).toBeGreaterThan(0.9);
  });

  it("aborts none that is held at 100 % for a day, with 5 % of transient failures", () => {
    const steps = [50, 100].map((percent) => ({
      percent,
      holdSeconds: percent === 100 ? 86_400 : 600,
      minPeople: 30,
      margin: 2,
    }));
    const { promoted, aborted } = endings({ ...EVERYDAY, broken: 0.05, alwaysBroken: 0.03, steps }, 100);
    expect(aborted).toBeLessThanOrEqual(0.01);
    expect(promoted).toBeGreaterThan(0.9);
  });

  it("aborts one that breaks half of the pages within an hour", () => {
    const { aborted, medianHours } = endings({ ...EVERYDAY, worse: 0.5 }, 50);
    expect(aborted).toBe(1);
    expect(medianHours).toBeLessThan(1);
  });
});
