import { describe, expect, it } from "@jest/globals";
import type { Stretch } from "./sequential-test.ts";
import { none, StepEvidence } from "./step-evidence.ts";

const of = (candidate: [number, number], stable: [number, number]): Stretch => ({
  candidate: { people: candidate[0], bad: candidate[1] },
  stable: { people: stable[0], bad: stable[1] },
});
const evidence = (fields: Partial<ConstructorParameters<typeof StepEvidence>[0]> = {}) =>
  new StepEvidence({ steps: 4, isForAll: false, margin: null, ...fields });
const broken = (stretch: Stretch) => ({ broken: stretch, silent: none(), vitals: {} });

describe("a verdict", () => {
  it("takes five people of each release, however strong the evidence of fewer is", () => {
    const [few, lopsided] = [evidence(), evidence()];
    for (let person = 0; person < 4; person += 1) few.add(broken(of([1, 1], [99, 0])));
    expect(few.worse).toBeNull();
    few.add(broken(of([1, 1], [99, 0])));
    expect(few.worse).toBe("broken");
    for (let person = 0; person < 4; person += 1) lopsided.add(broken(of([99, 99], [1, 0])));
    expect(lopsided.worse).toBeNull();
  });

  it("takes more evidence the more steps share its chance", () => {
    const [short, long] = [evidence({ steps: 1 }), evidence({ steps: 20 })];
    for (const test of [short, long]) for (let pair = 0; pair < 7; pair += 1) test.add(broken(of([1, 1], [1, 0])));
    expect([short.worse, long.worse]).toEqual(["broken", null]);
  });

  it("is of silence and of slowness too, each by its own evidence", () => {
    const [silent, slow] = [evidence(), evidence()];
    for (let pair = 0; pair < 12; pair += 1) {
      silent.add({ broken: of([1, 0], [1, 0]), silent: of([1, 1], [1, 0]), vitals: {} });
      slow.add({ broken: of([1, 0], [1, 0]), silent: none(), vitals: { inp: of([1, 1], [1, 0]) } });
    }
    expect([silent.worse, slow.worse]).toEqual(["silent", "inp"]);
  });

  it("compares nothing while everybody has the candidate: it is worse when most people see it broken", () => {
    const [some, most] = [evidence({ isForAll: true }), evidence({ isForAll: true })];
    some.add(broken(of([200, 60], [20, 0])));
    most.add(broken(of([20, 18], [0, 0])));
    expect([some.worse, most.worse]).toEqual([null, "broken"]);
  });
});

describe("what is missing before everybody gets it", () => {
  it("is nothing without a margin, unknown without people, and fewer with each of them", () => {
    expect(evidence().missing).toBe(0);
    const test = evidence({ margin: 2 });
    expect(test.missing).toBeNull();
    test.add(broken(of([50, 0], [50, 0])));
    const before = test.missing!;
    test.add(broken(of([50, 0], [50, 0])));
    expect(test.missing).toBeLessThan(before);
    for (let more = 0; more < 30; more += 1) test.add(broken(of([50, 0], [50, 0])));
    expect(test.missing).toBe(0);
  });
});
