import { randomUUID } from "node:crypto";
import type { SupabaseClient } from "@supabase/supabase-js";
import { startServices, type World } from "@tessera/testing/services.ts";
import { Connections } from "./connection/connections.ts";
import { realtimeService } from "./index.ts";
import { Inbox, supabase } from "./testing/clients.ts";
import { insertNote, notesService } from "./testing/notes-service.ts";
import { rawClient } from "./testing/raw-client.ts";

let world: World;
let client: SupabaseClient | undefined;
beforeAll(async () => {
  world = await startServices([realtimeService, notesService], { environment: { REALTIME_PUBLIC_CHANNELS: "true" } });
});
afterEach(() => client?.removeAllChannels());
afterAll(() => world.stop());

const HOUR = 3_600_000;

it("ends a channel whose token expired, and keeps one whose token was renewed in time", async () => {
  const userId = randomUUID();
  const [first, second] = [await world.token({ userId }), await world.token({ userId, expiresInSeconds: 3 * 3600 })];
  const raw = await rawClient(world.url);
  await raw.send("realtime:stays", "phx_join", { config: { broadcast: { ack: true } }, access_token: first });
  await raw.send("realtime:ends", "phx_join", { config: {}, access_token: first });
  raw.socket.send(JSON.stringify([null, null, "realtime:stays", "access_token", { access_token: second }]));
  await raw.send("realtime:stays", "broadcast", { event: "x", payload: {} });
  world.clock.advance(HOUR + 1000);
  await raw.send("phoenix", "heartbeat", {});
  world.application.nest.get(Connections).sweep();
  const closed = await raw.inbox.find((message) => message.event === "phx_close");
  expect(closed.topic).toBe("realtime:ends");
  expect(raw.inbox.all.find((message) => message.event === "system")).toMatchObject({
    topic: "realtime:ends",
    payload: { extension: "system", status: "error", message: "InvalidJWTToken: Token has expired", channel: "ends" },
  });
  expect(await raw.send("realtime:stays", "broadcast", { event: "x", payload: {} })).toEqual({
    status: "ok",
    response: {},
  });
  raw.close();
});

it("lets go of a private channel when the new token is not allowed there, and of nothing for a key or no token", async () => {
  const [ada, bob] = [randomUUID(), randomUUID()];
  const raw = await rawClient(world.url);
  const topic = `realtime:user:${ada}`;
  const config = { private: true, broadcast: { ack: true } };
  expect(await raw.send(topic, "phx_join", { config, access_token: await fresh(ada) })).toMatchObject({ status: "ok" });
  for (const access_token of [null, "sb_publishable_x", ""])
    raw.socket.send(JSON.stringify([null, null, topic, "access_token", { access_token }]));
  expect(await raw.send(topic, "broadcast", { event: "x", payload: {} })).toMatchObject({ status: "ok" });
  raw.socket.send(JSON.stringify([null, null, topic, "access_token", { access_token: await fresh(bob) }]));
  await raw.inbox.find((message) => message.event === "phx_close");
  expect(await raw.send(topic, "broadcast", { event: "x", payload: {} })).toEqual({
    status: "error",
    response: { reason: "unmatched topic" },
  });
  raw.close();
});

it("shows another person's rows once the token is another person's", async () => {
  const [ada, bob] = [randomUUID(), randomUUID()];
  const raw = await rawClient(world.url);
  const postgres_changes = [{ event: "*", schema: "notes", table: "note" }];
  await raw.send("realtime:rows", "phx_join", {
    config: { postgres_changes, broadcast: { ack: true } },
    access_token: await fresh(ada),
  });
  raw.socket.send(JSON.stringify([null, null, "realtime:rows", "access_token", { access_token: await fresh(bob) }]));
  await raw.send("realtime:rows", "broadcast", { event: "x", payload: {} });
  await insertNote(world.database, ada, 1, "of Ada");
  await insertNote(world.database, bob, 2, "of Bob");
  const change = await raw.inbox.find((message) => message.event === "postgres_changes");
  expect(change.payload.data).toMatchObject({ record: { title: "of Bob" } });
  raw.close();
});

it("drops a connection that has been silent for a minute", async () => {
  const raw = await rawClient(world.url);
  await raw.send("phoenix", "heartbeat", {});
  world.clock.advance(61_000);
  world.application.nest.get(Connections).sweep();
  expect(await raw.closed).toEqual({ code: 1001, reason: "No heartbeat for a minute" });
});

it("takes its clients back after a restart, with their channels and their listening", async () => {
  const userId = randomUUID();
  const token = await fresh(userId);
  client = supabase(world.url, { token: () => token });
  await client.realtime.setAuth();
  const changes = new Inbox<{ new: { title?: string } }>();
  const systems = new Inbox<{ message: string }>();
  const statuses = new Inbox<string>();
  const channel = client
    .channel("lasting")
    .on("postgres_changes", { event: "INSERT", schema: "notes", table: "note" }, changes.put as never);
  channel.on("system" as never, {} as never, systems.put as never);
  channel.subscribe((status) => statuses.put(status));
  await statuses.find((status) => status === "SUBSCRIBED");
  await insertNote(world.database, userId, 10, "before");
  await changes.find((change) => change.new.title === "before");
  const again = await world.restart();
  await systems.find((system) => system.message === "The server restarts");
  await statuses.find(() => statuses.all.filter((status) => status === "SUBSCRIBED").length === 2);
  await insertNote(again.database, userId, 11, "after");
  await changes.find((change) => change.new.title === "after");
});

/** A token that is valid by the world's clock, however far that went on. */
const fresh = (userId: string) => world.token({ userId, expiresInSeconds: 24 * 3600 });
