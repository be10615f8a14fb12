import { readFile, writeFile } from "node:fs/promises";
import { type Browser, chromium, type LaunchOptions } from "@playwright/test";

/** Chromium takes sound at this rate. */
const RATE = 48_000;
/** Of a WAV file without further parts, in bytes. */
const HEADER = 44;
/** Seconds after which the file is heard again: a busy machine can lose all of it before the page listens. */
const PAUSE = 30;

/**
 * A browser whose microphone hears a file each time it is switched on, behind silence, and again after each pause.
 * @param speech a WAV file of 16 kHz, 16 bits and one channel @param kept where the sound is written that it hears
 */
export async function browserThatHears(
  speech: string,
  { kept, silence = 2, launchOptions }: { kept: string; silence?: number; launchOptions: LaunchOptions },
): Promise<Browser> {
  const file = await readFile(speech);
  const samples = new Int16Array(file.buffer, file.byteOffset + HEADER, (file.length - HEADER) >> 1);
  const each = RATE / 16_000;
  const from = silence * RATE;
  const sound = new Int16Array(from + samples.length * each + PAUSE * RATE);
  for (const [at, sample] of samples.entries()) sound.fill(sample, from + at * each, from + (at + 1) * each);
  const header = Buffer.from(file.subarray(0, HEADER));
  header.writeUInt32LE(HEADER - 8 + sound.byteLength, 4);
  header.writeUInt32LE(RATE, 24);
  header.writeUInt32LE(RATE * 2, 28);
  header.writeUInt32LE(sound.byteLength, 40);
  await writeFile(kept, Buffer.concat([header, Buffer.from(sound.buffer)]));
  return chromium.launch({
    ...launchOptions,
    args: [
      ...(launchOptions.args ?? []),
      "--use-fake-ui-for-media-stream",
      "--use-fake-device-for-media-stream",
      `--use-file-for-fake-audio-capture=${kept}`,
    ],
  });
}
