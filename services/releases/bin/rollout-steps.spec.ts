import { describe, expect, it } from "@jest/globals";
import { stepsOf } from "./rollout-steps.ts";

describe("steps of a rollout", () => {
  it("are read as they are typed", () => {
    expect(stepsOf("1, 10,0100", "10m", "30")).toEqual([
      { percent: 1, holdSeconds: 600, gate: { minLoads: 30 } },
      { percent: 10, holdSeconds: 600, gate: { minLoads: 30 } },
      { percent: 100, holdSeconds: 600, gate: { minLoads: 30 } },
    ]);
  });

  it("have the margin that is given, or none", () => {
    expect(stepsOf("100", "1s", "5", "0.5")[0]!.gate).toEqual({ minLoads: 5, margin: 0.5 });
    expect(stepsOf("100", "1s", "5", "none")[0]!.gate).toEqual({ minLoads: 5, margin: null });
    expect(() => stepsOf("100", "1s", "5", "few")).toThrow("--margin must be a number of points, or none");
  });

  it.each([
    ["10,1", "10m", "1"],
    ["0", "10m", "1"],
    ["101", "10m", "1"],
    ["ten", "10m", "1"],
    ["", "10m", "1"],
    ["10", "10", "1"],
    ["10", "10m", "-1"],
  ])("are refused as %p, %p, %p", (percents, hold, minLoads) =>
    expect(() => stepsOf(percents, hold, minLoads)).toThrow(/^--/),
  );
});
