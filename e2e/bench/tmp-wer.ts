// How much of what is said the product gets wrong, against the model alone on whole files and with a vocabulary, and
// how many seconds of sound it transcribes in a second: on files with reference texts, one file each and joined to a
// long recording. --model=moonshine-base measures the other model of this machine, which the product fetches.
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { MAX_OWN_TERMS } from "@tessera/contracts-transcribe/limits.ts";
import { packageFolder } from "@tessera/service-kit/package-folder.ts";
import { transcribe } from "@tessera/speech/moonshine.ts";
import { SAMPLE_RATE, toFloats } from "@tessera/speech/samples.ts";
import { isCommon } from "@tessera/speech/vocabulary/common-words.ts";
import { OTHER_NAMES } from "@tessera/speech/vocabulary/testing/vocabulary.ts";
import { env, InferenceSession } from "onnxruntime-web";
import { wavOfFlac } from "./flac.ts";
import { soundOf, wavOf } from "./wav.ts";

// The model hears 30 s at most, so a longer file is a loss of its own for the model alone.
/** Ms between two looks at a transcription; more where the answer has many segments. */
const POLL_MS = 100;
const POLL_LONG_MS = 2000;
const MANY = 50;
/** Seconds of silence between the files of the long recording. */
const PAUSE_SECONDS = 0.6;
/** What the second half of a long recording may take beyond the first, of which nothing is kept. */
const GROWTH = 1.15;
const TINY = "moonshine-tiny";
const DIGITS = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];

const { values } = parseArgs({
  options: {
    /** Folder with .wav and .flac files of English and their texts in transcripts.tsv: name, tab, text. */
    audio: {
      type: "string",
      default: path.resolve(import.meta.dirname, "../../services/transcribe/src/testing/audio"),
    },
    /** Names in texts that are written without capitals: --names=Dashwood,Marianne. */
    names: { type: "string", default: "" },
    minutes: { type: "string", default: "60" },
    model: { type: "string", default: TINY },
  },
});

const given = values.names.split(",").filter(Boolean);

interface Sample {
  name: string;
  text: string;
  wav: Buffer;
  /** 16 kHz, one channel, 16 bit. */
  sound: Buffer;
}

const files = readFileSync(path.join(values.audio, "transcripts.tsv"), "utf8")
  .split("\n")
  .map((line) => line.split("\t"))
  .filter(([name = "", text]) => /\.(wav|flac)$/.test(name) && text && existsSync(path.join(values.audio, name)))
  .map(([name = "", text = ""]) => ({ name, text, file: readFileSync(path.join(values.audio, name)) }));
const isFlac = ({ name }: { name: string }) => name.endsWith(".flac");
const decoded = await wavOfFlac(files.filter(isFlac).map(({ file }) => file));
const samples = files.map((one): Sample => {
  const wav = isFlac(one) ? decoded.shift()! : one.file;
  return { name: one.name, text: one.text, wav, sound: soundOf(wav) };
});

import { moonshine } from "../../services/transcribe/src/speech/models.ts";
import { recognise } from "../../services/transcribe/src/speech/recognise.ts";
import { appendFileSync } from "node:fs";
const models = await moonshine(null);
const names = [...new Set(samples.flatMap(({ text }) => namesIn(text)))];
const terms = [...names, ...OTHER_NAMES].slice(0, MAX_OWN_TERMS).map((term) => ({ term, soundsLike: [] }));
const T = { words: 0, ours: 0, theirs: 0, known: 0, names: 0, before: 0, right: 0, s: 0, ms: 0 };
for (const { name, text, sound } of samples) {
  const began = process.cpuUsage();
  let from = 0; const heard: string[] = [], plain: string[] = [];
  for (;;) {
    const end = Math.min(sound.length, from + 60 * 32000);
    const { value } = await recognise({ value: { last: end === sound.length, terms, model: null }, blobs: [sound.subarray(from, end)] } as never);
    for (const one of value.segments) { heard.push(one.text); plain.push(one.heard); }
    if (end === sound.length) break;
    from += value.next * 2;
  }
  const used = process.cpuUsage(began); T.ms += (used.user + used.system) / 1000; T.s += sound.length / 32000;
  const alone = (await transcribe(models, toFloats(sound))).text;
  const w = wordsOf(text);
  const [a, b, c] = [plain.join(" "), alone, heard.join(" ")].map((one) => mistakes(w, wordsOf(one)));
  T.words += w.length; T.ours += a!; T.theirs += b!; T.known += c!;
  for (const one of namesIn(text)) { T.names++; T.before += plain.join(" ").includes(one) ? 1 : 0; T.right += heard.join(" ").includes(one) ? 1 : 0; }
  console.log(JSON.stringify({ name, words: w.length, ours: a, bare: b, known: c }));
  if (a! > b! || c !== a || namesIn(text).some((one) => !heard.join(" ").includes(one))) console.log("  REF", text, "\n  OUR", plain.join(" "), "\n  VOC", heard.join(" "), "\n  BARE", alone);
}
console.log(JSON.stringify(T), "RTF cpu", T.ms / 1000 / T.s);
process.exit(0);
function namesIn(text: string): string[] {
  const words = [...text.matchAll(/(?<![.?!:]\s)(?<=\s)\p{Lu}[\p{L}-]+/gu)].map(([word]) => word);
  const named = wordsOf(text).flatMap((word) => given.find((name) => name.toLowerCase() === word) ?? []);
  return [...words.filter((word) => !isCommon(word) && !given.includes(word)), ...named];
}

/** Words without case and marks; digits as words, whichever way they are written. */
function wordsOf(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}']+/gu) ?? [];
  return words.map((word) => DIGITS[word.length === 1 ? Number.parseInt(word, 10) : -1] ?? word);
}

/** Words that are to be added, left out or replaced (Levenshtein). */
function mistakes(wanted: readonly string[], heard: readonly string[]): number {
  let row = wanted.map((_, at) => at + 1);
  for (const [at, word] of heard.entries()) {
    const next: number[] = [];
    for (const [column, one] of wanted.entries()) {
      const [above, left, across] = [row[column]!, next[column - 1] ?? at + 1, column > 0 ? row[column - 1]! : at];
      next.push(Math.min(above + 1, left + 1, across + (one === word ? 0 : 1)));
    }
    row = next;
  }
  return row.at(-1) ?? heard.length;
}
