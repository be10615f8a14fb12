import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { SAMPLE_RATE } from "@tessera/speech/samples.ts";
import { wavOfFlac } from "../flac.ts";
import { soundOf, wavOf } from "../wav.ts";

/** Seconds of silence between the files of a long recording. */
const PAUSE_SECONDS = 0.6;

export interface Sample {
  name: string;
  text: string;
  wav: Buffer;
  /** 16 kHz, one channel, 16 bit. */
  sound: Buffer;
}

/** The .wav and .flac files of a folder that have a text in its transcripts.tsv: name, tab, text. */
export async function readSamples(folder: string): Promise<Sample[]> {
  const files = readFileSync(path.join(folder, "transcripts.tsv"), "utf8")
    .split("\n")
    .map((line) => line.split("\t"))
    .filter(([name = "", text]) => /\.(wav|flac)$/.test(name) && text && existsSync(path.join(folder, name)))
    .map(([name = "", text = ""]) => ({ name, text, file: readFileSync(path.join(folder, name)) }));
  const isFlac = ({ name }: { name: string }) => name.endsWith(".flac");
  const decoded = await wavOfFlac(files.filter(isFlac).map(({ file }) => file));
  return files.map((one): Sample => {
    const wav = isFlac(one) ? decoded.shift()! : one.file;
    return { name: one.name, text: one.text, wav, sound: soundOf(wav) };
  });
}

/** All files with pauses between, again and again, as one WAV file of so many seconds. */
export function joined(samples: readonly Sample[], seconds: number): Buffer {
  const pause = Buffer.alloc(PAUSE_SECONDS * SAMPLE_RATE * 2);
  const round = Buffer.concat(samples.flatMap(({ sound }) => [sound, pause]));
  return wavOf(Buffer.alloc(seconds * SAMPLE_RATE * 2, round), SAMPLE_RATE);
}
