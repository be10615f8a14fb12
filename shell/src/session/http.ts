import type { Transport, TransportInit } from "@tessera/contracts-core/client.ts";
import { fetchWithProgress } from "@tessera/contracts-core/upload.ts";
import { inTime } from "@tessera/federation/runtime/in-time.ts";

interface Options {
  /** A GET that the page started before this code was there; given once, then null. */
  preloaded?(path: string): Promise<Response> | null;
  accessToken(): Promise<string | null>;
  /** A new token after a 401; null when there is none to be had. */
  renew(): Promise<string | null>;
  fetch?: Transport;
  /** Waits between attempts, ms. */
  wait?: (ms: number) => Promise<void>;
}

/** Retries; specification §8 and §9. */
const RETRIES = 3;
/** First wait in ms; it doubles. */
const BACKOFF = 200;
/**
 * Longest wait for the head of what a page reads, the token for it included, ms: people have gone before. The gateway
 * itself waits five times as long for a service, for what takes its time to be made: files, and what is written.
 */
const READ_LIMIT = 30_000;
const repeatable = new Set(["GET", "HEAD", "OPTIONS", "PUT", "DELETE"]);

/**
 * `fetch` against the product's own services: adds the access token, renews it once when it is refused, and retries a
 * request that never reached the server (three times, unless aborted) when a repeat is harmless. A GET that the page
 * preloaded takes that answer, unless it failed or its token was refused. After the first write preloaded answers are
 * not used: they may be stale. JSON that is read and does not come in 30 s fails as if the server could not be reached.
 */
export function createTransport({
  preloaded,
  accessToken,
  renew,
  fetch: send = fetchWithProgress,
  wait = delay,
}: Options): Transport {
  let written = false;
  const early = async (path: string, init: RequestInit): Promise<Response | null> => {
    if ((init.method ?? "GET") !== "GET") written = true;
    if (written) return null;
    const answer = (await preloaded?.(path)?.catch(() => null)) ?? null;
    if (answer) init.signal?.throwIfAborted();
    return answer?.status === 401 ? null : answer;
  };
  const attempt = async (path: string, init: TransportInit, token: string | null): Promise<Response> => {
    const headers = new Headers(init.headers);
    if (token) headers.set("authorization", `Bearer ${token}`);
    const safe = repeatable.has(init.method ?? "GET") || headers.has("idempotency-key");
    for (let tries = 0; ; tries += 1) {
      try {
        return await send(path, { ...init, headers });
      } catch (error) {
        if (init.signal?.aborted || !safe || tries >= RETRIES) throw error;
        await wait(BACKOFF * 2 ** tries);
        if (init.signal?.aborted) throw error;
      }
    }
  };
  const answer = async (path: string, init: TransportInit): Promise<Response> => {
    const started = await early(path, init);
    if (started) return started;
    const token = await accessToken();
    const response = await attempt(path, init, token);
    if (response.status !== 401 || !token || init.body instanceof ReadableStream) return response;
    const renewed = await renew();
    return renewed ? attempt(path, init, renewed) : response;
  };
  return async (path, init = {}) => {
    if (!path.startsWith("/") || path.startsWith("//"))
      throw new Error(`"${path}" is not an address of the product's own services`);
    if (!readsJson(init)) return answer(path, init);
    return inTime(READ_LIMIT, (signal) => answer(path, { ...init, signal }), init.signal);
  };
}

const readsJson = ({ method = "GET", headers }: TransportInit) =>
  method === "GET" && new Headers(headers).get("accept") === "application/json";

const delay = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
