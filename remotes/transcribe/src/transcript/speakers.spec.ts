import type { Segment } from "@tessera/contracts-transcribe/recordings.ts";
import { spokenWith } from "./speakers.ts";

const segments = [null, "Ada", "Ada", "Ben", "Ada", null, null].map(
  (speaker, at): Segment => ({
    ...{ startMs: at * 1000, endMs: at * 1000 + 900, text: "", heard: "", confidence: 1, edited: false, words: [] },
    speaker,
  }),
);
const places = (at: number, which: Parameters<typeof spokenWith>[2]) =>
  spokenWith(segments, segments[at]!, which).map(({ startMs }) => startMs / 1000);

test("a name is given to one sentence, to those that follow until somebody else speaks, or to all of a speaker", () => {
  expect([places(1, "one"), places(1, "following"), places(1, "everywhere")]).toEqual([[1], [1, 2], [1, 2, 4]]);
  expect([places(2, "following"), places(4, "following")]).toEqual([[2], [4]]);
  // Up to the end, and of nobody who has a name.
  expect([places(5, "following"), places(0, "following")]).toEqual([[5, 6], [0]]);
});
