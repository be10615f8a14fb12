import llama from "llama-tokenizer-js";
import { type InferenceSession, Tensor } from "onnxruntime-web";
import { SAMPLE_RATE } from "./samples.ts";

/** The first and the last token. */
const [BEGIN, END] = [1, 2];
/** Tokens that a second of speech may have; more is a decoder that goes round in circles. From the model's authors. */
const MAX_TOKENS_A_SECOND = 6.5;
/** Fewer samples than this the encoder refuses. */
const MIN_SAMPLES = SAMPLE_RATE / 10;

export interface Words {
  /** The words with one space between. */
  text: string;
  /** Geometric mean of the tokens' probabilities. */
  confidence: number;
  /** Probability of each word's least likely token. */
  confidences: number[];
}

/** What is said in one segment, decoded greedily. @param samples 16 kHz, at most 30 s */
export async function transcribe(
  { encoder, decoder }: { encoder: InferenceSession; decoder: InferenceSession },
  samples: Float32Array,
): Promise<Words> {
  if (samples.length < MIN_SAMPLES) return { text: "", confidence: 0, confidences: [] };
  const encoded = await encoder.run({ input_values: new Tensor("float32", samples, [1, samples.length]) });
  const past = emptyPast(decoder);
  const said: Said[] = [];
  let token = BEGIN;
  let sum = 0;
  let steps = 0;
  for (const max = Math.ceil((samples.length / SAMPLE_RATE) * MAX_TOKENS_A_SECOND) + 1; steps < max; ) {
    const result = await decoder.run({
      input_ids: new Tensor("int64", BigInt64Array.of(BigInt(token)), [1, 1]),
      encoder_hidden_states: encoded.last_hidden_state!,
      use_cache_branch: new Tensor("bool", Uint8Array.of(steps > 0 ? 1 : 0), [1]),
      ...past,
    });
    const likely = best(result.logits!.data as Float32Array);
    sum += likely.log;
    steps += 1;
    if (likely.token === END) break;
    said.push(likely);
    token = likely.token;
    // What the encoder gives stays as the first step computed it.
    for (const name of Object.keys(past))
      if (steps === 1 || name.includes(".decoder.")) past[name] = result[name.replace("past_key_values", "present")]!;
  }
  const words = wordsOf(said);
  return {
    text: words.map(({ text }) => text).join(" "),
    confidence: Math.exp(sum / steps),
    confidences: words.map(({ log }) => Math.exp(log)),
  };
}

/** Tokens as words: one begins where the tokenizer marks a space. */
function wordsOf(said: readonly Said[]): { text: string; log: number }[] {
  const words: Said[][] = [];
  for (const one of said) {
    const begins = llama.vocabById[one.token]?.startsWith("\u2581") || words.length === 0;
    if (begins) words.push([one]);
    else words.at(-1)!.push(one);
  }
  return words.flatMap((tokens) => {
    const ids = tokens.map(({ token }) => token);
    const log = Math.min(...tokens.map((one) => one.log));
    return llama
      .decode(ids, false, false)
      .split(/\s+/)
      .filter(Boolean)
      .map((text) => ({ text, log }));
  });
}

/** What no token has attended to yet: keys and values of each layer, of the heads and widths that the model has. */
function emptyPast({ inputMetadata }: InferenceSession): Record<string, Tensor> {
  const past = inputMetadata.filter((input) => input.isTensor && input.name.startsWith("past_key_values."));
  return Object.fromEntries(
    past.map((input) => {
      const [, heads, , width] = input.isTensor ? input.shape : [];
      return [input.name, new Tensor("float32", new Float32Array(), [0, Number(heads), 1, Number(width)])];
    }),
  );
}

interface Said {
  token: number;
  /** Logarithm of its probability. */
  log: number;
}

/** The likeliest token. */
function best(logits: Float32Array): Said {
  let token = 0;
  for (let at = 1; at < logits.length; at++) if (logits[at]! > logits[token]!) token = at;
  let total = 0;
  for (const logit of logits) total += Math.exp(logit - logits[token]!);
  return { token, log: -Math.log(total) };
}
