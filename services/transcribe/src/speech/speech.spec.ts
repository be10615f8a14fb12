import { Resampler } from "@tessera/speech/resampler.ts";
import { audio } from "../testing/sound.ts";
import { plainSamplesEnd } from "./plain-wav.ts";
import { findSegments } from "./segments.ts";
import { processesFor } from "./speech-processes.ts";

test("a tone keeps its height and strength at another rate, piece by piece; one that 16 kHz cannot hold goes", () => {
  const tone = (hertz: number) => {
    const input = Float32Array.from({ length: 44_100 }, (_, at) => Math.sin((2 * Math.PI * hertz * at) / 44_100) / 2);
    const resampler = new Resampler(44_100);
    const output = [];
    for (let at = 0; at < input.length; at += 1000)
      output.push(...resampler.push(input.subarray(at, at + 1000), false));
    output.push(...resampler.push(new Float32Array(), true));
    return output;
  };
  const heard = tone(440);
  expect(heard).toHaveLength(16_000);
  const worst = Math.max(
    ...heard.slice(100, -100).map((value, at) => {
      const expected = Math.sin((2 * Math.PI * 440 * (at + 100)) / 16_000) * 16_384;
      return Math.abs(value - expected);
    }),
  );
  expect(worst).toBeLessThan(200);
  expect(Math.max(...tone(12_000).slice(100, -100).map(Math.abs))).toBeLessThan(300);
});

test("speech is cut at pauses, without a pause where it is quietest, and left to the next window at the end", () => {
  const frames = (...parts: [length: number, speech: number][]) =>
    parts.flatMap(([length, speech]) => Array<number>(length).fill(speech));
  const talk = frames([20, 0], [40, 0.9], [30, 0], [50, 0.9]);
  expect(findSegments(talk, true)).toEqual({
    spans: [
      { start: 16, end: 64 },
      { start: 86, end: 140 },
    ],
    next: 140,
  });
  expect(findSegments(talk, false)).toEqual({ spans: [{ start: 16, end: 64 }], next: 86 });
  const long = frames([300, 0.9], [1, 0.4], [400, 0.9]);
  expect(findSegments(long, true).spans).toEqual([
    { start: 0, end: 300 },
    { start: 300, end: 701 },
  ]);
  expect(findSegments(frames([100, 0], [2, 0.9], [100, 0]), true).spans).toEqual([]);
});

test("a file of plain samples says where they end; any other one is decoded", async () => {
  const plain = await audio("speechbrain-spk1_snt1.wav");
  expect(plainSamplesEnd(plain, plain.length)).toBe(44 + 45_920 * 2 - 1);
  // Cut off in the middle of a sample.
  expect(plainSamplesEnd(plain, 1001)).toBe(999);
  expect(plainSamplesEnd(plain, 44)).toBeNull();
  expect(plainSamplesEnd(plain.subarray(0, 43), 43)).toBeNull();
  const otherRate = await audio("ljspeech-LJ050-0131.wav");
  expect(plainSamplesEnd(otherRate, otherRate.length)).toBeNull();
  const long = Buffer.from(plain.subarray(0, 44));
  long.writeUInt32LE(0xffffffff, 40);
  expect(plainSamplesEnd(long, 44 + 2 * 3600 * 32_000)).toBe(44 + 2 * 3600 * 32_000 - 1);
  expect(plainSamplesEnd(long, 46 + 2 * 3600 * 32_000)).toBeNull();
});

test.each([
  [1, 1, 1],
  [4, 2, 2],
  [4, 8, 2],
  [64, 8, 8],
  [0.5, 8, 1],
])("a machine of %s GB and %s cores has %s processes for speech", (gigabytes, cores, processes) => {
  expect(processesFor({ memory: gigabytes * 1024 ** 3, cores })).toBe(processes);
});
