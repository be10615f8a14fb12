import type { Segment } from "@tessera/contracts-transcribe/recordings.ts";
import { between, nextSpeaker, spokenWith, withKeys } from "./speakers.ts";

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

test("sentences from one to another are taken in both directions", () => {
  const taken = (one: number, other: number) => between(segments, one, other).map(({ startMs }) => startMs / 1000);
  expect([taken(2000, 4000), taken(4000, 2000), taken(3000, 3000)]).toEqual([[2, 3, 4], [2, 3, 4], [3]]);
});

test("speakers have keys in the order in which they first speak, and keep them", () => {
  expect(withKeys([], segments)).toEqual(["Ada", "Ben"]);
  expect(withKeys(["Ben"], segments)).toEqual(["Ben", "Ada"]);
  // The first one of a name that is taken back keeps its key.
  expect(withKeys(["Cleo", "Ada"], segments)).toEqual(["Cleo", "Ada", "Ben"]);
  expect(
    withKeys(
      Array.from({ length: 9 }, (_, at) => `${at}`),
      segments,
    ),
  ).toHaveLength(9);
});

test("somebody new gets a name that nobody has", () => {
  expect([nextSpeaker([]), nextSpeaker(["Ada"]), nextSpeaker(["Speaker 2"])]).toEqual([
    ...["Speaker 1", "Speaker 2", "Speaker 3"],
  ]);
});
