import { connect } from "node:net";
import { startServices, type World } from "@tessera/testing/services.ts";
import { until } from "@tessera/testing/until.ts";
import { SignJWT } from "jose";
import { Connections } from "./connection/connections.ts";
import { realtimeService } from "./index.ts";
import { rawClient, refusedUpgrade } from "./testing/raw-client.ts";

let world: World;
beforeAll(async () => {
  world = await startServices([realtimeService], {
    environment: {
      REALTIME_PUBLIC_CHANNELS: "true",
      REALTIME_MAX_CONNECTIONS_PER_ADDRESS: "3",
      REALTIME_MAX_CHANNELS: "2",
      REALTIME_MESSAGES_PER_SECOND: "10",
      REALTIME_MAX_MESSAGE_BYTES: "120000",
      REALTIME_PRIVATE_READ: "news,user:{sub}",
      REALTIME_PRIVATE_WRITE: "user:{sub}",
    },
  });
});
afterAll(() => world.stop());

const path = "/realtime/v1/websocket";
const ack = { config: { broadcast: { ack: true } } };

describe("upgrades", () => {
  it.each([
    ["no API key", `${path}?vsn=2.0.0`, 401, "An API key is needed"],
    ["an unknown API key", `${path}?apikey=nonsense`, 401, "not valid here"],
    ["a secret key nobody issued", `${path}?apikey=sb_secret_guess`, 401, "not valid here"],
    ["a token without a signature", `${path}?apikey=${unsigned()}`, 401, "not valid here"],
    ["another version", `${path}?apikey=tessera&vsn=3.0.0`, 400, "not spoken here"],
  ])("with %s are refused in JSON", async (_name, address, status, words) => {
    const answer = await refusedUpgrade(world.url, address);
    expect(answer).toEqual({ status, body: { error: expect.stringContaining(words) } });
  });

  it("with an expired or damaged access token are refused though the key is good", async () => {
    const expired = await world.token({ expiresInSeconds: -10 });
    const refused = await refusedUpgrade(world.url, `${path}?apikey=tessera`, { authorization: `Bearer ${expired}` });
    expect(refused).toEqual({ status: 401, body: { error: "InvalidJWTToken: Token has expired" } });
    const damaged = `${(await world.token()).slice(0, -6)}AAAAAA`;
    expect((await refusedUpgrade(world.url, `${path}?apikey=tessera`, { authorization: `Bearer ${damaged}` })).status).toBe(401);
  });

  it("with a token signed by the issuer's public key as if that were a secret are refused", async () => {
    const keys = await (await fetch(`${world.application.config.identityUrl}/.well-known/jwks.json`)).json();
    const forged = await new SignJWT({ role: "service_role", exp: 4_000_000_000 })
      .setProtectedHeader({ alg: "HS256", kid: keys.keys[0].kid })
      .sign(Buffer.from(JSON.stringify(keys.keys[0])));
    expect((await refusedUpgrade(world.url, `${path}?apikey=${forged}`)).status).toBe(401);
  });

  it("beyond an address's share are refused until one of its connections ends", async () => {
    const open = [await rawClient(world.url), await rawClient(world.url), await rawClient(world.url)];
    expect((await refusedUpgrade(world.url, `${path}?apikey=tessera`)).status).toBe(429);
    open[0]!.close();
    await open[0]!.closed;
    const next = await rawClient(world.url);
    for (const client of [...open.slice(1), next]) {
      client.close();
      await client.closed;
    }
  });

  it("to other protocols are answered as plain requests", async () => {
    const answer = await new Promise<string>((done) => {
      const socket = connect(Number(new URL(world.url).port), "127.0.0.1");
      socket.once("data", (data) => {
        socket.destroy();
        done(data.toString());
      });
      socket.write(
        "GET /api/health HTTP/1.1\r\nhost: localhost\r\nconnection: Upgrade, HTTP2-Settings\r\nupgrade: h2c\r\nhttp2-settings: AAA\r\n\r\n",
      );
    });
    expect(answer).toMatch(/^HTTP\/1\.1 200/);
  });
});

describe("messages", () => {
  const pushed = (
    parts: (string | Buffer)[],
    lengths = parts.slice(0, 5).map((part) => Buffer.byteLength(part as string)),
    kind = 3,
    encoding = 1,
  ) => Buffer.concat([Buffer.from([kind, ...lengths, encoding]), ...parts.map((part) => Buffer.from(part as string))]);

  it.each<[string, string | Buffer]>([
    ["no JSON", "hello"],
    ["an object at version 2.0.0", '{"topic":"phoenix","event":"heartbeat","payload":{},"ref":"1"}'],
    ["too few members", '["1","1","realtime:a"]'],
    ["a topic that is no text", "[null,null,7,{},{}]"],
    ["a topic longer than its length can say", JSON.stringify([null, "1", `realtime:${"x".repeat(300)}`, "phx_join", {}])],
    ["an unknown kind of bytes", pushed(["", "1", "realtime:a", "e", "", "{}"], undefined, 9)],
    ["an unknown encoding", pushed(["", "1", "realtime:a", "e", "", "{}"], undefined, 3, 7)],
    ["lengths beyond the end", pushed(["", "1", "realtime:a", "e", ""], [0, 1, 10, 200, 200])],
    ["bytes that claim to be JSON", pushed(["", "1", "realtime:a", "e", "", "{broken"])],
    ["nothing", Buffer.alloc(0)],
  ])("with %s end the connection", async (_name, message) => {
    const client = await rawClient(world.url);
    client.socket.send(message, { binary: typeof message !== "string" });
    expect(await client.closed).toEqual({ code: 1007, reason: expect.stringContaining("Message not understood") });
  });

  it("larger than allowed end the connection", async () => {
    const client = await rawClient(world.url);
    client.socket.send(JSON.stringify([null, "1", "realtime:a", "broadcast", { event: "x", payload: "y".repeat(120_001) }]));
    expect((await client.closed).code).toBe(1009);
  });

  it("nested too deeply to be passed on end their sender's connection and nothing else", async () => {
    const [client, other] = [await rawClient(world.url), await rawClient(world.url)];
    await client.send("realtime:a", "phx_join", {});
    client.socket.send(`[null,"9","realtime:a","broadcast",{"event":"x","payload":${"[".repeat(50_000)}${"]".repeat(50_000)}}]`);
    expect((await client.closed).code).toBe(1011);
    expect(await other.send("phoenix", "heartbeat", {})).toMatchObject({ status: "ok" });
    other.close();
    await other.closed;
  });

  it("to channels that were not joined, of unknown events and without an event are answered with an error", async () => {
    const client = await rawClient(world.url);
    expect(await client.send("realtime:a", "broadcast", { event: "x" })).toEqual({
      status: "error",
      response: { reason: "unmatched topic" },
    });
    await client.send("realtime:a", "phx_join", ack);
    expect(await client.send("realtime:a", "dance", {})).toMatchObject({ status: "error" });
    expect(await client.send("realtime:a", "broadcast", {})).toMatchObject({ status: "error" });
    expect(await client.send("realtime:a", "presence", { event: "wave" })).toMatchObject({ status: "error" });
    client.close();
    await client.closed;
  });

  it("come as arrays or as bytes, and broadcasts leave as bytes of kind 4", async () => {
    const [sender, reader] = [await rawClient(world.url), await rawClient(world.url)];
    await reader.send("realtime:b", "phx_join", { config: {} });
    await sender.send("realtime:b", "phx_join", ack);
    await sender.send("realtime:b", "broadcast", { type: "broadcast", event: "text", payload: { n: 1 }, meta: { id: "m" } });
    sender.socket.send(pushed(["", "5", "realtime:b", "bytes", '{"persist":true}', '{"n":2}']));
    const [text, bytes] = [await reader.binary.find(), await reader.binary.find((data) => data.includes("bytes"))];
    expect(text).toEqual(Buffer.concat([Buffer.from([4, 10, 4, 10, 1]), Buffer.from('realtime:btext{"id":"m"}{"n":1}')]));
    expect(bytes).toEqual(Buffer.concat([Buffer.from([4, 10, 5, 0, 1]), Buffer.from('realtime:bbytes{"n":2}')]));
    for (const client of [sender, reader]) {
      client.close();
      await client.closed;
    }
  });
});

describe("channels", () => {
  it("are refused without a name, beyond their number and with a configuration that cannot be read", async () => {
    const client = await rawClient(world.url);
    const reason = async (topic: string, payload: unknown = {}) =>
      ((await client.send(topic, "phx_join", payload)).response as { reason?: string }).reason;
    expect(await reason("lobby")).toBe("unmatched topic");
    expect(await reason("realtime:")).toBe("unmatched topic");
    expect(await reason("realtime:a", { config: { private: "yes" } })).toContain("config.private");
    expect(await reason("realtime:a", { config: {}, access_token: "nonsense" })).toContain("InvalidJWTToken");
    expect(await reason("realtime:a")).toBeUndefined();
    expect(await reason("realtime:b")).toBeUndefined();
    expect(await reason("realtime:c")).toContain("ChannelRateLimitReached");
    expect(await client.send("realtime:a", "phx_leave", {})).toEqual({ status: "ok", response: {} });
    expect(await reason("realtime:c")).toBeUndefined();
    client.close();
    await client.closed;
  });

  it("joined again end the membership before", async () => {
    const client = await rawClient(world.url);
    client.socket.send(JSON.stringify(["one", "one", "realtime:a", "phx_join", {}]));
    await client.inbox.find((message) => message.ref === "one");
    client.socket.send(JSON.stringify(["two", "two", "realtime:a", "phx_join", {}]));
    await client.inbox.find((message) => message.ref === "two");
    expect(client.inbox.all.find((message) => message.event === "phx_close")).toMatchObject({ joinRef: "one", topic: "realtime:a" });
    client.close();
    await client.closed;
  });

  it("that a person may read but not write take none of their messages", async () => {
    const client = await rawClient(world.url);
    const access_token = await world.token();
    const config = { private: true, broadcast: { ack: true } };
    expect(await client.send("realtime:news", "phx_join", { config, access_token })).toMatchObject({ status: "ok" });
    const refused = { status: "error", response: { reason: expect.stringContaining("permissions to write") } };
    expect(await client.send("realtime:news", "broadcast", { event: "x" })).toEqual(refused);
    expect(await client.send("realtime:news", "presence", { event: "track", payload: {} })).toEqual(refused);
    client.close();
    await client.closed;
  });

  it("that are flooded are taken away, and with no channel the connection is", async () => {
    const client = await rawClient(world.url);
    await client.send("realtime:a", "phx_join", {});
    for (let n = 0; n < 25; n++) client.socket.send(JSON.stringify([null, null, "realtime:a", "broadcast", { event: "x", payload: n }]));
    const system = await client.inbox.find((message) => message.event === "system");
    expect(system.payload).toMatchObject({ status: "error", message: "ChannelRateLimitReached: Too many messages per second" });
    expect((await client.closed).code).toBe(1008);
  });

  it("take five presence calls in half a minute, and no more than 16 KB", async () => {
    const client = await rawClient(world.url);
    await client.send("realtime:p", "phx_join", { config: { presence: { key: "__proto__", enabled: true } } });
    const track = (payload: object) => client.send("realtime:p", "presence", { event: "track", payload });
    expect(await track({ at: 1 })).toMatchObject({ status: "ok" });
    const diff = await client.inbox.find((message) => message.event === "presence_diff");
    expect(JSON.stringify(diff.payload)).toMatch(
      /^\{"joins":\{"__proto__":\{"metas":\[\{"at":1,"phx_ref":"[\w-]{12}"\}\]\}\},"leaves":\{\}\}$/,
    );
    expect(await track({ text: "x".repeat(16_384) })).toMatchObject({ status: "error" });
    for (let n = 0; n < 3; n++) expect(await track({ n })).toMatchObject({ status: "ok" });
    const limited = { status: "error", response: { reason: expect.stringContaining("ClientPresenceRateLimitReached") } };
    expect(await track({})).toEqual(limited);
    // Another channel of the same client has no calls of its own.
    await client.send("realtime:q", "phx_join", { config: {} });
    expect(await client.send("realtime:q", "presence", { event: "track", payload: {} })).toEqual(limited);
    world.clock.advance(6_500);
    expect(await track({ later: true })).toMatchObject({ status: "ok" });
    client.close();
    await client.closed;
  });
});

it("a consumer that does not read is dropped with the buffer it was allowed, others are not", async () => {
  const small = await startServices([realtimeService], {
    environment: {
      REALTIME_PUBLIC_CHANNELS: "true",
      REALTIME_MAX_BUFFER_BYTES: "240000",
      REALTIME_MAX_MESSAGE_BYTES: "120000",
      REALTIME_MAX_PRESENCE_BYTES_PER_ROOM: "60000",
      REALTIME_MESSAGES_PER_SECOND: "100000",
    },
  });
  const [slow, sender] = [await rawClient(small.url), await rawClient(small.url)];
  await slow.send("realtime:a", "phx_join", {});
  await sender.send("realtime:a", "phx_join", ack);
  slow.socket.pause();
  const connections = small.application.nest.get(Connections);
  const payload = "x".repeat(100_000);
  await until("the slow one to be dropped", async () => {
    expect(await sender.send("realtime:a", "broadcast", { event: "x", payload })).toMatchObject({ status: "ok" });
    return connections.count === 1;
  });
  slow.socket.resume();
  expect([1006, 1013]).toContain((await slow.closed).code);
  expect(await sender.send("phoenix", "heartbeat", {})).toMatchObject({ status: "ok" });
  await small.stop();
});

describe("broadcasts over HTTP", () => {
  const post = (address: string, body: unknown, headers: Record<string, string> = { apikey: "tessera" }) =>
    fetch(`${world.url}/realtime/v1/api/broadcast${address}`, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(body),
    });
  const message = { topic: "a", event: "x", payload: {} };

  it("need a key, and for private channels a person who may write there", async () => {
    expect((await post("", { messages: [message] })).status).toBe(202);
    expect((await post("", { messages: [message] }, {})).status).toBe(401);
    const hidden = { ...message, topic: "news", private: true };
    const authorization = `Bearer ${await world.token()}`;
    const refused = await post("", { messages: [hidden] }, { apikey: "tessera", authorization });
    expect([refused.status, await refused.json()]).toEqual([403, { error: expect.stringContaining("permissions to write") }]);
    const userId = "6b0f8c1e-7c5e-4b5e-9f0a-0d1c2b3a4f5e";
    const own = { ...message, topic: `user:${userId}`, private: true };
    expect(
      (await post("", { messages: [own] }, { apikey: "tessera", authorization: `Bearer ${await world.token({ userId })}` })).status,
    ).toBe(202);
  });

  it("are refused in words when they are not understood or too large", async () => {
    expect((await post("", { messages: [] })).status).toBe(400);
    const large = await post("/a/events/x", "y".repeat(120_001));
    expect([large.status, await large.json()]).toEqual([413, { error: "A message must be at most 120000 bytes." }]);
  });
});

/** A token that claims to need no signature. */
function unsigned(): string {
  const part = (content: object) => Buffer.from(JSON.stringify(content)).toString("base64url");
  return `${part({ alg: "none", typ: "JWT" })}.${part({ role: "service_role", exp: 4_000_000_000 })}.`;
}
