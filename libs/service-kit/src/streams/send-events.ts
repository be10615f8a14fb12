import { Readable } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Caller } from "../http/caller.ts";
import type { Ended } from "../sessions/ended-tokens.ts";
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
 * ends, the client leaves, the caller's session ends or the process stops. The source is asked for an event when the
 * client has read the one before it. A client comes back behind the last id it got, also after the end: a source that
 * is done answers null then (204), which ends the client. Check everything before: from here on the status is 200.
 */
export function sendEvents(
  reply: FastifyReply,
  source: EventSource,
  { heartbeatMs = HEARTBEAT_MS } = {},
): FastifyReply {
  const { closing, sessions, log } = eventStreamsOf(reply.server);
  const gone = new AbortController();
  const lastEventId = [reply.request.headers["last-event-id"]].flat()[0] || null;
  const events = source(lastEventId, gone.signal);
  if (!events) return reply.status(204).send();
  const stop = () => gone.abort();
  closing.addEventListener("abort", stop);
  const { caller } = reply.request as FastifyRequest & { caller?: Caller };
  const unfollow =
    caller &&
    sessions.onEnd((news) => {
      if (news.some((ended) => mayEnd(ended, caller))) stop();
    });
  reply.raw.once("close", stop);
  if (closing.aborted) stop();
  const body = new EventBody(events, gone.signal, heartbeatMs);
  body.once("error", (error) =>
    log.error({ err: error, path: reply.request.url.split("?")[0] }, "a stream of events broke off"),
  );
  body.once("close", () => {
    closing.removeEventListener("abort", stop);
    unfollow?.();
    stop();
  });
  return reply
    .header("content-type", "text/event-stream; charset=utf-8")
    .header("cache-control", "no-store")
    .header("x-accel-buffering", "no") // of nginx, which would hold events back
    .send(body);
}

/** Whether a caller's token may count no more. One that does comes back with it. */
const mayEnd = ({ userId, sessionId }: Ended, caller: Pick<Caller, "userId" | "sessionId">) =>
  sessionId === null ? userId === caller.userId : sessionId === caller.sessionId;

/**
 * Events as text. Models write thousands of them a second, so each costs one turn of the source and one timer serves
 * the whole stream.
 */
class EventBody extends Readable {
  private readonly source: AsyncIterator<EventToSend>;
  private readonly silence: NodeJS.Timeout;
  private isAsking = false;
  private isOver = false;

  constructor(
    events: AsyncIterable<EventToSend>,
    private readonly signal: AbortSignal,
    heartbeatMs: number,
  ) {
    super({ highWaterMark: 16 * 1024 });
    this.source = events[Symbol.asyncIterator]();
    this.silence = setTimeout(() => this.comment(), heartbeatMs).unref();
    this.push(COMMENT); // opens the stream: headers leave with the first byte
    signal.addEventListener("abort", this.leave, { once: true });
    if (signal.aborted) this.leave();
  }

  override _read(): void {
    if (this.isAsking || this.isOver) return;
    this.isAsking = true;
    this.silence.refresh();
    this.source.next().then(this.come, this.fail);
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.leave();
    done(error);
  }

  private readonly come = ({ done, value }: IteratorResult<EventToSend>): void => {
    this.isAsking = false;
    if (this.isOver) return;
    try {
      if (done) this.leave();
      else this.push(written(value));
    } catch (error) {
      this.fail(error as Error);
    }
  };

  private readonly fail = (error: Error): void => {
    if (!this.isOver) this.destroy(error);
  };

  /** Ends after what was sent. A source that waits for its next event ends by the signal; nobody waits for it here. */
  private readonly leave = (): void => {
    if (this.isOver) return;
    this.isOver = true;
    clearTimeout(this.silence);
    this.signal.removeEventListener("abort", this.leave);
    void Promise.resolve(this.source.return?.()).catch(() => undefined);
    if (!this.destroyed) this.push(null);
  };

  private comment(): void {
    if (this.isAsking && !this.isOver) this.push(COMMENT);
    this.silence.refresh();
  }
}

const COMMENT = ":\n\n";

function written({ id, event, data }: EventToSend): string {
  for (const field of [id, event])
    if (/[\r\n\0]/.test(field ?? "")) throw new Error("An event's id and name have no line breaks");
  return `${id === undefined ? "" : `id: ${id}\n`}${event ? `event: ${event}\n` : ""}data: ${JSON.stringify(data)}\n\n`;
}
