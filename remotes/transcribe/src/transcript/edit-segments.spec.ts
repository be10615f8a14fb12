import type { Segment } from "@tessera/contracts-transcribe/recordings.ts";
import { asBefore, join, putWords, split, withHeard, wordAt } from "./edit-segments.ts";

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

test("what the vocabulary put is told, and taken back at one place or everywhere", () => {
  const word = (text: string, heard: string | null) => ({ text, startMs: 0, endMs: 1, confidence: 0.2, heard });
  const words = [
    word("Ask", null),
    word("Ada", "a dull"),
    word("Lovelace,", ""),
    word("not", null),
    word("Digium", "DigiM"),
  ];
  expect(putWords({ words })).toEqual([
    { at: 1, text: "Ada Lovelace,", heard: "a dull" },
    { at: 4, text: "Digium", heard: "DigiM" },
  ]);
  expect(withHeard({ words }, 1)).toBe("Ask a dull not Digium");
  expect(withHeard({ words }, 4)).toBe("Ask Ada Lovelace, not DigiM");
  expect(withHeard({ words })).toBe("Ask a dull not DigiM");
});
