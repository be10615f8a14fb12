import { mergedSteps } from "./merge-steps.ts";
import { placesBefore, type Step } from "./same-steps.ts";

/** "a b* c": steps by their texts, a star for done. */
const steps = (words: string): Step[] =>
  words
    .split(" ")
    .filter(Boolean)
    .map((word) => ({ text: word.replace(/\*$/, "").replaceAll("_", ""), done: word.endsWith("*") }));
const words = (list: Step[] | null) => list?.map(({ text, done }) => text + (done ? "*" : "")).join(" ");

describe("the same steps of two lists", () => {
  it.each([
    ["a b c", "a b c", [0, 1, 2]],
    ["a c", "a b c", [0, null, 1]],
    ["a b c", "b a c", [1, 0, 2]],
    ["a b c", "a x c", [0, 1, 2]],
    ["_ a", "a a", [0, 1]],
    ["a a b", "a b", [0, 2]],
    ["a b c", "a x c d", [0, 1, 2, null]],
    ["a b c", "new a x y", [null, 0, 1, 2]],
    ["", "a", [null]],
  ])("%s, %s", (before, now, places) => {
    expect(placesBefore(steps(before), steps(now))).toEqual(places);
  });
});

describe("two sides of a checklist", () => {
  it.each([
    ["ticks of neighbours", "a b", "a* b", "a b*", "a* b*"],
    ["a tick and other words of the same step", "a b", "a* b", "x b", "x* b"],
    ["a move and a tick of what is moved", "a b c", "c a b", "a b c*", "c* a b"],
    ["what both add at the end", "a", "a mine", "a theirs", "a theirs mine"],
    ["what both add to an empty list", "", "mine", "theirs", "theirs mine"],
    ["a removal and a tick elsewhere", "a b c", "a b", "a* b c", "a* b"],
    ["a tick that both made", "a", "a*", "a*", "a*"],
    ["a step that both moved", "a b c d", "d a b c", "a d b c", "d a b c"],
  ])("become one: %s", (_, base, mine, theirs, both) => {
    expect(words(mergedSteps(steps(base), steps(mine), steps(theirs)))).toBe(both);
  });

  it.each([
    ["wrote other words over a step", "a b", "x b", "y b"],
    ["removed what the other renamed", "a b c", "a c", "a x c"],
    ["removed what the other ticked", "a b c", "a b* c", "a c"],
  ])("are a person's to choose from when they %s", (_, base, mine, theirs) => {
    expect(mergedSteps(steps(base), steps(mine), steps(theirs))).toBeNull();
  });

  it("never make more than a checklist holds", () => {
    const many = (count: number, word: string) => Array.from({ length: count }, (_, at) => `${word}${at}`).join(" ");
    expect(mergedSteps([], steps(many(120, "a")), steps(many(81, "b")))).toBeNull();
    expect(mergedSteps([], steps(many(120, "a")), steps(many(80, "b")))).toHaveLength(200);
  });
});
