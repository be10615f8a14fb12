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
import { Product } from "../src/product.ts";
import { NOISE_LIMIT, noise } from "./api/noise.ts";
import { wavOfFlac } from "./flac.ts";
import { newPerson } from "./imports.ts";
import { processorSeconds, residentMemory } from "./memory.ts";
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
const spread = noise();
console.log(`Noise of this machine: ${Math.round(spread * 100)} %${spread > NOISE_LIMIT ? " – noisy" : ""}`);

const product = await Product.start({
  INTERNAL_EMAIL_DOMAIN: "tessera.example",
  IDENTITY_RATE_LIMIT_FACTOR: "0",
  RATE_LIMIT_FACTOR: "0",
});
/** What the product hears in each sample. */
const plain = new Map<string, string>();
try {
  const authorization = `Bearer ${await newPerson(product.url)}`;
  await useModel(authorization, values.model);
  // Names are what is written like one within a sentence; all of them are known, among 500 that nobody says.
  const names = [...new Set(samples.flatMap(({ text }) => namesIn(text)))];
  // The first one also loads the models.
  await transcribed(authorization, samples[0]!.wav);
  for (const { name, wav } of samples) plain.set(name, (await transcribed(authorization, wav)).text);

  for (const term of [...names, ...OTHER_NAMES].slice(0, MAX_OWN_TERMS)) await know(authorization, term);
  const known = { wrong: 0, right: 0, before: 0, said: 0 };
  for (const { name, text, wav } of samples) {
    const said = (await transcribed(authorization, wav)).text;
    known.wrong += mistakes(wordsOf(text), wordsOf(said));
    for (const one of namesIn(text)) {
      known.said += 1;
      known.right += said.includes(one) ? 1 : 0;
      known.before += (plain.get(name) ?? "").includes(one) ? 1 : 0;
      if (!said.includes(one)) console.log(`Not found with the vocabulary: ${one} in ${name}: ${said}`);
    }
  }

  const long = joined(Number(values.minutes) * 60);
  const spoken = (long.length - 44) / 2 / SAMPLE_RATE;
  const before = residentMemory(product.pid);
  const worked = processorSeconds(product.pid);
  const peaks = [0, 0];
  const { seconds } = await transcribed(authorization, long, (done) => {
    const half = done * 2 < spoken ? 0 : 1;
    peaks[half] = Math.max(peaks[half]!, residentMemory(product.pid));
  });
  const [firstHalf = 0, secondHalf = 0] = peaks;
  const work = processorSeconds(product.pid) - worked;
  console.log(
    `${(spoken / 60).toFixed(1)} minutes took ${seconds.toFixed(1)} s in one process, a real-time factor of ` +
      `${(seconds / spoken).toFixed(3)}; the product took ${work.toFixed(1)} s of a core for it, ${(work / spoken).toFixed(3)}`,
  );
  console.log(
    `Memory of the product with that process: ${before} MB before, at most ${firstHalf} MB in the first half and ${secondHalf} MB in the second`,
  );
  await product.end();

  // Once the product has ended: the model keeps this process from answering.
  const bare = await bareModel();
  const wrong = { product: 0, bare: 0, words: 0 };
  const table: Record<string, { words: number; product: number; "model alone": number }> = {};
  for (const { name, text, sound } of samples) {
    const wanted = wordsOf(text);
    const ours = mistakes(wanted, wordsOf(plain.get(name)!));
    const alone = await bare(toFloats(sound));
    const theirs = mistakes(wanted, wordsOf(alone));
    if (ours > theirs) console.log(`${name}: ${plain.get(name)}\n  by the model alone: ${alone}`);
    table[name] = { words: wanted.length, product: ours, "model alone": theirs };
    wrong.product += ours;
    wrong.bare += theirs;
    wrong.words += wanted.length;
  }
  console.table(table);
  const rate = (count: number) => `${((100 * count) / wrong.words).toFixed(1)} %`;
  console.log(`${values.model}: ${wrong.words} words in ${samples.length} files.`);
  console.log(`Words that are wrong: ${rate(wrong.product)}, of the model alone ${rate(wrong.bare)}`);
  console.log(
    `With a vocabulary of ${names.length} names among ${MAX_OWN_TERMS} terms: ${rate(known.wrong)} of words are wrong; ` +
      `of ${known.said} names ${known.right} are right, without it ${known.before}`,
  );
  if (wrong.product > wrong.bare || known.wrong > wrong.product || known.right < known.before) process.exitCode = 1;
  if (secondHalf > firstHalf * GROWTH) process.exitCode = 1;
} finally {
  await product.stop();
}
// With a product of its own, once this one has ended.
await import("./dictation.ts");

/** Adds a term to the vocabulary. */
async function know(authorization: string, term: string): Promise<void> {
  const answer = await fetch(`${product.url}/api/transcribe/vocabulary/${crypto.randomUUID()}`, {
    method: "PUT",
    headers: { authorization, "content-type": "application/json" },
    body: JSON.stringify({ term }),
  });
  if (!answer.ok) throw new Error(`${answer.status}: ${await answer.text()}`);
}

/**
 * Words with capitals behind the first one of a sentence that are no everyday words, and the names that are given, each
 * as often as it is said.
 */
function namesIn(text: string): string[] {
  const words = [...text.matchAll(/(?<![.?!:]\s)(?<=\s)\p{Lu}[\p{L}-]+/gu)].map(([word]) => word);
  const named = wordsOf(text).flatMap((word) => given.find((name) => name.toLowerCase() === word) ?? []);
  return [...words.filter((word) => !isCommon(word) && !given.includes(word)), ...named];
}

/** Has the person's recordings recognised by this model of the machine. */
async function useModel(authorization: string, model: string): Promise<void> {
  const answer = await fetch(`${product.url}/api/transcribe/settings`, {
    method: "PUT",
    headers: { authorization, "content-type": "application/json" },
    body: JSON.stringify({ recogniser: { providerId: null, model, language: null }, keepSoundDays: null }),
  });
  if (!answer.ok) throw new Error(`${answer.status}: ${await answer.text()}`);
}

/**
 * Uploads it, and deletes it once it is done.
 * @param look is called while it is transcribed, with the seconds that are done
 * @returns its text, and the seconds from the upload to its end
 */
async function transcribed(
  authorization: string,
  wav: Buffer,
  look: (doneSeconds: number) => void = () => undefined,
): Promise<{ text: string; seconds: number }> {
  const ask = async <T>(address: string, init: RequestInit = {}): Promise<T> => {
    const answer = await fetch(`${product.url}/api/transcribe/recordings${address}`, {
      ...init,
      headers: { authorization, ...init.headers },
    });
    if (!answer.ok) throw new Error(`${answer.status}: ${await answer.text()}`);
    return (answer.status === 204 ? undefined : await answer.json()) as T;
  };
  const body = new FormData();
  body.append("file", new Blob([new Uint8Array(wav)], { type: "audio/wav" }), "bench.wav");
  const began = performance.now();
  const headers = { "idempotency-key": crypto.randomUUID() };
  const { id } = await ask<{ id: string }>("", { method: "POST", body, headers });
  type Answer = { state: string; doneSeconds: number; providerName: string | null; segments: { text: string }[] };
  for (;;) {
    const { state, doneSeconds, providerName, segments } = await ask<Answer>(`/${id}`);
    const seconds = (performance.now() - began) / 1000;
    if (state === "done" && providerName?.toLowerCase().replace(" ", "-") !== values.model)
      throw new Error(`It was transcribed by ${providerName}`);
    if (state === "done") {
      // A person keeps as many recordings as the plan has.
      await ask(`/${id}`, { method: "DELETE" });
      return { text: segments.map(({ text }) => text).join(" "), seconds };
    }
    if (state === "failed" || state === "cancelled") throw new Error(`The transcription ended as ${state}`);
    look(doneSeconds);
    await new Promise((again) => setTimeout(again, segments.length > MANY ? POLL_LONG_MS : POLL_MS));
  }
}

/** The model that the product used, given a whole file at once. */
async function bareModel(): Promise<(sound: Float32Array) => Promise<string>> {
  env.wasm.numThreads = 1;
  const folder =
    values.model === TINY
      ? path.join(packageFolder("@moonshine-ai/moonshine-js", import.meta.url), "dist/model/tiny/quantized")
      : path.join(product.dataDir, "models/moonshine-base-0.1.17");
  const session = (file: string) =>
    InferenceSession.create(readFileSync(path.join(folder, file)), { executionProviders: ["wasm"] });
  const models = {
    encoder: await session("encoder_model.onnx"),
    decoder: await session("decoder_model_merged.onnx"),
  };
  return async (sound) => (await transcribe(models, sound)).text;
}

/** All files with pauses between, again and again, as one WAV file of so many seconds. */
function joined(seconds: number): Buffer {
  const pause = Buffer.alloc(PAUSE_SECONDS * SAMPLE_RATE * 2);
  const round = Buffer.concat(samples.flatMap(({ sound }) => [sound, pause]));
  return wavOf(Buffer.alloc(seconds * SAMPLE_RATE * 2, round), SAMPLE_RATE);
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
