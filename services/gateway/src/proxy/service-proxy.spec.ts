import { once } from "node:events";
import { request as httpRequest, type IncomingMessage } from "node:http";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { Global, Module } from "@nestjs/common";
import { events } from "@tessera/contracts-core/stream.ts";
import { ReleaseRegistry } from "@tessera/federation/registry.ts";
import { type Application, createApplication, type OpenDatabase } from "@tessera/service-kit";
import { openTestDatabase } from "@tessera/testing/database.ts";
import { freePort } from "@tessera/testing/free-port.ts";
import { until } from "@tessera/testing/until.ts";
import { WebSocket } from "ws";
import { gatewayService } from "../index.ts";
import { probeService } from "../testing/probe-service.ts";

/** Nothing is released: what is not proxied is no page either. */
@Global()
@Module({
  providers: [{ provide: ReleaseRegistry, useValue: { resolve: async () => null, serviceAt: async () => null } }],
  exports: [ReleaseRegistry],
})
class NoReleases {}

let database: OpenDatabase & { url?: string };
let gateway: Application;
let probe: Application;
let url: string;
const common = () => ({
  NODE_ENV: "test",
  LOG_LEVEL: "silent",
  PUBLIC_URL: url,
  IDENTITY_URL: `${url}/auth/v1`,
  IDENTITY_ANON_KEY: "key",
});
let ports: { gateway: string; probe: string };

const startProbe = async () => {
  probe = await createApplication([probeService], {
    environment: { ...common(), PORT: ports.probe, TRUSTED_PROXIES: "127.0.0.1" },
    database,
    elsewhere: [gatewayService],
  });
  await probe.listen();
};

beforeAll(async () => {
  ports = { gateway: String(await freePort()), probe: String(await freePort()) };
  url = `http://127.0.0.1:${ports.gateway}`;
  database = await openTestDatabase();
  const registry = {
    name: "registry",
    title: "Registry",
    module: NoReleases,
    schema: "registry",
    addresses: [],
    migrations: [],
  };
  gateway = await createApplication([registry, gatewayService], {
    environment: {
      ...common(),
      PORT: ports.gateway,
      SERVICE_URLS: `probe=http://127.0.0.1:${ports.probe}`,
      TRUSTED_PROXIES: "127.0.0.2",
      IDENTITY_PLACE_HEADERS: "x-city",
    },
    database,
    elsewhere: [probeService],
  });
  await gateway.listen();
  await startProbe();
});
afterAll(async () => {
  await gateway.close();
  await probe.close();
  await database.close();
});

const seen = async (headers: Record<string, string> = {}, localAddress = "127.0.0.1") => {
  const asked = httpRequest(`${url}/api/probe/request?a=%20b&c`, { headers, localAddress }).end();
  const [answer] = (await once(asked, "response")) as [IncomingMessage];
  return JSON.parse(await text(answer));
};

describe("requests of a service elsewhere", () => {
  it("come with their address, body, status, headers and cookies", async () => {
    const answer = await fetch(`${url}/api/probe/json`, {
      method: "POST",
      body: JSON.stringify({ a: [1, "ü"] }),
      headers: { "content-type": "application/json" },
    });
    expect([answer.status, answer.headers.get("x-own"), answer.headers.getSetCookie()]).toEqual([
      418,
      "yes",
      ["a=1; Path=/", "b=2; Path=/"],
    ]);
    expect(await answer.json()).toEqual({ body: { a: [1, "ü"] } });
    expect((await seen()).url).toBe("/api/probe/request?a=%20b&c");
    expect(await (await fetch(`${url}/api/probe/openapi.json`)).json()).toMatchObject({
      info: { title: "Tessera Probe" },
    });
  });

  it("name who sent them to the gateway, whatever they say themselves", async () => {
    const forged = {
      "x-forwarded-for": "6.6.6.6",
      "x-forwarded-proto": "https",
      "x-forwarded-host": "evil.example",
      "x-real-ip": "6.6.6.6",
      forwarded: "for=6.6.6.6",
      "x-city": "Atlantis",
    };
    const direct = await seen(forged);
    expect(direct).toMatchObject({ ip: "127.0.0.1", protocol: "http", host: `127.0.0.1:${ports.gateway}` });
    expect(JSON.stringify(direct)).not.toMatch(/6\.6\.6\.6|evil|Atlantis/);
    // Of a proxy that the gateway trusts it takes the visitor's address, and what only such a proxy sets.
    const proxied = await seen(
      { "x-forwarded-for": "6.6.6.6, 203.0.113.7", "x-forwarded-proto": "https", "x-city": "Vienna" },
      "127.0.0.2",
    );
    expect(proxied).toMatchObject({ ip: "203.0.113.7", protocol: "https", headers: { "x-city": "Vienna" } });
  });

  it("leave out what is of one connection, and what a client calls so", async () => {
    const { headers } = await seen({
      connection: "close, x-secret",
      "x-secret": "1",
      te: "trailers",
      "proxy-authorization": "x",
    });
    expect(Object.keys(headers)).not.toEqual(expect.arrayContaining(["x-secret"]));
    for (const name of ["x-secret", "te", "proxy-authorization"]) expect(headers).not.toHaveProperty(name);
  });

  it("stream both ways: a piece comes back before the next one is sent", async () => {
    const asked = httpRequest(`${url}/api/probe/echo`, {
      method: "POST",
      headers: { "content-type": "application/octet-stream" },
    });
    asked.write("first");
    const [answer] = (await once(asked, "response")) as [IncomingMessage];
    expect(String((await once(answer, "data"))[0])).toBe("first");
    asked.end("second");
    expect(await text(answer)).toBe("second");
  });

  it("stream events, and end when the client leaves", async () => {
    const controller = new AbortController();
    const got: string[] = [];
    for await (const { data } of events((path, init) => fetch(url + path, init), "/api/probe/events", {
      signal: controller.signal,
    })) {
      got.push(data);
      controller.abort();
    }
    expect(got).toEqual(['"first"']);
  });

  it("are sent once: what a service answers passes, also that it is busy", async () => {
    const answer = await fetch(`${url}/api/probe/busy`);
    expect([answer.status, await answer.json()]).toEqual([503, { code: "busy" }]);
  });

  it.each([
    ["two lengths", "content-length: 5\r\ncontent-length: 6\r\n\r\nhello"],
    [
      "a length and chunks",
      "content-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\nGET /smuggled HTTP/1.1\r\n\r\n",
    ],
    ["chunks that are none", "transfer-encoding: xchunked\r\n\r\n0\r\n\r\n"],
    ["a header over two lines", "x-a: 1\r\n b\r\ncontent-length: 0\r\n\r\n"],
    ["a space before the colon", "content-length : 0\r\n\r\n"],
  ])("with %s are refused before they reach a service", async (_name, rest) => {
    const socket = connect(Number(ports.gateway), "127.0.0.1");
    socket.write(`POST /api/probe/json HTTP/1.1\r\nhost: localhost\r\n${rest}`);
    const answer = await text(socket);
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer.match(/HTTP\/1\.1/g)).toHaveLength(1);
  });

  it("with a body where none is meant pass without it", async () => {
    const asked = httpRequest(`${url}/api/probe/request`, { method: "GET", headers: { "content-length": "5" } });
    asked.end("hello");
    const [answer] = (await once(asked, "response")) as [IncomingMessage];
    expect([answer.statusCode, JSON.parse(await text(answer)).headers["content-length"]]).toEqual([200, undefined]);
  });

  it("whose answer breaks off are answered with what to do", async () => {
    const answer = await fetch(`${url}/api/probe/breaks`, { method: "POST" });
    expect([answer.status, await answer.json()]).toEqual([
      502,
      expect.objectContaining({
        code: "service_broke_off",
        detail: expect.stringContaining("Look whether it was done"),
      }),
    ]);
  });
});

describe("websockets of a service elsewhere", () => {
  const at = (query = "") => `${url.replace("http", "ws")}/api/probe/socket${query}`;

  it("go through both ways, with the visitor's address", async () => {
    const socket = new WebSocket(at(), { headers: { "x-forwarded-for": "6.6.6.6", origin: url } });
    expect(String((await once(socket, "message"))[0])).toBe("127.0.0.1");
    const large = "x".repeat(500_000);
    socket.send(large);
    expect(String((await once(socket, "message"))[0])).toBe(large);
    socket.close(4001, "done");
    expect((await once(socket, "close"))[0]).toBe(4001);
  });

  it.each([
    ["?refuse", 402, "no_plan", {}],
    ["", 403, "origin_refused", { origin: "https://evil.example" }],
  ])("are refused as the service says: %s", async (query, status, code, headers) => {
    const socket = new WebSocket(at(query), { headers });
    socket.on("error", () => undefined);
    const [, answer] = (await once(socket, "unexpected-response")) as [unknown, IncomingMessage];
    expect([answer.statusCode, JSON.parse(await text(answer)).code]).toEqual([status, code]);
  });
});

describe("a service that is away", () => {
  const elsewhere = async (origin: string) => (await (await fetch(`${origin}/api/health`)).json()).elsewhere;

  it("is there before, as both processes say of each other", async () => {
    expect(await elsewhere(url)).toEqual({ probe: "ok" });
    expect(await elsewhere(`http://127.0.0.1:${ports.probe}`)).toEqual({ gateway: "ok" });
  });

  it("is said in words, seen in the health, and back as soon as it is there", async () => {
    const socket = new WebSocket(`${url.replace("http", "ws")}/api/probe/socket`);
    await once(socket, "open");
    const closed = once(socket, "close");
    await probe.close();
    await closed;
    const answer = await fetch(`${url}/api/probe/json`, { method: "POST" });
    expect([answer.status, answer.headers.get("retry-after"), answer.headers.get("content-type")]).toEqual([
      502,
      "2",
      expect.stringContaining("application/problem+json"),
    ]);
    expect(await answer.json()).toMatchObject({
      code: "service_unreachable",
      detail: "Probe cannot be reached at the moment. Nothing of this request was done; try again in a few seconds.",
    });
    const refused = new WebSocket(`${url.replace("http", "ws")}/api/probe/socket`);
    refused.on("error", () => undefined);
    expect(((await once(refused, "unexpected-response")) as [unknown, IncomingMessage])[1].statusCode).toBe(502);
    await until("the health to say so", async () => (await elsewhere(url)).probe === "unreachable");
    expect((await fetch(`${url}/api/health`)).status).toBe(200);
    await startProbe();
    expect((await seen()).ip).toBe("127.0.0.1");
  });
});
