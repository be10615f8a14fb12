import { randomUUID } from "node:crypto";
import { type Application, EndedSessions } from "@tessera/service-kit";
import { startServices, type World } from "@tessera/testing/services.ts";
import { SignJWT } from "jose";
import { realtimeService } from "../index.ts";
import { rawClient, refusedUpgrade } from "../testing/raw-client.ts";

const SECRET = "a shared secret of at least 32 characters";
const ENDED = "InvalidJWTToken: The session has ended";
let world: World;
let beside: Application;
let urls: string[];
beforeAll(async () => {
  world = await startServices([realtimeService], { ownIdentity: true, environment: { IDENTITY_JWT_SECRET: SECRET } });
  beside = await world.startBeside([realtimeService]);
  urls = [world.url, await beside.nest.getUrl()];
});
afterAll(async () => {
  await beside.close();
  await world.stop();
});

const person = () => ({ sub: randomUUID(), session_id: randomUUID() });
const tokenOf = (claims: object) =>
  new SignJWT({ role: "authenticated", aud: "authenticated", iss: `${world.url}/auth/v1`, ...claims })
    .setProtectedHeader({ alg: "HS256" })
    .setExpirationTime("1h")
    .sign(Buffer.from(SECRET));
/** As the transaction that ends it does, announced to both processes. */
async function end(ended: { sub: string; session_id?: string; generation?: number }) {
  const obeyed = [world.application, beside].map(
    ({ nest }) => new Promise<void>((resolve) => void nest.get(EndedSessions).onEnd(() => resolve())),
  );
  await world.application.database.pool.query(
    "insert into kit.ended_session (user_id, session_id, generation) values ($1, $2, $3)",
    [ended.sub, ended.session_id ?? null, ended.generation ?? null],
  );
  await Promise.all(obeyed);
}
const privately = (sub: string, access_token: string) =>
  [`realtime:user:${sub}`, "phx_join", { config: { private: true }, access_token }] as const;

it.each([
  ["its session", (who: ReturnType<typeof person>) => who],
  ["all of the person's tokens below a generation", ({ sub }: ReturnType<typeof person>) => ({ sub, generation: 1 })],
])(
  "lets go of joined channels and refuses joins, upgrades and broadcasts of a token after the end of %s",
  async (_what, ended) => {
    const who = person();
    const token = await tokenOf(who);
    const bystander = person();
    const clients = [];
    for (const url of urls) {
      const [client, other] = [await rawClient(url), await rawClient(url)];
      const [topic, event, join] = privately(who.sub, token);
      expect(await client.send(topic, event, join)).toMatchObject({ status: "ok" });
      expect(await other.send(...privately(bystander.sub, await tokenOf(bystander)))).toMatchObject({ status: "ok" });
      clients.push({ url, client, other, topic, event, join });
    }
    const byUpgrade = await rawClient(urls[0]!, {}, { authorization: `Bearer ${token}` });
    await end(ended(who));
    for (const { url, client, other, topic, event, join } of clients) {
      expect((await client.inbox.find((message) => message.event === "phx_close")).topic).toBe(topic);
      expect(client.inbox.all.find((message) => message.event === "system")?.payload.message).toBe(ENDED);
      expect(await client.send(topic, event, join)).toEqual({ status: "error", response: { reason: ENDED } });
      expect(
        await refusedUpgrade(url, "/realtime/v1/websocket?apikey=tessera", { authorization: `Bearer ${token}` }),
      ).toEqual({
        status: 401,
        body: { error: ENDED },
      });
      const post = await broadcast(url, `user:${who.sub}`, true, token);
      expect([post.status, await post.json()]).toEqual([401, { error: ENDED }]);
      expect(other.inbox.all.some((message) => message.event === "phx_close")).toBe(false);
      for (const open of [client, other]) open.close();
    }
    expect(await byUpgrade.send(`realtime:user:${who.sub}`, "phx_join", { config: { private: true } })).toEqual({
      status: "error",
      response: { reason: ENDED },
    });
    byUpgrade.close();
  },
);

it("takes the person's next token", async () => {
  const who = person();
  await end({ sub: who.sub, generation: 1 });
  const client = await rawClient(world.url);
  const [topic, event, join] = privately(who.sub, await tokenOf({ ...who, generation: 1 }));
  expect(await client.send(topic, event, join)).toMatchObject({ status: "ok" });
  client.close();
});

describe("without public channels", () => {
  it("nobody who is not signed in joins a channel or broadcasts", async () => {
    const client = await rawClient(world.url);
    const refused = "Unauthorized: Sign in to use the Channel topic: lobby";
    expect(await client.send("realtime:lobby", "phx_join", {})).toEqual({
      status: "error",
      response: { reason: refused },
    });
    const post = await broadcast(world.url, "lobby", false);
    expect([post.status, await post.json()]).toEqual([403, { error: refused }]);
    client.close();
  });

  it("a channel that is not private is its person's own, on all their connections", async () => {
    const [ada, bob] = [person(), person()];
    const join = async (who: object) => {
      const client = await rawClient(world.url);
      const config = { broadcast: { ack: true, self: true }, presence: { enabled: true } };
      expect(
        await client.send("realtime:lobby", "phx_join", { config, access_token: await tokenOf(who) }),
      ).toMatchObject({ status: "ok" });
      return client;
    };
    const [laptop, phone, stranger] = [await join(ada), await join(ada), await join(bob)];
    await laptop.send("realtime:lobby", "broadcast", { event: "of-ada", payload: {} });
    await stranger.send("realtime:lobby", "broadcast", { event: "of-bob", payload: {} });
    await broadcast(world.url, "lobby", false, await tokenOf(ada));
    await phone.binary.find((data) => data.includes("of-ada"));
    await phone.binary.find((data) => data.includes("by-http"));
    await stranger.binary.find((data) => data.includes("of-bob"));
    expect([phone.binary.all.some((data) => data.includes("of-bob")), stranger.binary.all.length]).toEqual([false, 1]);
    laptop.socket.send(
      JSON.stringify([null, null, "realtime:lobby", "access_token", { access_token: await tokenOf(bob) }]),
    );
    const { payload } = await laptop.inbox.find(({ event }) => event === "system");
    expect(payload.message).toContain("another person's");
    for (const client of [laptop, phone, stranger]) client.close();
  });
});

const broadcast = (url: string, topic: string, isPrivate: boolean, token?: string) =>
  fetch(`${url}/realtime/v1/api/broadcast`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      apikey: "tessera",
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    body: JSON.stringify({ messages: [{ topic, event: "by-http", payload: {}, private: isPrivate }] }),
  });
