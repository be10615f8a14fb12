import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { connect, type Socket } from "node:net";
import { fastify } from "fastify";
import { boundSlowClients } from "./slow-clients.ts";

const open: (() => Promise<unknown>)[] = [];
afterEach(() => Promise.all(open.splice(0).map((close) => close())));

async function start(limits: Parameters<typeof boundSlowClients>[2], trustedProxies: string[] = []) {
  const server = fastify({ forceCloseConnections: true });
  boundSlowClients(server, { trustedProxies }, limits);
  server.addContentTypeParser("application/octet-stream", (_request, payload, done) => {
    let bytes = 0;
    payload.on("data", (chunk: Buffer) => {
      bytes += chunk.length;
    });
    payload.on("end", () => done(null, { bytes }));
  });
  server.addHook("onRequest", (request, reply, done) => {
    reply.header("x-listeners", request.raw.socket.listenerCount("close"));
    done();
  });
  server.post("/", async (request) => request.body);
  await server.listen({ port: 0, host: "127.0.0.1" });
  open.push(() => server.close());
  return (server.server.address() as AddressInfo).port;
}

function dial(port: number): Socket & { said: () => string } {
  let said = "";
  const socket = connect(port, "127.0.0.1");
  socket.on("data", (chunk) => {
    said += String(chunk);
  });
  socket.on("error", () => undefined);
  return Object.assign(socket, { said: () => said });
}

/** Whatever error came before: a write after the server has closed is one. */
const closed = (socket: Socket) => new Promise<void>((resolve) => socket.once("close", () => resolve()));

const head = (type: string, length: number) =>
  `POST / HTTP/1.1\r\nHost: localhost\r\nContent-Type: ${type}\r\nContent-Length: ${length}\r\n\r\n`;

describe("a body that does not arrive", () => {
  it("ends with 408, however many of its bytes come one by one", async () => {
    const socket = dial(await start({ totalMs: 100, idleMs: 60_000 }));
    socket.write(`${head("application/json", 1000)}{"a":`);
    const dribble = setInterval(() => socket.write(" "), 10);
    await closed(socket);
    clearInterval(dribble);
    expect(socket.said()).toMatch(/^HTTP\/1\.1 408 /);
  });

  it("of an upload ends once nothing comes any more", async () => {
    const socket = dial(await start({ totalMs: 60_000, idleMs: 100 }));
    socket.write(`${head("application/octet-stream", 1000)}12345`);
    await closed(socket);
    expect(socket.said()).toMatch(/^HTTP\/1\.1 408 /);
  });

  it("of an upload may take longer than any other while it comes", async () => {
    const port = await start({ totalMs: 1, idleMs: 2_000 });
    const socket = dial(port);
    socket.write(head("application/octet-stream", 20));
    for (let sent = 0; sent < 20; sent++)
      await new Promise<void>((next) => socket.write("x", () => setImmediate(next)));
    await once(socket, "data");
    expect(socket.said()).toContain('{"bytes":20}');
    socket.destroy();
  });
});

it("a body that came leaves nothing behind on its connection, on which many follow each other", async () => {
  const socket = dial(await start({}));
  const listeners = () => socket.said().match(/(?<=x-listeners: )\d+/g) ?? [];
  for (let sent = 1; sent <= 3; sent++) {
    socket.write(`${head("application/json", 2)}{}`);
    while (listeners().length < sent) await once(socket, "data");
  }
  expect(new Set(listeners()).size).toBe(1);
  socket.destroy();
});

describe("connections of one address", () => {
  it("are refused past their number, and let in again once others have ended", async () => {
    const port = await start({ maxConnections: 2 });
    const [one, two] = [dial(port), dial(port)];
    await Promise.all([once(one, "connect"), once(two, "connect")]);
    const third = dial(port);
    await once(third, "close");
    expect(third.said()).toBe("");
    one.destroy();
    await once(one, "close");
    const body = "{}";
    const answer = async (): Promise<string> => {
      const socket = dial(port);
      socket.write(head("application/json", body.length) + body);
      await Promise.race([once(socket, "data"), once(socket, "close")]);
      // The server may not have seen the end of the first connection yet.
      return socket.said() || answer();
    };
    expect(await answer()).toMatch(/^HTTP\/1\.1 200 /);
    two.destroy();
  });
});
