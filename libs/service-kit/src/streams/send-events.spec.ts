import { randomUUID } from "node:crypto";
import { connect } from "node:net";
import { Controller, Get, Inject, Injectable, Module, Query, Res } from "@nestjs/common";
import { events } from "@tessera/contracts-core/stream.ts";
import { startServices, type World } from "@tessera/testing/services.ts";
import { until } from "@tessera/testing/until.ts";
import Fastify, { type FastifyReply } from "fastify";
import { Public, type ServiceDefinition, sendEvents } from "../index.ts";
import { Log } from "../log.ts";
import type { Ended } from "../sessions/ended-tokens.ts";
import { provideEventStreams } from "./event-streams.ts";

/** What the sources of a test have done. */
@Injectable()
class Notes {
  /** Numbers that were asked for, of all streams. */
  asked: number[] = [];
  lastEventIds: (string | null)[] = [];
  broken = 0;
  ended = 0;
}

@Controller("api/ticks")
class TicksController {
  constructor(@Inject(Notes) private readonly notes: Notes) {}

  /**
   * Numbers from 1 on, or behind the last event's; `breakAt` breaks the connection, `until` is the last one, `hang`
   * comes after it.
   */
  @Public()
  @Get()
  ticks(@Query() query: Record<string, string>, @Res() reply: FastifyReply) {
    const { notes } = this;
    return sendEvents(
      reply,
      (lastEventId, signal) => {
        notes.lastEventIds.push(lastEventId);
        const last = Number(query.until ?? Number.POSITIVE_INFINITY);
        const first = Number(lastEventId ?? 0) + 1;
        if (first > last) return null;
        return (async function* () {
          try {
            for (let number = first; number <= last; number += 1) {
              notes.asked.push(number);
              if (String(number) === query.breakAt && !notes.broken++)
                (reply.raw.socket as { destroy(): void }).destroy();
              yield {
                id: String(number),
                event: "tick",
                data: { number, filler: "x".repeat(Number(query.filler ?? 0)) },
              };
            }
            if (query.hang) await new Promise((end) => signal.addEventListener("abort", end, { once: true }));
          } finally {
            notes.ended += 1;
          }
        })();
      },
      { heartbeatMs: Number(query.heartbeat ?? 60_000) },
    );
  }
}
@Module({ controllers: [TicksController], providers: [Notes] })
class TicksModule {}
const ticks: ServiceDefinition = {
  name: "ticks",
  title: "Ticks",
  module: TicksModule,
  schema: "ticks",
  migrations: [],
};

let world: World;
let notes: Notes;
beforeAll(async () => {
  world = await startServices([ticks]);
});
beforeEach(() => {
  notes = world.application.nest.get(Notes, { strict: false });
  Object.assign(notes, { asked: [], lastEventIds: [], broken: 0, ended: 0 });
});
afterAll(() => world.stop());

const read = (query: Record<string, string>, signal?: AbortSignal) =>
  events(world.client(), "/api/ticks", { query, signal, wait: async () => undefined });

it("sends events that the client of the contracts reads to their end", async () => {
  const got = [];
  for await (const { id, event, data } of read({ until: "3" })) got.push([id, event, JSON.parse(data).number]);
  expect(got).toEqual([
    ["1", "tick", 1],
    ["2", "tick", 2],
    ["3", "tick", 3],
  ]);
  // It came back behind the last one, and received that there are no more.
  expect(notes.lastEventIds).toEqual([null, "3"]);
});

it("continues after the last event when the connection broke, and loses and doubles none", async () => {
  const got: string[] = [];
  for await (const { id } of read({ until: "200", breakAt: "100" })) got.push(id);
  expect(got).toEqual(Array.from({ length: 200 }, (_, at) => String(at + 1)));
  expect(notes.broken).toBeGreaterThan(0);
  expect(notes.lastEventIds.length).toBe(3);
});

it("says that it is no answer to keep, and sends a comment when nothing happens", async () => {
  const controller = new AbortController();
  const response = await fetch(`${world.url}/api/ticks?until=1&hang=1&heartbeat=5`, { signal: controller.signal });
  expect(response.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
  expect([response.headers.get("cache-control"), response.headers.get("x-accel-buffering")]).toEqual([
    "no-store",
    "no",
  ]);
  const reader = response
    .body!.pipeThrough(new TextDecoderStream() as never)
    .getReader() as ReadableStreamDefaultReader<string>;
  let text = "";
  while ((text.match(/^:$/gm) ?? []).length < 4) text += (await reader.read()).value;
  expect(text).toContain('id: 1\nevent: tick\ndata: {"number":1,"filler":""}\n\n');
  controller.abort();
  await until("the source to end", async () => notes.ended === 1);
});

it("ends the source when the client has gone, also while it waits", async () => {
  const controller = new AbortController();
  for await (const { id } of read({ until: "2", hang: "1" }, controller.signal)) if (id === "2") controller.abort();
  await until("the source to end", async () => notes.ended === 1);
});

it("asks for no more than the client reads", async () => {
  const { port } = new URL(world.url);
  const socket = connect(Number(port), "127.0.0.1");
  socket.write("GET /api/ticks?filler=100000 HTTP/1.1\r\nhost: localhost\r\n\r\n");
  await new Promise((readable) => socket.once("readable", readable));
  // What fits into buffers of both sides is asked for, a few megabytes; it stands still then, although the source never
  // ends.
  let asked = -1;
  let still = 0;
  await until("the source to stand still", async () => {
    still = notes.asked.length === asked ? still + 1 : 0;
    asked = notes.asked.length;
    return asked > 0 && still === 10;
  });
  expect(asked).toBeLessThan(2_000);
  socket.destroy();
  await until("the source to end", async () => notes.ended === 1);
});

it("ends its streams when the process ends, and its clients continue with the next one", async () => {
  const got: string[] = [];
  for await (const { id } of read({ until: "3", hang: "1" })) {
    got.push(id);
    if (id !== "3") continue;
    await world.restart();
    break;
  }
  expect(got).toEqual(["1", "2", "3"]);
  expect([notes.lastEventIds, notes.ended]).toEqual([[null], 1]);
});

it("ends the streams of a session that ends, and no others", async () => {
  const [userId, sessionId] = [randomUUID(), randomUUID()];
  const listeners = new Set<(ended: Ended[]) => void>();
  const fastify = Fastify();
  provideEventStreams(fastify, {
    closing: new AbortController().signal,
    sessions: {
      onEnd: (listener) => {
        listeners.add(listener);
        return () => void listeners.delete(listener);
      },
    },
    log: new Log("silent"),
  });
  fastify.get<{ Querystring: { session: string } }>("/", (request, reply) => {
    Object.assign(request, { caller: { userId, sessionId: request.query.session } });
    return sendEvents(reply, async function* (_lastEventId, signal) {
      yield { data: "first" };
      await new Promise((end) => signal.addEventListener("abort", end, { once: true }));
    });
  });
  const url = await fastify.listen({ port: 0, host: "127.0.0.1" });
  const open = async (session: string) => {
    const reader = (await fetch(`${url}/?session=${session}`)).body!.getReader();
    await reader.read();
    return () => reader.cancel();
  };
  const end = (ended: Ended) => {
    for (const listener of [...listeners]) listener([ended]);
  };
  const opened = [await open(sessionId), await open(randomUUID()), await open(randomUUID())];
  end({ userId, sessionId, generation: null });
  await until("the stream of the session to end", async () => listeners.size === 2);
  end({ userId: randomUUID(), sessionId: null, generation: 5 });
  expect(listeners.size).toBe(2);
  end({ userId, sessionId: null, generation: 5 });
  await until("the streams of the person to end", async () => listeners.size === 0);
  for (const leave of opened) await leave();
  await fastify.close();
});
