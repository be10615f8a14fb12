import { describe, expect, it } from "@jest/globals";
import { mergedLines } from "./text-difference.ts";

describe("two versions of a text", () => {
  it.each([
    ["a\nb\nc", "A\nb\nc", "a\nb\nC", "A\nb\nC"],
    ["a\nb\nc", "a\nb\nc\nmine", "theirs\na\nb\nc", "theirs\na\nb\nc\nmine"],
    ["a", "a\nmine", "a\ntheirs", "a\ntheirs\nmine"],
    ["a\nb\nc\nd", "a\nc\nd", "a\nb\nc\nD", "a\nc\nD"],
    ["a\nb", "a\nx", "a\nx", "a\nx"],
    ["", "mine", "theirs", null],
    ["a\nb", "a\nmine", "a\ntheirs", null],
    ["a\nb\nc", "a\nc", "a\nB\nc", null],
  ])("of %j, %j and %j become %j", (base, mine, theirs, merged) => {
    expect(mergedLines(base, mine, theirs)).toBe(merged);
  });

  it("are one text in time where the texts are long", () => {
    const lines = Array.from({ length: 20_000 }, (_, n) => `line ${n}`);
    const mine = lines.with(10, "mine").join("\n");
    const theirs = lines.with(900, "theirs").join("\n");
    expect(mergedLines(lines.join("\n"), mine, theirs)).toBe(lines.with(10, "mine").with(900, "theirs").join("\n"));
  });

  it("are one text where each side wrote at another end of a long one, also when many lines are the same", () => {
    const lines = Array.from({ length: 20_000 }, (_, n) => ["## A heading", "", "What it says.", ""][n % 4]!);
    const merged = mergedLines(lines.join("\n"), ["mine", ...lines].join("\n"), [...lines, "theirs"].join("\n"));
    expect(merged).toBe(["mine", ...lines, "theirs"].join("\n"));
  });
});

/** Numbers that look random and are the same each time. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

interface Version {
  lines: string[];
  typed: string[];
  removed: Set<string>;
}

/** A text after some edits: lines put in, written over, taken away. Each line of it is one of a kind. */
function edited(base: readonly string[], who: string, random: (below: number) => number): Version {
  const lines = [...base];
  const typed: string[] = [];
  const removed = new Set<string>();
  for (let edit = random(6); edit >= 0; edit--) {
    const at = random(lines.length + 1);
    const line = `${who} ${edit} ${random(1000)}`;
    const gone = random(3) === 0 ? [] : lines.splice(at, 1);
    if (random(4) > 0) {
      lines.splice(at, 0, line);
      typed.push(line);
    }
    for (const one of gone) removed.add(one);
  }
  return { lines, typed: typed.filter((line) => lines.includes(line)), removed };
}

it("never lose a line that somebody typed, and bring none back that somebody removed, in 5,000 merges", () => {
  let merges = 0;
  for (let seed = 1; seed <= 5000; seed++) {
    const random = numbers(seed);
    const base = Array.from({ length: random(30) }, (_, n) => `base ${n}`);
    const [mine, theirs] = [edited(base, "mine", random), edited(base, "theirs", random)];
    const text = mergedLines(base.join("\n"), mine.lines.join("\n"), theirs.lines.join("\n"));
    if (text === null) continue;
    merges++;
    const lines = text.split("\n");
    const what = { seed, base, mine: mine.lines, theirs: theirs.lines, lines };
    for (const line of [...mine.typed, ...theirs.typed])
      expect({ ...what, line, kept: lines.includes(line) }).toMatchObject({ kept: true });
    for (const line of base) {
      const kept = !mine.removed.has(line) && !theirs.removed.has(line);
      expect({ ...what, line, kept: lines.includes(line) }).toMatchObject({ kept });
    }
    expect(new Set(lines).size).toBe(lines.length);
  }
  // Not all of them asked.
  expect(merges).toBeGreaterThan(500);
});
