// Recognizes speech beside the page (shell/src/workers/speech.ts).
import { transcribe } from "@tessera/speech/moonshine.ts";
import { Resampler } from "@tessera/speech/resampler.ts";
import { vocabularyOf, withTerms } from "@tessera/speech/vocabulary/replace-heard.ts";
import { FRAME, VoiceActivity } from "@tessera/speech/voice-activity.ts";
import { env, InferenceSession } from "onnxruntime-web";
import type { Ask, Tell } from "./messages.ts";
import { readModels } from "./model-store.ts";
import { SpeechPieces } from "./speech-pieces.ts";

/** Frames between two looks at what is being said, and the longest speech that is looked at before its end. */
const PARTIAL_FRAMES = 25;
const MAX_PARTIAL_FRAMES = 200;
/** Frames that may wait before looks are left out. */
const BEHIND = 6;

interface Recognizers {
  vad: InferenceSession;
  encoder: InferenceSession;
  decoder: InferenceSession;
}

const scope = self as unknown as {
  postMessage(message: Tell, transfer?: Transferable[]): void;
  onmessage: ((event: MessageEvent<Ask>) => void) | null;
};
const tell = (message: Tell) => scope.postMessage(message);

let recognizers: Promise<Recognizers> | undefined;
let vocabulary = vocabularyOf([]);
let pieces = 0;

scope.onmessage = ({ data }) => {
  if (data.type === "open") void open();
  if (data.type === "listen") listen(data);
  if (data.type === "vocabulary") vocabulary = vocabularyOf(data.terms);
  if (data.type === "recognize") void recognize(data.session, data.samples, data.id);
};

function open(): Promise<Recognizers> {
  recognizers ??= load();
  return recognizers.then(
    (loaded) => {
      tell({ type: "ready" });
      return loaded;
    },
    (error: Error) => {
      recognizers = undefined;
      tell({ type: "broken", reason: error.message });
      throw error;
    },
  );
}

async function load(): Promise<Recognizers> {
  const { vad, encoder, decoder, runtime } = await readModels();
  // More threads need a page that is isolated from others, which sign-in by other sites would not survive.
  env.wasm.numThreads = 1;
  env.wasm.wasmBinary = runtime;
  const session = (model: ArrayBuffer) =>
    InferenceSession.create(new Uint8Array(model), { executionProviders: ["wasm"] });
  const loaded = { vad: await session(vad), encoder: await session(encoder), decoder: await session(decoder) };
  // The first run compiles what later ones use.
  await transcribe(loaded, new Float32Array(16_000));
  return loaded;
}

/** Sound that comes while the models are loaded waits for them. */
function listen({ session, port, rate }: Extract<Ask, { type: "listen" }>): void {
  const resampler = new Resampler(rate);
  const cut = new SpeechPieces();
  const waiting: (Float32Array | null)[] = [];
  let rest = new Float32Array();
  let activity: VoiceActivity | undefined;
  let looked = 0;
  let isBusy = false;

  const take = (samples: Float32Array, last: boolean) => {
    const heard = Float32Array.from(resampler.push(samples, last), (value) => value / 32768);
    const joined = new Float32Array(rest.length + heard.length);
    joined.set(rest);
    joined.set(heard, rest.length);
    let at = 0;
    for (; at + FRAME <= joined.length; at += FRAME) waiting.push(joined.slice(at, at + FRAME));
    rest = joined.slice(at);
  };
  const hear = async (frame: Float32Array, vad: InferenceSession) => {
    activity ??= new VoiceActivity(vad);
    tell({ type: "level", level: levelOf(frame) });
    const piece = cut.push(frame, await activity.push(frame));
    if (piece) {
      looked = 0;
      tell({ type: "partial", text: "" });
      await recognize(session, piece);
    } else if (cut.length - looked >= PARTIAL_FRAMES && cut.length <= MAX_PARTIAL_FRAMES && waiting.length < BEHIND) {
      looked = cut.length;
      const said = cut.current;
      if (said) tell({ type: "partial", text: (await transcribe(await open(), said)).text });
    }
  };
  const finish = async () => {
    const piece = cut.end();
    if (piece) await recognize(session, piece);
    tell({ type: "partial", text: "" });
    tell({ type: "done", session });
    port.close();
  };
  const work = async () => {
    if (isBusy) return;
    isBusy = true;
    try {
      const { vad } = await open();
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
        await (next ? hear(next, vad) : finish());
    } catch {
      // The page was told why.
      waiting.length = 0;
    } finally {
      isBusy = false;
    }
  };
  port.onmessage = ({ data }: MessageEvent<Float32Array | null>) => {
    take(data ?? new Float32Array(), data === null);
    if (data === null) waiting.push(null);
    void work();
  };
}

async function recognize(session: number, samples: Float32Array<ArrayBuffer>, known?: number): Promise<void> {
  const id = known ?? ++pieces;
  if (known === undefined) tell({ type: "piece", session, id, samples });
  try {
    const { text, confidences } = await transcribe(await open(), samples);
    tell({ type: "text", id, ...withTerms(text, confidences, vocabulary) });
  } catch {
    tell({ type: "failed", id });
  }
}

function levelOf(frame: Float32Array): number {
  const power = frame.reduce((sum, sample) => sum + sample * sample, 0) / frame.length;
  // From -60 dB, which is silence in a room, to full scale.
  return Math.min(1, Math.max(0, 1 + Math.log10(power + 1e-12) / 6));
}
