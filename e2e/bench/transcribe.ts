// How much of what is said the product gets wrong, against the model alone on whole files and with a vocabulary, and
// how many seconds of sound it transcribes in a second: on files with reference texts, one file each and joined to a
// long recording. --model=moonshine-base measures the other model of this machine, which the product fetches.
// --compare measures both of them on the same recordings instead, in some five minutes.
import { readFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { MAX_OWN_TERMS } from "@tessera/contracts-transcribe/limits.ts";
import { packageFolder } from "@tessera/service-kit/package-folder.ts";
import { transcribe } from "@tessera/speech/moonshine.ts";
import { SAMPLE_RATE, toFloats } from "@tessera/speech/samples.ts";
import { OTHER_NAMES } from "@tessera/speech/vocabulary/testing/vocabulary.ts";
import { env, InferenceSession } from "onnxruntime-web";
import { Product } from "../src/product.ts";
import { NOISE_LIMIT, noise } from "./api/noise.ts";
import { newPerson } from "./imports.ts";
import { processorSeconds, residentMemory } from "./memory.ts";
import { compareModels } from "./transcribe/compare-models.ts";
import { know, PRODUCT, transcribed, useModel } from "./transcribe/recordings.ts";
import { joined, readSamples } from "./transcribe/samples.ts";
import { mistakes, namesIn, wordsOf } from "./transcribe/texts.ts";

// The model hears 30 s at most, so a longer file is a loss of its own for the model alone.
/** What the second half of a long recording may take beyond the first, of which nothing is kept. */
const GROWTH = 1.15;
const TINY = "moonshine-tiny";
/** Minutes of the long recording, and of the one with which models are compared. */
const MINUTES = { whole: "60", compared: "5" };

const { values } = parseArgs({
  options: {
    /** Folder with .wav and .flac files of English and their texts in transcripts.tsv: name, tab, text. */
    audio: {
      type: "string",
      default: path.resolve(import.meta.dirname, "../../services/transcribe/src/testing/audio"),
    },
    /** Names in texts that are written without capitals: --names=Dashwood,Marianne. */
    names: { type: "string", default: "" },
    minutes: { type: "string" },
    model: { type: "string", default: TINY },
    compare: { type: "boolean", default: false },
  },
});

const given = values.names.split(",").filter(Boolean);

const samples = await readSamples(values.audio);
const spread = noise();
console.log(`Noise of this machine: ${Math.round(spread * 100)} %${spread > NOISE_LIMIT ? " – noisy" : ""}`);

if (values.compare) {
  await compareModels(samples, given, Number(values.minutes ?? MINUTES.compared));
  process.exit();
}

const product = await Product.start(PRODUCT);
/** What the product hears in each sample. */
const plain = new Map<string, string>();
try {
  const recordings = { url: product.url, authorization: `Bearer ${await newPerson(product.url)}` };
  await useModel(recordings, values.model);
  // Names are what is written like one within a sentence; all of them are known, among 500 that nobody says.
  const names = [...new Set(samples.flatMap(({ text }) => namesIn(text, given)))];
  // The first one also loads the models, and fetches base.
  const { model } = await transcribed(recordings, samples[0]!.wav);
  if (model !== values.model) throw new Error(`It was transcribed by ${model}`);
  for (const { name, wav } of samples) plain.set(name, (await transcribed(recordings, wav)).text);

  for (const term of [...names, ...OTHER_NAMES].slice(0, MAX_OWN_TERMS)) await know(recordings, term);
  const known = { wrong: 0, right: 0, before: 0, said: 0 };
  for (const { name, text, wav } of samples) {
    const said = (await transcribed(recordings, wav)).text;
    known.wrong += mistakes(wordsOf(text), wordsOf(said));
    for (const one of namesIn(text, given)) {
      known.said += 1;
      known.right += said.includes(one) ? 1 : 0;
      known.before += (plain.get(name) ?? "").includes(one) ? 1 : 0;
      if (!said.includes(one)) console.log(`Not found with the vocabulary: ${one} in ${name}: ${said}`);
    }
  }

  const long = joined(samples, Number(values.minutes ?? MINUTES.whole) * 60);
  const spoken = (long.length - 44) / 2 / SAMPLE_RATE;
  const before = residentMemory(product.pid);
  const worked = processorSeconds(product.pid);
  const peaks = [0, 0];
  const { seconds } = await transcribed(recordings, long, (done) => {
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
