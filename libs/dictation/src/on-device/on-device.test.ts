import { webcrypto } from "node:crypto";
import { jest } from "@jest/globals";
import { MODEL_FILES, MODEL_NAMES, modelAddress } from "@tessera/speech/model-files.ts";
import { dictate } from "../dictate.ts";
import type { Ask, Tell } from "./messages.ts";
import { downloadModels, hasModels } from "./model-store.ts";
import { NO_MODELS, onDevice } from "./on-device.ts";

/** What stands for the worker: answers when the test says so. */
class StandInWorker {
  static all: StandInWorker[] = [];
  asked: Ask[] = [];
  isOver = false;
  onmessage: ((event: { data: Tell }) => void) | null = null;
  onerror: (() => void) | null = null;
  constructor() {
    StandInWorker.all.push(this);
  }
  postMessage(message: Ask) {
    this.asked.push(message);
  }
  terminate() {
    this.isOver = true;
  }
  tell(data: Tell) {
    this.onmessage!({ data });
  }
}
const worker = () => StandInWorker.all.at(-1)!;

/** What the browser keeps, by address. */
let kept: Set<string>;
const pathOf = (key: string | Request) => (typeof key === "string" ? key : new URL(key.url).pathname);
const cache = {
  match: async (key: string) => (kept.has(pathOf(key)) ? {} : undefined),
  put: async (key: string) => void kept.add(key),
  keys: async () => [],
};
const track = Object.assign(new EventTarget(), { stop: () => undefined });

beforeEach(() => {
  StandInWorker.all = [];
  kept = new Set(MODEL_NAMES.map((name) => modelAddress(MODEL_FILES[name])));
  class Context {
    sampleRate = 48_000;
    audioWorklet = { addModule: async () => undefined };
    resume = async () => undefined;
    close = async () => undefined;
    createMediaStreamSource = () => ({ connect: () => undefined });
  }
  class Node {
    port = {
      onmessage: null as (() => void) | null,
      postMessage(message: string) {
        if (message === "end") this.onmessage?.();
      },
    };
  }
  class Channel {
    port1 = {};
    port2 = {};
  }
  Object.assign(globalThis, {
    Worker: StandInWorker,
    AudioContext: Context,
    AudioWorkletNode: Node,
    MessageChannel: Channel,
    caches: { has: async () => true, open: async () => cache, delete: async () => kept.clear() },
  });
  Object.defineProperty(globalThis.crypto, "subtle", { configurable: true, value: webcrypto.subtle });
  Object.defineProperty(navigator, "mediaDevices", {
    configurable: true,
    value: { getUserMedia: async () => ({ getTracks: () => [track], getAudioTracks: () => [track] }) },
  });
});

const settled = () => new Promise((resolve) => setTimeout(resolve));
const samples = new Float32Array(8);
const open = () => onDevice({ worker: "/assets/w.js", worklet: "/assets/m.js" });

test("without the model nothing listens and nothing is fetched, and the end says why", async () => {
  kept.clear();
  const controller = open();
  const ends: (string | null)[] = [];
  controller.onEnd!((reason) => ends.push(reason));
  controller.start();
  await settled();
  expect(ends).toEqual([NO_MODELS]);
  expect(StandInWorker.all).toEqual([]);
});

test("text that comes after dictation went on elsewhere goes to the field that it was said for", async () => {
  document.body.innerHTML = '<textarea id="a"></textarea><textarea id="b"></textarea>';
  const [a, b] = [...document.querySelectorAll("textarea")] as [HTMLTextAreaElement, HTMLTextAreaElement];
  const end = dictate(document, { controller: open() });
  const tap = (field: HTMLElement) => {
    field.focus();
    for (const type of ["keydown", "keyup"])
      field.dispatchEvent(new KeyboardEvent(type, { code: "Space", bubbles: true, cancelable: true }));
  };
  tap(a);
  await settled();
  worker().tell({ type: "piece", session: 1, id: 1, samples });
  tap(a);
  tap(b);
  await settled();
  worker().tell({ type: "text", id: 1, text: "Said first.", put: [] });
  worker().tell({ type: "piece", session: 2, id: 2, samples });
  worker().tell({ type: "text", id: 2, text: "Said then.", put: [] });
  expect([a.value.trim(), b.value.trim()]).toEqual(["Said first.", "Said then."]);
  end();
});

test("a recognizer is told the vocabulary, and what it put is taken back where the field still has it", async () => {
  document.body.innerHTML = "<textarea></textarea>";
  const field = document.querySelector("textarea")!;
  const controller = open();
  const terms = [{ term: "Digium", soundsLike: [] }];
  controller.know(terms);
  const told: [string, () => void][] = [];
  const onPut = (put: readonly { text: string; heard: string }[], takeBack: () => void) =>
    told.push([put.map(({ text, heard }) => `${text} ${heard}`).join(), takeBack]);
  const end = dictate(document, { controller, onPut });
  field.focus();
  for (const type of ["keydown", "keyup"])
    field.dispatchEvent(new KeyboardEvent(type, { code: "Space", bubbles: true, cancelable: true }));
  await settled();
  expect(worker().asked.slice(0, 2)).toEqual([{ type: "open" }, { type: "vocabulary", terms }]);
  controller.know([]);
  expect(worker().asked.at(-1)).toEqual({ type: "vocabulary", terms: [] });
  field.value = "Digium and ";
  worker().tell({ type: "piece", session: 1, id: 1, samples });
  worker().tell({ type: "text", id: 1, text: "Digium calls.", put: [{ text: "Digium", heard: "DigiM" }] });
  expect(field.value).toBe("Digium and Digium calls.");
  expect(told[0]![0]).toBe("Digium DigiM");
  told[0]![1]();
  expect(field.value).toBe("Digium and DigiM calls.");
  field.value = "Something else.";
  told[0]![1]();
  expect(field.value).toBe("Something else.");
  worker().tell({ type: "text", id: 2, text: "No name.", put: [] });
  expect(told).toHaveLength(1);
  end();
});

test("what was said when the recognizer died is kept, and another one recognizes it when the person wants", async () => {
  const controller = open();
  const texts: string[] = [];
  const failures: { retry: () => void; discard: () => void }[] = [];
  controller.transcript.subscribe(() => texts.push(controller.transcript.get()));
  controller.onFailure!((failure) => failures.push(failure));
  controller.start();
  await settled();
  worker().tell({ type: "piece", session: 1, id: 7, samples });
  worker().onerror!();
  expect(failures).toHaveLength(1);
  expect(worker().isOver).toBe(true);
  failures[0]!.retry();
  expect(StandInWorker.all).toHaveLength(2);
  expect(worker().asked).toEqual([{ type: "open" }, { type: "recognize", session: 1, id: 7, samples }]);
  worker().tell({ type: "text", id: 7, text: "Kept.", put: [] });
  expect(texts).toEqual(["Kept."]);
});

test("a part that arrives damaged is not kept, and one that does not arrive is said in words", async () => {
  kept.clear();
  const { bytes } = MODEL_FILES.vad;
  const fetches = (fetch: () => Promise<unknown>) => Object.assign(globalThis, { fetch });
  let given = false;
  const reader = {
    read: async () => {
      const done = given;
      given = true;
      return done ? { done } : { done, value: new Uint8Array(bytes) };
    },
  };
  fetches(async () => ({ ok: true, body: { getReader: () => reader } }));
  const progress: number[] = [];
  await expect(downloadModels({ onProgress: (done) => progress.push(done) })).rejects.toThrow("arrived damaged");
  expect(progress.at(-1)).toBeCloseTo(bytes / 44_748_368, 3);
  fetches(async () => Promise.reject(new TypeError("offline")));
  await expect(downloadModels()).rejects.toThrow("The speech model did not arrive. Check your connection");
  expect(kept.size).toBe(0);
  expect(await hasModels()).toBe(false);
});

/** A connection that brings a few bytes of each file, and then nothing more until it is given up. */
const goesSilent =
  (asked: string[]) =>
  async (address: string, { signal }: { signal: AbortSignal }) => {
    asked.push(address);
    let given = false;
    const read = async () => {
      if (given) return new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
      given = true;
      return { done: false, value: new Uint8Array(10) };
    };
    return { ok: true, body: { getReader: () => ({ read }) } };
  };

test("a download that goes silent ends with words after 30 s, and the next one continues behind whole files", async () => {
  kept = new Set([modelAddress(MODEL_FILES.vad)]);
  const asked: string[] = [];
  Object.assign(globalThis, { fetch: goesSilent(asked) });
  jest.useFakeTimers();
  try {
    const ends: string[] = [];
    const progress: number[] = [];
    void downloadModels({ onProgress: (done) => progress.push(done) }).catch((error: Error) =>
      ends.push(error.message),
    );
    await jest.advanceTimersByTimeAsync(29_999);
    expect(ends).toEqual([]);
    expect(progress.at(-1)).toBeCloseTo(MODEL_FILES.vad.bytes / 44_748_368, 3);
    await jest.advanceTimersByTimeAsync(1);
    expect(ends).toEqual([
      "The speech model stopped arriving: nothing came for 30 seconds. Check your connection and try again.",
    ]);
    expect(kept.size).toBe(1);
    void downloadModels().catch(() => undefined);
    await jest.advanceTimersByTimeAsync(30_000);
    expect(asked).toEqual([modelAddress(MODEL_FILES.encoder), modelAddress(MODEL_FILES.encoder)]);
    expect(jest.getTimerCount()).toBe(0);
  } finally {
    jest.useRealTimers();
  }
});

test("a download that is cancelled ends at once", async () => {
  kept.clear();
  Object.assign(globalThis, { fetch: goesSilent([]) });
  const cancelled = new AbortController();
  const download = downloadModels({ signal: cancelled.signal });
  await settled();
  cancelled.abort("cancelled");
  await expect(download).rejects.toBe("cancelled");
});
