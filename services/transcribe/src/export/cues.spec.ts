import type { Segment } from "@tessera/contracts-transcribe/recordings.ts";
import { cuesOf } from "./cues.ts";

/** A segment whose words take half a second each. */
function segment(text: string, startMs = 1000): Segment {
  const words = text.split(" ").map((word, at) => ({
    ...{ text: word, startMs: startMs + at * 500, endMs: startMs + at * 500 + 500, confidence: 0.9, heard: null },
  }));
  const endMs = words.at(-1)!.endMs;
  return { startMs, endMs, text, heard: text, confidence: 0.9, edited: false, speaker: null, words };
}

const LONG =
  "If the reader will excuse me, I will say nothing of my antecedents, nor of the circumstances which led me to leave my native country; the narrative would be tedious to him and painful to myself.";

test("a long segment becomes subtitles of two short lines that follow its words and end where a clause does", () => {
  const { words, endMs } = segment(LONG);
  const cues = cuesOf(segment(LONG));
  expect(cues.map(({ lines }) => lines.join(" "))).toEqual([
    "If the reader will excuse me, I will say nothing of my antecedents,",
    "nor of the circumstances which led me to leave my native country;",
    "the narrative would be tedious to him and painful to myself.",
  ]);
  for (const { lines } of cues) {
    expect(lines.length).toBeLessThanOrEqual(2);
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(42);
  }
  // Each is there until the next one.
  expect(cues.map((cue) => cue.startMs)).toEqual([1000, words[13]!.startMs, words[25]!.startMs]);
  expect(cues.map((cue) => cue.endMs)).toEqual([words[13]!.startMs, words[25]!.startMs, endMs]);
});

test("what fits is one subtitle, as is what has no words of its own, and no word is lost that is longer than a line", () => {
  expect(cuesOf(segment("Short enough."))).toEqual([{ startMs: 1000, endMs: 2000, lines: ["Short enough."] }]);
  expect(cuesOf({ ...segment(LONG), words: [] })).toHaveLength(1);
  const word = "a".repeat(100);
  expect(cuesOf(segment(`One ${word} two`)).flatMap(({ lines }) => lines)).toEqual(["One", word, "two"]);
});

test("who speaks is in front of the first one, within its lines", () => {
  const [first, ...others] = cuesOf(segment(LONG), "Ada Lovelace:");
  expect(first!.lines[0]).toBe("Ada Lovelace: If the reader will excuse");
  expect(first!.lines.length).toBe(2);
  expect(others.flatMap(({ lines }) => lines).join(" ")).not.toContain("Ada");
});
