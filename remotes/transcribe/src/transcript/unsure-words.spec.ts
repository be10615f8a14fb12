import type { Segment } from "@tessera/contracts-transcribe/recordings.ts";
import { accepted, unsureWords, withWord } from "./unsure-words.ts";

const segment = (startMs: number, words: [string, number | null, string?][]): Segment => ({
  ...{ startMs, endMs: startMs + 4000, text: words.map(([text]) => text).join(" "), heard: "", confidence: 0.9 },
  ...{ edited: false, speaker: null },
  words: words.map(([text, confidence, heard = null], at) => ({
    ...{ text, startMs: startMs + at * 500, endMs: startMs + at * 500 + 500, confidence, heard },
  })),
});
const talk = [
  segment(0, [
    ["Send", 0.9],
    ["me", 0.45],
    ["Halvorsen", 0.1, "half of"],
  ]),
  segment(5000, [
    ["the", null],
    ["coat", 0.2],
    ["by", 0.49],
    ["Friday.", 0.45],
  ]),
];
const named = (segments: Segment[]) => unsureWords(segments).map(({ segment, at }) => segment.words[at]!.text);

test("the least certain words come first; those of the person and of their vocabulary are not asked about", () => {
  expect(named(talk)).toEqual(["coat", "me", "Friday.", "by"]);
});

test("a word that is accepted is asked about no more, and its sentence stays as it is", () => {
  const after = accepted(talk[1]!, 1);
  expect(after.text).toBe("the coat by Friday.");
  expect(after.words[1]).toMatchObject({ text: "coat", startMs: 5500, confidence: null });
  expect(named([talk[0]!, { ...talk[1]!, words: after.words }])).toEqual(["me", "Friday.", "by"]);
});

test("a word is put in the place of another one, or taken out", () => {
  expect(withWord(talk[1]!, 1, " quote ")).toBe("the quote by Friday.");
  expect(withWord(talk[1]!, 1, "")).toBe("the by Friday.");
});
