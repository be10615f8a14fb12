/** A file that recognition in a browser needs, as it lies in its package. */
export interface ModelFile {
  name: string;
  package: string;
  /** In the package. */
  path: string;
  bytes: number;
  /** Whether sending it compressed is worth the work. */
  compressible: boolean;
  sha256: string;
}

const MOONSHINE = "@moonshine-ai/moonshine-js";

/**
 * Silero VAD v5, Moonshine tiny (English, quantized), and the runtime of both. A spec of the transcribe service
 * compares them with the packages.
 */
export const MODEL_FILES = {
  vad: {
    name: "silero-vad-v5.onnx",
    package: "@ricky0123/vad-web",
    path: "dist/silero_vad_v5.onnx",
    bytes: 2_327_524,
    compressible: false,
    sha256: "2623a2953f6ff3d2c1e61740c6cdb7168133479b267dfef114a4a3cc5bdd788f",
  },
  encoder: {
    name: "moonshine-tiny-encoder.onnx",
    package: MOONSHINE,
    path: "dist/model/tiny/quantized/encoder_model.onnx",
    bytes: 7_937_661,
    compressible: false,
    sha256: "c6fc4b7bc5af75c0591fd157a1f3829b533d18e9769a888fd95a62e470dd4f4a",
  },
  decoder: {
    name: "moonshine-tiny-decoder.onnx",
    package: MOONSHINE,
    path: "dist/model/tiny/quantized/decoder_model_merged.onnx",
    bytes: 20_243_286,
    compressible: false,
    sha256: "eed87831c3a6103534aae7d47a5d485025c659a1323901513961c39fe8a1a367",
  },
  runtime: {
    name: "onnxruntime.wasm",
    package: "onnxruntime-web",
    path: "dist/ort-wasm-simd-threaded.wasm",
    bytes: 14_239_897,
    compressible: true,
    sha256: "3398c10d07d229bd91b364548e130e0e51a8e5704b88c7c083ebbeb78842dee2",
  },
} as const satisfies Record<string, ModelFile>;

export type ModelName = keyof typeof MODEL_FILES;

export const MODEL_NAMES = Object.keys(MODEL_FILES) as ModelName[];

/** Megabytes that a first download takes, the runtime compressed. */
export const DOWNLOAD_MEGABYTES = 34;

/** Address of a file; it names the content, so it never changes. */
export const modelAddress = ({ name, sha256 }: ModelFile) => `/api/transcribe/models/${sha256.slice(0, 32)}/${name}`;
