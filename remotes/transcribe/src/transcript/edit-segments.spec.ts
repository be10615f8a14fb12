import type { Segment } from "@tessera/contracts-transcribe/recordings.ts";
import { asBefore, join, split, wordAt } from "./edit-segments.ts";

const segment: Segment = {
  ...{ startMs: 1000, endMs: 5000, text: "The child almost hurt", heard: "A child almost heard", confidence: 0.8 },
  ...{ edited: true, speaker: "Ada" },
  words: ["The", "child", "almost", "hurt"].map((text, at) => ({
    ...{ text, startMs: 1000 + at * 1000, endMs: 2000 + at * 1000, confidence: 0.9, heard: null },
  })),
};

test("a segment is cut in front of a word, with its times, its speaker and what was heard", () => {
  const [first, second] = split(segment, 2)!;
  expect(first).toMatchObject({ startMs: 1000, endMs: 3000, text: "The child", heard: "A child", speaker: "Ada" });
  expect(second).toMatchObject({ startMs: 3000, endMs: 5000, text: "almost hurt", heard: "almost heard" });
  expect(second.words.map(({ startMs }) => startMs)).toEqual([3000, 4000]);
  expect(split(segment, 0)).toBeNull();
  expect(split(segment, 4)).toBeNull();
});

test("what was split and is joined again is as it was", () => {
  const parts = split(segment, 2)!.map((part) => ({ ...part, edited: true }));
  expect(join(parts[0]!, parts[1]!)).toEqual({ ...asBefore([segment])[0]!, confidence: expect.closeTo(0.8) });
});

test("a place in a text is that of the word that begins there, or that it is in", () => {
  const text = "The child almost";
  expect([0, 2, 3, 4, 6, 9, 10, 16].map((place) => wordAt(text, place))).toEqual([0, 0, 1, 1, 1, 2, 2, 3]);
});
