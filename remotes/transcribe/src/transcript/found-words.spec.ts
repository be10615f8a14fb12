import type { Segment } from "@tessera/contracts-transcribe/recordings.ts";
import { foundWords, isFound, passagesOf, placePath } from "./found-words.ts";

const segment = (startMs: number, text: string): Segment => ({
  ...{ startMs, endMs: startMs + 4000, text, heard: text, confidence: 0.9, edited: false, speaker: null },
  words: text.split(" ").map((word, at) => ({
    ...{ text: word, startMs: startMs + at * 500, endMs: startMs + at * 500 + 500, confidence: 0.9, heard: null },
  })),
});

test("the words of a search are those that it asks for, without qualifiers and what it leaves out", () => {
  expect(foundWords('Lanterns "the Water" type:transcript -ferry')).toEqual(["lanterns", "the", "water"]);
  expect(foundWords("tag:home")).toEqual([]);
  expect(foundWords('"not closed')).toEqual([]);
});

test("a word is found with another ending, with marks around it and without its accents", () => {
  expect(isFound("lantern,", ["lanterns"])).toBe(true);
  expect(isFound("“Lanterns”", ["lantern"])).toBe(true);
  expect(isFound("café", foundWords("Cafe"))).toBe(true);
  expect(isFound("the", ["theatre"])).toBe(false);
  expect(isFound("dog.", ["dogs"])).toBe(true);
  expect(isFound("the", ["them"])).toBe(false);
  expect(isFound("…", ["lantern"])).toBe(false);
});

test("a sentence is found at the first of its words that is", () => {
  const segments = [segment(0, "Good morning"), segment(5000, "the lanterns on the water")];
  expect(passagesOf(segments, foundWords("water lantern")).map(({ atMs }) => atMs)).toEqual([5500]);
  expect(passagesOf(segments, [])).toEqual([]);
  expect(placePath("7", "water & wine", 5500)).toBe("/transcribe/7?found=water+%26+wine&at=5500");
});
