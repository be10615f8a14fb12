import { problemOf, type Transport, type TransportInit } from "@tessera/contracts-core/client.ts";
import { inTime, LateError, wholeInTime } from "@tessera/federation/runtime/in-time.ts";

interface Options {
  /** A GET that the page started before this code was there; given once, then null. */
  preloaded?(path: string): Promise<Response> | null;
  accessToken(): Promise<string | null>;
  /** A new token after a 401; null when there is none to be had. */
  renew(): Promise<string | null>;
  fetch?: Transport;
  /** Waits between attempts, ms. */
  wait?: (ms: number) => Promise<void>;
  limits?: Limits;
}

/** Longest waits for an answer, ms. */
interface Limits {
  /**
   * For the head of what a page reads, the token for it included, and then for more of it: people have gone before. The
   * gateway itself waits five times as long for a service, for what takes its time to be made.
   */
  read: number;
  /** For what is written, and for the head of a file: above the time after which the gateway says what happened. */
  work: number;
  /** For a write under an idempotency key, once it may be sent, before it is sent again: its connection may be dead. */
  repeat: number;
}
/** A slow connection: code units of a body that it sends in a ms, and the ms that a service waits for a whole one. */
const SLOW = { units: 4, longest: 60_000 };
const LIMITS: Limits = { read: 30_000, work: 160_000, repeat: 30_000 };

/** Retries; specification §8 and §9. */
const RETRIES = 3;
/** First wait in ms; it doubles. */
const BACKOFF = 200;
/** Wait while the service is still busy with what is sent again, ms; it waits some seconds itself. */
const BUSY_WAIT = 1_000;
const repeatable = new Set(["GET", "HEAD", "OPTIONS", "PUT", "DELETE"]);

/** `fetch`; what tells how much was sent comes with the pages of people who are signed in. */
const fetchOrUpload: Transport = async (path, init) => {
  if (!init?.onUploadProgress) return fetch(path, init);
  const { fetchWithProgress } = await import(/* webpackChunkName: "framed" */ "@tessera/contracts-core/upload.ts");
  return fetchWithProgress(path, init);
};

/**
 * `fetch` against the product's own services: adds the access token, renews it once when it is refused, and retries a
 * request that never reached the server (three times, unless aborted) when a repeat is harmless. A GET that the page
 * preloaded takes that answer, unless it failed or its token was refused. After the first write preloaded answers are
 * not used: they may be stale.
 *
 * JSON that is read fails as if the server could not be reached where it does not come in 30 s, or brings nothing more
 * for as long. A write under an idempotency key is sent again after that time, and while the service is at work on what
 * was sent before it is asked again. After 160 s every write fails with words that say that it may have been done; a
 * long text has up to a minute more for each. Bodies that are sent or received as files or streams take the time they
 * need.
 * @throws LateError when the answer does not come in time, LateWriteError where that is to a write
 */
export function createTransport({
  preloaded,
  accessToken,
  renew,
  fetch: send = fetchOrUpload,
  wait = delay,
  limits = LIMITS,
}: Options): Transport {
  let written = false;
  const early = async (path: string, init: RequestInit): Promise<Response | null> => {
    if ((init.method ?? "GET") !== "GET") written = true;
    if (written) return null;
    const answer = (await preloaded?.(path)?.catch(() => null)) ?? null;
    if (answer) init.signal?.throwIfAborted();
    return answer?.status === 401 ? null : answer;
  };
  /** @param sent called before a request is sent once more, which may have reached the server */
  const attempt = async (path: string, init: TransportInit, token: string | null, sent?: () => void) => {
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
        sent?.();
      }
    }
  };
  const answer = async (path: string, init: TransportInit, sent?: () => void): Promise<Response> => {
    const started = await early(path, init);
    if (started) return started;
    const token = await accessToken();
    const response = await attempt(path, init, token, sent);
    if (response.status !== 401 || !token || init.body instanceof ReadableStream) return response;
    const renewed = await renew();
    return renewed ? attempt(path, init, renewed, sent) : response;
  };
  const whole = async (path: string, init: TransportInit, sent?: () => void) =>
    wholeInTime(limits.read, await answer(path, init, sent));
  /** Sends a write until it is answered: its key keeps the service from doing it twice. */
  const repeated = async (path: string, init: TransportInit): Promise<Response> => {
    let again = false;
    const sent = () => {
      again = true;
    };
    for (;;) {
      try {
        const ask = (signal: AbortSignal) => whole(path, { ...init, signal }, sent);
        const response = await inTime(limits.repeat + sendingTime(init), ask, init.signal);
        if (!again || !(await isBusy(response))) return response;
        await wait(BUSY_WAIT);
        init.signal?.throwIfAborted();
      } catch (error) {
        if (!(error instanceof LateError) || init.signal?.aborted) throw error;
        again = true;
      }
    }
  };
  return async (path, init = {}) => {
    if (!path.startsWith("/") || path.startsWith("//"))
      throw new Error(`"${path}" is not an address of the product's own services`);
    const within = (limit: number, ask: typeof answer) =>
      inTime(limit, (signal) => ask(path, { ...init, signal }), init.signal);
    switch (kindOf(init)) {
      case "stream":
        return answer(path, init);
      case "file":
        return within(limits.work, answer);
      case "json":
        return wholeInTime(limits.read, await within(limits.read, answer));
      case "write":
        return within(limits.work + sendingTime(init), isKeyed(init) ? repeated : whole).catch((error: unknown) => {
          throw error instanceof LateError ? new LateWriteError() : error;
        });
    }
  };
}

/** A write got no answer in time. */
export class LateWriteError extends LateError {
  /** Read where a person is told what failed (@tessera/ui/failure-words). */
  readonly mayBeDone = true;
  constructor() {
    super("The server did not answer in time, so it is not known whether this was done. Look before you try again.");
  }
}

/** What a slow connection takes to send the text of a body, ms. */
const sendingTime = ({ body }: TransportInit) =>
  typeof body === "string" ? Math.min(body.length / SLOW.units, SLOW.longest) : 0;

const isKeyed = ({ headers }: TransportInit) => new Headers(headers).has("idempotency-key");

/** How long an answer may take depends on what goes over the connection meanwhile. */
function kindOf({ method = "GET", headers, body, onUploadProgress }: TransportInit) {
  const accept = new Headers(headers).get("accept");
  if (accept === "text/event-stream" || onUploadProgress || (body && typeof body !== "string")) return "stream";
  if (method !== "GET" && method !== "HEAD") return "write";
  return accept === "application/json" ? "json" : "file";
}

/** Whether the service is at work on an earlier request with the same idempotency key. */
const isBusy = async (response: Response) =>
  response.status === 409 && (await problemOf(response.clone())).code === "request_in_progress";

const delay = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
