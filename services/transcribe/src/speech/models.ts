import { readFile } from "node:fs/promises";
import path from "node:path";
import { packageFolder } from "@tessera/service-kit/package-folder.ts";
import { env, InferenceSession } from "onnxruntime-web";

// The process has a core of its own; more threads would take those of people's requests.
env.wasm.numThreads = 1;

async function load(name: string, file: string): Promise<InferenceSession> {
  return InferenceSession.create(await readFile(path.join(packageFolder(name, import.meta.url), file)), {
    executionProviders: ["wasm"],
  });
}

export interface Models {
  vad: InferenceSession;
  encoder: InferenceSession;
  decoder: InferenceSession;
}

let loaded: Promise<Models> | undefined;
let listener: Promise<InferenceSession> | undefined;

/** Silero VAD v5 alone, which is small. */
export function voiceActivity(): Promise<InferenceSession> {
  listener ??= load("@ricky0123/vad-web", "dist/silero_vad_v5.onnx");
  return listener;
}

/** Silero VAD v5 and Moonshine tiny (English, quantized), loaded once a process. */
export function models(): Promise<Models> {
  loaded ??= (async () => {
    const moonshine = "@moonshine-ai/moonshine-js";
    return {
      vad: await voiceActivity(),
      encoder: await load(moonshine, "dist/model/tiny/quantized/encoder_model.onnx"),
      decoder: await load(moonshine, "dist/model/tiny/quantized/decoder_model_merged.onnx"),
    };
  })();
  return loaded;
}
