import { readFile } from "node:fs/promises";
import path from "node:path";

/** A file beside the tests. */
export const audio = (name: string) => readFile(path.join(import.meta.dirname, "audio", name));

/** The sound of a wav file (16 kHz, 16 bit) at each of these seconds, and silence between. */
export function withPauses(file: Buffer, starts: number[]): Buffer {
  const [head, sound] = [Buffer.from(file.subarray(0, 44)), file.subarray(44)];
  const whole = Buffer.alloc(starts.at(-1)! * 32_000 + sound.length);
  for (const start of starts) sound.copy(whole, start * 32_000);
  head.writeUInt32LE(whole.length, 40);
  return Buffer.concat([head, whole]);
}
