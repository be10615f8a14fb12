import { Readable } from "node:stream";
import type { FastifyReply } from "fastify";
import { eventStreamsOf } from "./event-streams.ts";

export interface EventToSend {
  /** What the client asks to continue after; without line breaks. */
  id?: string;
  /** "message" without. */
  event?: string;
  /** Sent as JSON. */
  data: unknown;
}

/**
 * The events behind the one of this id, from the first without it; null when there are no more, and never will be.
 * @param signal aborted when nobody reads any longer
 */
export type EventSource = (lastEventId: string | null, signal: AbortSignal) => AsyncIterable<EventToSend> | null;

/**
 * Ms of silence after which a comment is sent: proxies cut what is silent for a minute, and a client that has gone is
 * noticed.
 */
const HEARTBEAT_MS = 15_000;

/**
 * Answers with server-sent events (https://html.spec.whatwg.org/multipage/server-sent-events.html) until the source
 * ends, the client leaves or the process stops. The source is asked for an event when the client has read the one
 * before it. A client comes back behind the last id it got, also after the end: a source that is done answers null then
 * (204), which ends the client. Check everything before: from here on the status is 200.
 */
export function sendEvents(
  reply: FastifyReply,
  source: EventSource,
  { heartbeatMs = HEARTBEAT_MS } = {},
): FastifyReply {
  const { closing, log } = eventStreamsOf(reply.server);
  const gone = new AbortController();
  const lastEventId = [reply.request.headers["last-event-id"]].flat()[0] || null;
  const events = source(lastEventId, gone.signal);
  if (!events) return reply.status(204).send();
  const stop = () => gone.abort();
  closing.addEventListener("abort", stop);
  reply.raw.once("close", stop);
  if (closing.aborted) stop();
  const text = textOf(events, gone.signal, heartbeatMs);
  const body = Readable.from(text, { objectMode: false, highWaterMark: 16 * 1024 });
  body.once("error", (error) =>
    log.error({ err: error, path: reply.request.url.split("?")[0] }, "a stream of events broke off"),
  );
  body.once("close", () => {
    closing.removeEventListener("abort", stop);
    stop();
  });
  return reply
    .header("content-type", "text/event-stream; charset=utf-8")
    .header("cache-control", "no-store")
    .header("x-accel-buffering", "no") // of nginx, which would hold events back
    .send(body);
}

async function* textOf(
  events: AsyncIterable<EventToSend>,
  signal: AbortSignal,
  heartbeatMs: number,
): AsyncGenerator<string> {
  const iterator = events[Symbol.asyncIterator]();
  let tell: (what: "aborted" | "silent") => void = () => undefined;
  const abort = () => tell("aborted");
  signal.addEventListener("abort", abort, { once: true });
  // One timer for the whole stream: models write thousands of events a second.
  const silence = setTimeout(() => tell("silent"), heartbeatMs).unref();
  yield ":\n\n"; // opens the stream: headers leave with the first byte
  try {
    let next = iterator.next();
    while (!signal.aborted) {
      const told = new Promise<"aborted" | "silent">((done) => {
        tell = done;
      });
      silence.refresh();
      const came = await Promise.race([next, told]);
      if (came === "aborted") return void next.catch(() => undefined);
      if (came === "silent") {
        yield ":\n\n";
        continue;
      }
      if (came.done) return;
      yield written(came.value);
      next = iterator.next();
      next.catch(() => undefined); // it is awaited in the next round
    }
  } finally {
    clearTimeout(silence);
    signal.removeEventListener("abort", abort);
    // A source that waits for its next event ends by the signal; nobody waits for it here.
    void Promise.resolve(iterator.return?.()).catch(() => undefined);
  }
}

function written({ id, event, data }: EventToSend): string {
  for (const field of [id, event])
    if (/[\r\n\0]/.test(field ?? "")) throw new Error("An event's id and name have no line breaks");
  return `${id === undefined ? "" : `id: ${id}\n`}${event ? `event: ${event}\n` : ""}data: ${JSON.stringify(data)}\n\n`;
}
