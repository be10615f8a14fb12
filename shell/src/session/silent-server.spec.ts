import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { request } from "@tessera/contracts-core/client.ts";
import { LateError } from "@tessera/federation/runtime/in-time.ts";
import { createTransport, LateWriteError } from "./http.ts";

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** A server of this machine, and what is asked of it; `answer` is given the number of the request, from 1. */
async function open(
  answer: (reply: ServerResponse, number: number) => void,
  limits = { read: 50, work: 500, repeat: 50 },
) {
  const asked: IncomingMessage[] = [];
  const server = createServer((message, reply) => answer(reply, asked.push(message)));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const http = createTransport({
    accessToken: async () => "one",
    renew: async () => null,
    fetch: (path, init) => fetch(origin + path, init),
    limits,
  });
  const close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  closing.push(close);
  return { http, asked };
}

const silent = () => {};
const half = (reply: ServerResponse) =>
  reply.writeHead(200, { "content-type": "application/json", "content-length": 100 }).write('{"items": [');

describe("a server that takes a connection", () => {
  it("and never answers is not waited for by what reads", async () => {
    const server = await open(silent);
    await expect(request(server.http, "GET", "/api/items")).rejects.toThrow(LateError);
  });

  it("and stops in the middle of its answer is not waited for by what reads", async () => {
    // Time for the head to come, also on a busy machine.
    const server = await open(half, { read: 2_000, work: 60_000, repeat: 60_000 });
    await expect(request(server.http, "GET", "/api/items")).rejects.toThrow(LateError);
  });

  it("and breaks off in the middle of its answer is one that cannot be reached", async () => {
    const broken = (reply: ServerResponse) => {
      half(reply);
      setImmediate(() => reply.destroy());
    };
    const server = await open(broken, { read: 60_000, work: 60_000, repeat: 60_000 });
    // Of another realm, as Node.js' own errors are in tests.
    await expect(request(server.http, "GET", "/api/items")).rejects.toMatchObject({ name: "TypeError" });
  });

  it.each([
    ["never answers", silent],
    ["stops in the middle of its answer", half],
  ])("and %s leaves a write of which a person is told that it may have been done", async (_, answer) => {
    const server = await open(answer, { read: 2_000, work: 2_000, repeat: 60_000 });
    await expect(request(server.http, "PATCH", "/api/items/1", { json: {} })).rejects.toThrow(LateWriteError);
    expect(server.asked.length).toBeLessThan(2);
  });

  it.each([
    ["never answers", silent],
    ["stops in the middle of its answer", half],
  ])("and %s is sent a write with a key again, under the same key", async (_, answer) => {
    const second = (reply: ServerResponse, number: number) =>
      number === 1 ? answer(reply) : void reply.end('{"id":1}');
    const server = await open(second, { read: 50, work: 60_000, repeat: 100 });
    const options = { json: {}, idempotencyKey: "key" };
    expect(await request(server.http, "POST", "/api/items", options)).toEqual({ id: 1 });
    expect(server.asked.length).toBeGreaterThan(1);
    expect(new Set(server.asked.map(({ headers }) => headers["idempotency-key"]))).toEqual(new Set(["key"]));
  });
});
