import { readFile } from "node:fs/promises";
import path from "node:path";
import { peaksOf } from "./peaks.ts";

const SPEECH = path.resolve(
  import.meta.dirname,
  "../../../../services/transcribe/src/testing/audio/speechbrain-spk1_snt1.wav",
);

test("a waveform shows where speech is, and other files have none", async () => {
  const wav = await readFile(SPEECH);
  const silent = Buffer.alloc(wav.length - 44);
  const file = new Blob([wav, silent]);
  const header = Buffer.from(wav.subarray(0, 44));
  header.writeUInt32LE(wav.length - 44 + silent.length, 40);
  const peaks = (await peaksOf(new Blob([header, wav.subarray(44), silent]), 40))!;
  expect(peaks).toHaveLength(40);
  expect(Math.max(...peaks.slice(0, 20))).toBe(1);
  expect(Math.max(...peaks.slice(21))).toBe(0);
  expect(await peaksOf(file.slice(0, 20), 10)).toBeNull();
  header.writeUInt16LE(24, 34);
  expect(await peaksOf(new Blob([header, silent]), 10)).toBeNull();
});
