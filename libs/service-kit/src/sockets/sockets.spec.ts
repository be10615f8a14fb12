import type { IncomingMessage } from "node:http";
import { Injectable, Module } from "@nestjs/common";
import { startServices, type World } from "@tessera/testing/services.ts";
import { until } from "@tessera/testing/until.ts";
import { WebSocket } from "ws";
import { type ServiceDefinition, type SocketHandler, SocketRefused, type SocketRequest } from "../index.ts";

/** Sends back what it gets; refuses who asks for it. */
@Injectable()
class Echo implements SocketHandler {
  readonly limits = { maxConnections: 100, maxConnectionsPerNetwork: 2, maxMessageBytes: 1_000 };
  async open({ url }: SocketRequest) {
    if (url.searchParams.has("refuse")) throw new SocketRefused(402, "no_plan", "Choose a plan first.");
    return (socket: WebSocket) => void socket.on("message", (data: Buffer) => socket.send(`echo ${data}`));
  }
}

/** A second service, whose clients bring a key of their own. */
@Injectable()
class Feed implements SocketHandler {
  readonly limits = { maxConnections: 1, maxConnectionsPerNetwork: 1, maxMessageBytes: 1_000 };
  readonly otherOrigins = new Set(["https://elsewhere.example"]);
  async open() {
    return (socket: WebSocket) => socket.send("news");
  }
}

@Module({ providers: [Echo] })
class EchoModule {}
@Module({ providers: [Feed] })
class FeedModule {}
const echo: ServiceDefinition = {
  schema: "echo",
  migrations: [],
  name: "echo",
  title: "Echo",
  module: EchoModule,
  sockets: [{ path: "/api/echo/socket", handler: Echo }],
};
const feed: ServiceDefinition = {
  schema: "feed",
  migrations: [],
  name: "feed",
  title: "Feed",
  module: FeedModule,
  sockets: [{ path: "/api/feed/socket", handler: Feed }],
};

let world: World;
beforeAll(async () => {
  world = await startServices([echo, feed]);
});
afterAll(() => world.stop());

const at = (path: string) => world.url.replace("http", "ws") + path;

async function connect(path: string, headers: Record<string, string> = {}) {
  const socket = new WebSocket(at(path), { headers });
  const said: string[] = [];
  socket.on("message", (data: Buffer) => said.push(String(data)));
  const closed = new Promise<number>((close) => socket.once("close", close));
  await new Promise<void>((open, failed) => socket.once("open", open).once("error", failed));
  return { socket, said, closed, next: () => until("a message", async () => said.length > 0) };
}

async function refused(path: string, headers: Record<string, string> = {}) {
  const socket = new WebSocket(at(path), { headers });
  socket.on("error", () => undefined);
  const answer = await new Promise<IncomingMessage>((refusal) =>
    socket.once("unexpected-response", (_, response) => refusal(response)),
  );
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(chunk as Buffer);
  return {
    status: answer.statusCode,
    media: answer.headers["content-type"],
    ...JSON.parse(Buffer.concat(chunks).toString()),
  };
}

describe("sockets of two services on one port", () => {
  it("go to the service that declares their path", async () => {
    const [one, other] = [await connect("/api/echo/socket"), await connect("/api/feed/socket")];
    one.socket.send("hello");
    await Promise.all([one.next(), other.next()]);
    expect([one.said, other.said]).toEqual([["echo hello"], ["news"]]);
    for (const { socket, closed } of [one, other]) {
      socket.close();
      await closed;
    }
  });

  it.each(["/api/echo", "/api/echo/socket/more", "/api/elsewhere", "/"])(
    "are refused where nobody takes them: %s",
    async (path) => {
      expect(await refused(path)).toMatchObject({
        status: 404,
        code: "not_found",
        media: expect.stringContaining("problem+json"),
      });
    },
  );

  it("are refused in the service's own words", async () => {
    for (let times = 0; times < 3; times += 1)
      expect(await refused("/api/echo/socket?refuse")).toMatchObject({
        status: 402,
        code: "no_plan",
        detail: "Choose a plan first.",
      });
  });

  it("are refused to pages of other origins, but those that the handler names", async () => {
    for (const path of ["/api/echo/socket", "/api/feed/socket"])
      for (const origin of ["https://evil.example", "null", `${world.url}.evil.example`])
        expect(await refused(path, { origin })).toMatchObject({ status: 403, code: "origin_refused" });
    for (const [path, origin] of [
      ["/api/echo/socket", world.url],
      ["/api/feed/socket", "https://elsewhere.example"],
    ] as const) {
      const { socket, closed } = await connect(path, { origin });
      socket.close();
      await closed;
    }
  });

  it("are bounded for each service and address, and a place is free again when one has ended", async () => {
    const [first, second] = [await connect("/api/echo/socket"), await connect("/api/echo/socket")];
    expect(await refused("/api/echo/socket")).toMatchObject({ status: 429, code: "too_many_connections" });
    const other = await connect("/api/feed/socket");
    first.socket.close();
    await first.closed;
    await connect("/api/echo/socket").then(async ({ socket, closed }) => {
      socket.close();
      await closed;
    });
    for (const { socket, closed } of [second, other]) {
      socket.close();
      await closed;
    }
  });

  it("end a connection that sends too much", async () => {
    const { socket, closed } = await connect("/api/echo/socket");
    socket.send("x".repeat(2_000));
    expect(await closed).toBe(1009);
  });

  it("are closed in order when the process ends", async () => {
    const { closed } = await connect("/api/echo/socket");
    await world.restart();
    expect(await closed).toBe(1012);
  });
});
