import { randomUUID } from "node:crypto";
import { startServices, type World } from "@tessera/testing/services.ts";
import { SignJWT } from "jose";
import { realtimeService } from "../index.ts";
import { insertNote, notesService } from "../testing/notes-service.ts";
import { rawClient, refusedUpgrade } from "../testing/raw-client.ts";

const SECRET = "a shared secret of at least 32 characters";
let world: World;
beforeAll(async () => {
  world = await startServices([realtimeService, notesService], {
    environment: { IDENTITY_JWT_SECRET: SECRET, IDENTITY_ANON_KEY: "published" },
  });
});
afterAll(() => world.stop());

const signed = (claims: Record<string, unknown>, secret = SECRET, algorithm = "HS256") =>
  new SignJWT({ exp: Math.floor(Date.now() / 1000) + 600, ...claims })
    .setProtectedHeader({ alg: algorithm })
    .sign(Buffer.from(secret));
const upgrade = async (apikey: string) =>
  (await refusedUpgrade(world.url, `/realtime/v1/websocket?apikey=${apikey}`)).status;
/** A member of a channel with that key. */
async function opens(apikey: string) {
  const client = await rawClient(world.url, { apikey });
  client.close();
  return client.closed;
}

it("the installation's key and publishable keys open public channels", async () => {
  await opens("published");
  await opens("sb_publishable_anything");
  expect(await upgrade("tessera")).toBe(401);
});

it("keys signed with the shared secret count where it is configured, with role and exp", async () => {
  await opens(await signed({ role: "anon" }));
  expect(await upgrade(await signed({ role: "anon" }, "another secret of at least 32 characters"))).toBe(401);
  expect(await upgrade(await signed({ role: "anon" }, SECRET.repeat(2), "HS512"))).toBe(401);
  expect(await upgrade(await signed({ role: "anon", exp: undefined }))).toBe(401);
  expect(await upgrade(await signed({ role: "postgres" }))).toBe(401);
  expect(await upgrade(await signed({}))).toBe(401);
});

it("a person's token must be this issuer's, for people", async () => {
  const person = { role: "authenticated", sub: randomUUID(), aud: "authenticated" };
  expect(await upgrade(await signed({ ...person, iss: "https://elsewhere.example/auth/v1" }))).toBe(401);
  await opens(await world.token());
});

it("a person who has not given their second factor is not in yet", async () => {
  expect(await upgrade(await world.token({ aal: "aal1", nextAal: "aal2" }))).toBe(401);
  await opens(await world.token({ aal: "aal2", nextAal: "aal2" }));
});

it("a client's token opens nothing, whatever its scope", async () => {
  expect(await upgrade(await world.token({ client: { id: randomUUID(), scope: "tessera:read tessera:write" } }))).toBe(
    401,
  );
});

it("API tokens open nothing, and are told so", async () => {
  const refused = await refusedUpgrade(world.url, `/realtime/v1/websocket?apikey=tessera_pat_${"a".repeat(43)}`);
  expect(refused.status).toBe(403);
  expect(refused.body.error).toContain("API tokens open no live streams");
  const client = await rawClient(world.url, { apikey: "published" });
  const reply = await client.send("realtime:room", "phx_join", { config: {}, access_token: "tessera_pat_of_somebody" });
  expect(JSON.stringify(reply)).toContain("API tokens open no live streams");
  client.close();
});

it("the service's key reads and writes every private channel, and sees everybody's rows", async () => {
  const client = await rawClient(world.url, { apikey: await signed({ role: "service_role" }) });
  const postgres_changes = [{ event: "INSERT", schema: "notes", table: "*", select: ["title"] }];
  const reply = await client.send("realtime:user:anybody", "phx_join", { config: { private: true, postgres_changes } });
  expect(reply).toMatchObject({
    status: "ok",
    response: { postgres_changes: [{ id: expect.any(Number), ...postgres_changes[0] }] },
  });
  await insertNote(world.database, randomUUID(), 1, "somebody's");
  const change = await client.inbox.find((message) => message.event === "postgres_changes");
  expect(change.payload).toEqual({
    ids: [expect.any(Number)],
    data: {
      type: "INSERT",
      schema: "notes",
      table: "note",
      commit_timestamp: expect.any(String),
      columns: [
        { name: "id", type: "int4" },
        { name: "title", type: "text" },
      ],
      record: { id: 1, title: "somebody's" },
      errors: null,
    },
  });
  client.close();
});
