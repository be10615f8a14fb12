import { MODEL_FILES, MODEL_NAMES, type ModelFile, type ModelName, modelAddress } from "@tessera/speech/model-files.ts";

export { DOWNLOAD_MEGABYTES } from "@tessera/speech/model-files.ts";

const CACHE = "speech-models";
/** Ms without a byte after which a download counts as one whose connection is gone. */
const SILENCE_MS = 30_000;

export type Models = Record<ModelName, ArrayBuffer>;

/** Says what went wrong in a sentence; another download continues behind the files that arrived whole. */
export class DownloadFailed extends Error {}

const files = MODEL_NAMES.map((name) => MODEL_FILES[name] as ModelFile);

/** Whether recognition works on this device without a connection. */
export async function hasModels(): Promise<boolean> {
  if (!globalThis.caches || !(await caches.has(CACHE))) return false;
  const cache = await caches.open(CACHE);
  const known = await Promise.all(files.map((file) => cache.match(modelAddress(file))));
  return known.every(Boolean);
}

/**
 * Downloads from this product what is not on the device yet.
 * @param onProgress gets 0 to 1
 * @throws DownloadFailed, and the signal's reason
 */
export async function downloadModels(
  options: { signal?: AbortSignal; onProgress?: (done: number) => void } = {},
): Promise<void> {
  if (!globalThis.caches)
    throw new DownloadFailed("Without https the browser keeps no files. Open the page with https.");
  const cache = await caches.open(CACHE);
  await removeOthers(cache);
  const whole = files.reduce((sum, { bytes }) => sum + bytes, 0);
  let done = 0;
  const arrived = (bytes: number) => {
    done += bytes;
    options.onProgress?.(Math.min(1, done / whole));
  };
  for (const file of files) {
    if (await cache.match(modelAddress(file))) arrived(file.bytes);
    else await download(cache, file, arrived, options.signal);
  }
}

/** Frees the room that they take. */
export const removeModels = async () => void (await globalThis.caches?.delete(CACHE));

/** @throws DownloadFailed when one is not on the device */
export async function readModels(): Promise<Models> {
  const cache = await caches.open(CACHE);
  const read = await Promise.all(
    MODEL_NAMES.map(async (name) => {
      const kept = await cache.match(modelAddress(MODEL_FILES[name]));
      if (!kept) throw new DownloadFailed("The speech model is not on this device.");
      return [name, await kept.arrayBuffer()] as const;
    }),
  );
  return Object.fromEntries(read) as Models;
}

async function download(
  cache: Cache,
  file: ModelFile,
  arrived: (bytes: number) => void,
  signal?: AbortSignal,
): Promise<void> {
  const content = await contentOf(file, arrived, signal);
  if ((await sha256(content)) !== file.sha256)
    throw new DownloadFailed("A part of the speech model arrived damaged. Try again.");
  try {
    await cache.put(modelAddress(file), new Response(content));
  } catch {
    throw new DownloadFailed("There is no room for the speech model in this browser. Free some, and try again.");
  }
}

async function contentOf(
  file: ModelFile,
  arrived: (bytes: number) => void,
  signal?: AbortSignal,
): Promise<Uint8Array<ArrayBuffer>> {
  const content = new Uint8Array(file.bytes);
  let at = 0;
  const silence = untilSilent(signal);
  try {
    const response = await fetch(modelAddress(file), { signal: silence.signal, credentials: "omit" });
    if (!response.ok || !response.body) throw new Error(`status ${response.status}`);
    for (const reader = response.body.getReader(); ; ) {
      const { done, value } = await reader.read();
      if (done) break;
      silence.heard();
      content.set(value, at);
      at += value.length;
      arrived(value.length);
    }
  } catch (error) {
    signal?.throwIfAborted();
    throw new DownloadFailed(
      silence.signal.aborted
        ? `The speech model stopped arriving: nothing came for ${SILENCE_MS / 1000} seconds. Check your connection and try again.`
        : "The speech model did not arrive. Check your connection and try again.",
      { cause: error },
    );
  } finally {
    silence.end();
  }
  return content;
}

/**
 * A signal that ends a download with another one, or once nothing was heard of it for SILENCE_MS: a browser waits for a
 * connection that brings nothing for as long as the page lives.
 */
function untilSilent(other?: AbortSignal): { signal: AbortSignal; heard(): void; end(): void } {
  const silent = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const heard = () => {
    clearTimeout(timer);
    timer = setTimeout(() => silent.abort(), SILENCE_MS);
  };
  const stop = () => silent.abort(other?.reason);
  const end = () => {
    clearTimeout(timer);
    other?.removeEventListener("abort", stop);
    // Nothing more comes of an answer that was given up.
    silent.abort();
  };
  other?.addEventListener("abort", stop);
  if (other?.aborted) stop();
  heard();
  return { signal: silent.signal, heard, end };
}

async function sha256(content: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", content));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Files of an earlier version only take room. */
async function removeOthers(cache: Cache): Promise<void> {
  const wanted = new Set(files.map(modelAddress));
  for (const request of await cache.keys()) if (!wanted.has(new URL(request.url).pathname)) await cache.delete(request);
}
