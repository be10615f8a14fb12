import { MAX_HEARD_PARTS } from "@tessera/contracts-agents/limits.ts";
import { readHeard } from "./read-heard.ts";

const part = (start: number, end: number, text: string, of: object = {}) => ({ start, end, text, ...of });

test("parts and words stay inside the sound and in the order of time, in words that can be stored", () => {
  const heard = readHeard(
    {
      text: "ignored where there are parts",
      language: "English",
      segments: [part(5, 99, " b\u0000 b "), part(0.5, 6, "a\n"), part(7, 8, "  ")],
      words: [
        { word: "a", start: 0.5, end: 0.4 },
        { word: "b", start: 0.2, end: 3 },
      ],
    },
    8_000,
  )!;
  expect(heard).toEqual({
    language: "en",
    parts: [
      { startMs: 500, endMs: 6_000, text: "a", confidence: null },
      { startMs: 6_000, endMs: 8_000, text: "b b", confidence: null },
    ],
    words: [
      { startMs: 200, endMs: 3_000, text: "b" },
      { startMs: 3_000, endMs: 3_000, text: "a" },
    ],
  });
});

test("what a model makes of silence is left out, by Whisper's own rule", () => {
  const { parts } = readHeard(
    {
      text: "",
      segments: [
        part(0, 1, "Thanks for watching!", { no_speech_prob: 0.9, avg_logprob: -1.4 }),
        part(1, 2, "Yes.", { no_speech_prob: 0.9, avg_logprob: -0.2 }),
      ],
    },
    2_000,
  )!;
  expect(parts).toEqual([{ startMs: 1_000, endMs: 2_000, text: "Yes.", confidence: Math.exp(-0.2) }]);
});

test("a text without times is one part; languages are read as codes and as names", () => {
  expect(readHeard({ text: "Hallo.", language: "de-CH" }, 1_500)).toEqual({
    ...{ language: "de", words: [] },
    parts: [{ startMs: 0, endMs: 1_500, text: "Hallo.", confidence: null }],
  });
  expect(readHeard({ text: " ", language: "klingonese" }, 1_500)).toEqual({ language: null, parts: [], words: [] });
});

test.each([
  ["a page", "<html>"],
  ["nothing", null],
  ["another answer", { choices: [] }],
  ["times that are none", { text: "a", segments: [part(-1, 2, "a")] }],
  ["more parts than a minute has", { text: "a", segments: new Array(MAX_HEARD_PARTS + 1).fill(part(0, 1, "a")) }],
  ["a text of a book", { text: "a".repeat(20_001) }],
])("%s is no transcription", (_, answer) => {
  expect(readHeard(answer, 1_000)).toBeNull();
});
