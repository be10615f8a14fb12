import type { Put, Term } from "@tessera/speech/vocabulary/replace-heard.ts";
import { createListeners, createTranscript, type SpeechController, type SpeechFailure } from "../controller.ts";
import type { Ask, Tell } from "./messages.ts";
import { type Microphone, openMicrophone } from "./microphone.ts";
import { hasModels } from "./model-store.ts";

/** The reason of an end when the models were not downloaded. */
export const NO_MODELS = "The speech model is not on this device yet.";
const NOT_RECOGNIZED = "What you said could not be recognized. It is kept until you leave the page.";

/** Ms without dictation after which the models are freed. */
const IDLE_MS = 3 * 60_000;

export interface OnDeviceOptions {
  /** Addresses of the scripts that are made of worker.ts and worklet.ts. */
  worker: string;
  worklet: string;
}

export interface OnDeviceController extends SpeechController {
  /** What is to be found again where it is misheard. */
  know(terms: Term[]): void;
  /** Switches the microphone off and frees the models. */
  close(): void;
}

interface Piece {
  session: number;
  samples: Float32Array<ArrayBuffer>;
}

/** Recognition on this device: nothing that is said leaves it. English alone. */
export function onDevice({ worker: address, worklet }: OnDeviceOptions): OnDeviceController {
  const transcript = createTranscript();
  const ends = createListeners<string | null>();
  const partials = createListeners<string>();
  const levels = createListeners<number>();
  const failures = createListeners<SpeechFailure>();
  /** What was said and is not text yet. */
  const kept = new Map<number, Piece>();
  let terms: Term[] = [];
  let put: readonly Put[] = [];
  let worker: Worker | null = null;
  let idle: ReturnType<typeof setTimeout> | undefined;
  let session = 0;
  let saidAfter = 0;
  let running = 0;
  let isOn = false;
  let microphone: Promise<Microphone> | null = null;

  const ask = (message: Ask, transfer: Transferable[] = []) => opened().postMessage(message, transfer);
  const opened = (): Worker => {
    if (worker) return worker;
    worker = new Worker(address);
    worker.onmessage = ({ data }: MessageEvent<Tell>) => told(data);
    worker.onerror = () => broken(NOT_RECOGNIZED);
    worker.postMessage({ type: "open" } satisfies Ask);
    if (terms.length) worker.postMessage({ type: "vocabulary", terms } satisfies Ask);
    return worker;
  };
  const told = (message: Tell) => {
    if (message.type === "level") levels.call(message.level);
    if (message.type === "partial") partials.call(message.text);
    if (message.type === "piece") kept.set(message.id, message);
    if (message.type === "text") written(message);
    if (message.type === "failed") failed(NOT_RECOGNIZED);
    if (message.type === "broken") broken(`The speech model could not be loaded: ${message.reason}`);
    if (message.type === "done") {
      running -= 1;
      rest();
    }
  };
  const written = ({ id, text, put: putNow }: Extract<Tell, { type: "text" }>) => {
    saidAfter = kept.get(id)?.session ?? session;
    kept.delete(id);
    put = putNow;
    if (text) transcript.set(text);
  };
  const failed = (reason: string) => failures.call({ reason, retry, discard: () => kept.clear() });
  /** The worker is of no use any more; what it had is tried again by another one, if the person wants. */
  const broken = (reason: string) => {
    worker?.terminate();
    worker = null;
    running = 0;
    if (kept.size) failed(reason);
    if (isOn) end(kept.size ? null : reason);
    else if (!kept.size) ends.call(reason);
  };
  const retry = () => {
    for (const [id, { session, samples }] of kept) ask({ type: "recognize", session, id, samples });
    rest();
  };
  const rest = () => {
    clearTimeout(idle);
    idle = setTimeout(() => {
      if (running > 0 || kept.size) return;
      worker?.terminate();
      worker = null;
    }, IDLE_MS);
  };
  const off = () => {
    isOn = false;
    void microphone?.then(
      (one) => one.close(),
      () => undefined,
    );
    microphone = null;
  };
  const end = (reason: string | null) => {
    off();
    ends.call(reason);
  };
  const listen = async (own: number) => {
    if (!(await hasModels())) throw new Error(NO_MODELS);
    if (!isOn || own !== session) return;
    opened();
    const { port1, port2 } = new MessageChannel();
    microphone = openMicrophone(worklet, port1, () => {
      if (isOn && own === session) end("The microphone was disconnected.");
    });
    const { rate } = await microphone;
    running += 1;
    ask({ type: "listen", session: own, port: port2, rate }, [port2]);
  };

  return {
    transcript,
    get saidAfter() {
      return saidAfter;
    },
    get put() {
      return put;
    },
    know(known) {
      terms = known;
      worker?.postMessage({ type: "vocabulary", terms } satisfies Ask);
    },
    start() {
      session += 1;
      isOn = true;
      clearTimeout(idle);
      const own = session;
      listen(own).catch((error: Error) => {
        if (isOn && own === session) end(error.message);
      });
    },
    stop: off,
    close() {
      off();
      clearTimeout(idle);
      worker?.terminate();
      worker = null;
      kept.clear();
    },
    onEnd: ends.add,
    onPartial: partials.add,
    onLevel: levels.add,
    onFailure: failures.add,
  };
}
