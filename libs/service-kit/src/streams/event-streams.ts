import type { FastifyInstance } from "fastify";
import type { Log } from "../log.ts";
import type { EndedSessions } from "../sessions/ended-sessions.ts";

/** The streams of events that this process has open: what they need of it. */
export interface EventStreams {
  /** Aborted when the process stops taking requests. */
  closing: AbortSignal;
  sessions: Pick<EndedSessions, "onEnd">;
  log: Log;
}

const KEY = "eventStreams";

export const provideEventStreams = (fastify: FastifyInstance, streams: EventStreams): void =>
  void fastify.decorate(KEY, streams);

export const eventStreamsOf = (fastify: FastifyInstance): EventStreams => fastify.getDecorator(KEY);
