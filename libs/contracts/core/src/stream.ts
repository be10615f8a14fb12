import { EventSourceParserStream } from "eventsource-parser/stream";
import { problemOf, type RequestOptions, type Transport, withQuery } from "./client.ts";
import { ProblemError } from "./problem-error.ts";

/** One server-sent event (https://html.spec.whatwg.org/multipage/server-sent-events.html). */
export interface ServerEvent {
  /** The last id that the server gave: `lastEventId` of a stream that continues after this event. */
  id: string;
  /** "message" where the server names none. */
  event: string;
  data: string;
}

export interface EventsOptions extends Pick<RequestOptions, "query" | "json" | "headers"> {
  /** Ends the stream; the loop over it ends without an error. */
  signal?: AbortSignal;
  /** Continues after the event of this id. */
  lastEventId?: string;
  /** Waits before it connects again, ms; ends early when the signal is aborted. */
  wait?: (ms: number, signal?: AbortSignal) => Promise<void>;
}

/**
 * Ms before it connects again, until the server says another time (`retry:`); doubled for each attempt that brought
 * nothing.
 */
const RETRY_MS = 1_000;
const MAX_RETRY_MS = 30_000;

/**
 * Server-sent events of an address, as they come. A connection that breaks is made again behind the last event id, so
 * that nothing is lost or delivered twice where the server keeps its events. Ends when the signal is aborted or the
 * server answers 204. With `json` the first request is a POST; those that resume it are, too, and carry
 * `Last-Event-ID`.
 * @throws ProblemError for an answer that is neither 2xx nor 502, 503 or 504; those count as a broken connection
 */
export async function* events(
  transport: Transport,
  path: string,
  options: EventsOptions = {},
): AsyncGenerator<ServerEvent, void> {
  const { signal, json, wait = delay } = options;
  let lastEventId = options.lastEventId ?? "";
  let retry = RETRY_MS;
  let failures = 0;
  while (!signal?.aborted) {
    try {
      const response = await transport(withQuery(path, options.query), {
        method: json === undefined ? "GET" : "POST",
        headers: {
          accept: "text/event-stream",
          ...(json === undefined ? {} : { "content-type": "application/json" }),
          ...(lastEventId ? { "last-event-id": lastEventId } : {}),
          ...options.headers,
        },
        body: json === undefined ? undefined : JSON.stringify(json),
        cache: "no-store",
        signal,
      });
      if (response.status === 204) return;
      if (!response.ok && !UNAVAILABLE.has(response.status)) throw new ProblemError(await problemOf(response));
      if (response.ok && response.body) {
        const onRetry = (ms: number) => {
          retry = ms;
        };
        const parser = new EventSourceParserStream({ onRetry });
        for await (const { id, event, data } of read(
          response.body.pipeThrough(new TextDecoderStream() as never).pipeThrough(parser),
        )) {
          failures = 0;
          lastEventId = id ?? lastEventId;
          yield { id: lastEventId, event: event ?? "message", data };
        }
      }
    } catch (error) {
      if (signal?.aborted) return;
      if (error instanceof ProblemError) throw error;
    }
    await wait(Math.min(MAX_RETRY_MS, retry * 2 ** failures), signal);
    failures += 1;
  }
}

/** A gateway that reaches no service: the stream may continue when it is back. */
const UNAVAILABLE = new Set([502, 503, 504]);

/** Not every browser's streams can be iterated. A loop that is left closes the connection. */
async function* read<T>(stream: ReadableStream<T>): AsyncGenerator<T, void> {
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

const delay = (ms: number, signal?: AbortSignal) =>
  new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal?.addEventListener("abort", end);
    if (signal?.aborted) end();
  });
