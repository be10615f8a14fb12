import { readFile } from "node:fs/promises";
import path from "node:path";
import { packageFolder } from "@tessera/service-kit/package-folder.ts";
import { env, InferenceSession } from "onnxruntime-web";

// The process has a core of its own; more threads would take those of people's requests.
env.wasm.numThreads = 1;

const TINY = "dist/model/tiny/quantized";

const load = async (file: string) => InferenceSession.create(await readFile(file), { executionProviders: ["wasm"] });
const folderOf = (name: string) => packageFolder(name, import.meta.url);

/** A Moonshine model (English, quantized). */
export interface Moonshine {
  encoder: InferenceSession;
  decoder: InferenceSession;
}

let listener: Promise<InferenceSession> | undefined;
/** The one that was used last: a process has memory for one. */
let loaded: { folder: string; models: Promise<Moonshine> } | undefined;

/** Silero VAD v5 alone, which is small. */
export function voiceActivity(): Promise<InferenceSession> {
  listener ??= load(path.join(folderOf("@ricky0123/vad-web"), "dist/silero_vad_v5.onnx"));
  return listener;
}

/** @param from folder of the model's two files; null: Moonshine tiny, from its package */
export async function moonshine(from: string | null): Promise<Moonshine> {
  const folder = from ?? path.join(folderOf("@moonshine-ai/moonshine-js"), TINY);
  if (loaded?.folder !== folder) {
    const before = loaded;
    const models = both(folder, before?.models);
    loaded = { folder, models };
    // Files that could not be read are read again for the next content.
    models.catch(() => {
      loaded = undefined;
    });
  }
  return loaded.models;
}

async function both(folder: string, before: Promise<Moonshine> | undefined): Promise<Moonshine> {
  const { encoder, decoder } = (await before) ?? {};
  await encoder?.release();
  await decoder?.release();
  return {
    encoder: await load(path.join(folder, "encoder_model.onnx")),
    decoder: await load(path.join(folder, "decoder_model_merged.onnx")),
  };
}
