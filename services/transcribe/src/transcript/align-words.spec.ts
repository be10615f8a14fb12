import type { Word } from "@tessera/contracts-transcribe/recordings.ts";
import { alignWords, spreadWords } from "./align-words.ts";

const span = { startMs: 0, endMs: 4000 };
const before: Word[] = ["The", "child", "almost", "hurt"].map((text, at) => ({
  ...{ text, startMs: at * 1000, endMs: at * 1000 + 900, confidence: 0.9, heard: null },
}));
const times = (words: Word[]) => words.map(({ text, startMs, endMs }) => [text, startMs, endMs]);

test("words that stay keep their times and their confidence", () => {
  const words = alignWords(before, "The child nearly hurt", span);
  expect(times(words)).toEqual([
    ["The", 0, 900],
    ["child", 1000, 1900],
    ["nearly", 1900, 3000],
    ["hurt", 3000, 3900],
  ]);
  expect(words.map(({ confidence }) => confidence)).toEqual([0.9, 0.9, null, 0.9]);
});

test("case and punctuation move no word, but are the person's", () => {
  const words = alignWords(before, "the child, almost hurt!", span);
  expect(words.map(({ startMs }) => startMs)).toEqual([0, 1000, 2000, 3000]);
  expect(words.map(({ confidence }) => confidence)).toEqual([null, null, 0.9, null]);
});

test("words that are added share what is free, and those that are removed take nothing along", () => {
  expect(times(alignWords(before, "child hurt a dog", span))).toEqual([
    ["child", 1000, 1900],
    ["hurt", 3000, 3900],
    ["a", 3900, 3933],
    ["dog", 3933, 4000],
  ]);
  expect(alignWords(before, "", span)).toEqual([]);
  const added = alignWords(before, "The big child almost hurt", span);
  expect(times(added)[1]).toEqual(["big", 900, 1000]);
});

test("a text without any times is spread over its segment, in order and inside it", () => {
  const words = spreadWords(["I", "understand"], { startMs: 500, endMs: 1500 });
  expect(words[0]!.startMs).toBe(500);
  expect(words[1]).toMatchObject({ startMs: words[0]!.endMs, endMs: 1500 });
});
