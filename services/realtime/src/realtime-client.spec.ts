import { randomUUID } from "node:crypto";
import type { RealtimePostgresChangesPayload, SupabaseClient } from "@supabase/supabase-js";
import { startServices, type World } from "@tessera/testing/services.ts";
import { sql } from "drizzle-orm";
import { realtimeService } from "./index.ts";
import { Inbox, join, supabase } from "./testing/clients.ts";
import { asPerson, insertNote, notesService } from "./testing/notes-service.ts";

let world: World;
const clients: SupabaseClient[] = [];
const client = (options?: Parameters<typeof supabase>[1]) => {
  const made = supabase(world.url, options);
  clients.push(made);
  return made;
};
let noteId = 0;

beforeAll(async () => {
  world = await startServices([realtimeService, notesService], { environment: { REALTIME_PUBLIC_CHANNELS: "true" } });
});
afterEach(async () => {
  for (const made of clients.splice(0)) await made.removeAllChannels();
});
afterAll(() => world.stop());

describe.each(["1.0.0", "2.0.0"])("supabase-js at version %s", (vsn) => {
  it("sends broadcasts to the others on a channel, and to itself when it asks for that", async () => {
    const received = new Inbox<{ payload: { text: string } }>();
    const own = new Inbox<unknown>();
    const name = `room ü ${vsn}`;
    await join(
      client({ vsn })
        .channel(name)
        .on("broadcast", { event: "said" }, received.put as never),
    );
    const quiet = await join(client({ vsn }).channel(name).on("broadcast", { event: "said" }, own.put));
    expect(await quiet.send({ type: "broadcast", event: "said", payload: { text: "grüß dich 🌍" } })).toBe("ok");
    expect((await received.find()).payload).toEqual({ text: "grüß dich 🌍" });
    const echo = new Inbox<{ payload: unknown }>();
    const loud = client({ vsn }).channel(name, { config: { broadcast: { self: true, ack: true } } });
    await join(loud.on("broadcast", { event: "said" }, echo.put));
    expect(await loud.send({ type: "broadcast", event: "said", payload: { text: "me" } })).toBe("ok");
    expect((await echo.find()).payload).toEqual({ text: "me" });
    await received.find((message) => message.payload.text === "me");
    expect(own.all).toHaveLength(1);
  });

  it("takes broadcasts over HTTP: httpSend, and send before it has joined", async () => {
    const received = new Inbox<{ event: string; payload: unknown }>();
    await join(client({ vsn }).channel(`http ${vsn}`).on("broadcast", { event: "*" }, received.put));
    const sender = client({ vsn }).channel(`http ${vsn}`);
    expect(await sender.httpSend("direct", { n: 1 })).toEqual({ success: true });
    expect((await received.find((message) => message.event === "direct")).payload).toEqual({ n: 1 });
    expect(await sender.send({ type: "broadcast", event: "early", payload: { n: 2 } })).toBe("ok");
    expect((await received.find((message) => message.event === "early")).payload).toEqual({ n: 2 });
  });

  it("shows who is present, and who comes and goes", async () => {
    const name = `presence ${vsn}`;
    const syncs = new Inbox<string[]>();
    const watcher = client({ vsn }).channel(name, { config: { presence: { key: "ada" } } });
    await join(watcher.on("presence", { event: "sync" }, () => syncs.put(Object.keys(watcher.presenceState()).sort())));
    expect(await watcher.track({ at: "desk" })).toBe("ok");
    await syncs.find((keys) => keys.join() === "ada");
    const guest = client({ vsn }).channel(name, { config: { presence: { key: "bob", enabled: true } } });
    await join(guest);
    await guest.track({ at: "door" });
    await syncs.find((keys) => keys.join() === "ada,bob");
    expect(watcher.presenceState()).toMatchObject({ ada: [{ at: "desk" }], bob: [{ at: "door" }] });
    expect(Object.keys(guest.presenceState())).toContain("ada");
    const both = syncs.all.length;
    await guest.untrack();
    await syncs.find((keys) => syncs.all.indexOf(keys) >= both && keys.join() === "ada");
  });

  it("hears of the person's own changes alone, in supabase's form", async () => {
    const [ada, bob] = [randomUUID(), randomUUID()];
    const token = await world.token({ userId: ada });
    const changes = new Inbox<RealtimePostgresChangesPayload<Record<string, unknown>>>();
    const inserts = new Inbox<RealtimePostgresChangesPayload<Record<string, unknown>>>();
    const mine = client({ vsn, token: () => token });
    await mine.realtime.setAuth();
    const channel = mine
      .channel("mine")
      .on("postgres_changes", { event: "*", schema: "notes", table: "note" }, changes.put)
      .on("postgres_changes", { event: "INSERT", schema: "notes", table: "note", filter: "rank=gt.5" }, inserts.put);
    await join(channel);
    const id = ++noteId;
    await insertNote(world.database, bob, ++noteId, "of Bob", 9);
    await insertNote(world.database, ada, id, "of Ada", 1);
    await asPerson(world.database, ada, sql`update notes.note set title = 'changed', tags = '{a,b}' where id = ${id}`);
    await asPerson(world.database, ada, sql`delete from notes.note where id = ${id}`);
    await insertNote(world.database, ada, ++noteId, "high", 9);
    await inserts.find();
    await changes.find((change) => (change.new as { title?: string }).title === "high");
    expect(changes.all.map((change) => change.eventType)).toEqual(["INSERT", "UPDATE", "DELETE", "INSERT"]);
    const [insert, update, remove] = changes.all;
    expect(insert).toMatchObject({
      schema: "notes",
      table: "note",
      errors: null,
      new: { id, user_id: ada, title: "of Ada", rank: 1, done: false, tags: [], due_at: null },
      old: {},
    });
    expect(insert!.new).not.toHaveProperty("body");
    expect(new Date(insert!.commit_timestamp).getTime()).toBeGreaterThan(Date.now() - 60_000);
    expect(update).toMatchObject({ new: { id, title: "changed", tags: ["a", "b"] }, old: { id } });
    expect(remove).toMatchObject({ new: {}, old: { id } });
    expect(inserts.all).toHaveLength(1);
  });

  it("joins a private channel only as a person whom the policy lets in", async () => {
    const [ada, bob] = [randomUUID(), randomUUID()];
    const tokens = { ada: await world.token({ userId: ada }), bob: await world.token({ userId: bob }) };
    const topic = `user:${ada}:devices`;
    const config = { config: { private: true } };
    const received = new Inbox<{ payload: unknown }>();
    const mine = client({ vsn, token: () => tokens.ada });
    await mine.realtime.setAuth();
    await join(mine.channel(topic, config).on("broadcast", { event: "x" }, received.put));
    const his = client({ vsn, token: () => tokens.bob });
    await his.realtime.setAuth();
    await expect(join(his.channel(topic, config))).rejects.toThrow("permissions to read");
    await expect(join(client({ vsn }).channel(topic, config))).rejects.toThrow("permissions to read");
    await expect(his.channel(topic, config).httpSend("x", { from: "bob" })).rejects.toThrow("permissions to write");
    // The public channel of the same name is another one.
    const open = await join(client({ vsn, token: () => tokens.bob }).channel(topic));
    await open.httpSend("x", { from: "bob" });
    await open.send({ type: "broadcast", event: "x", payload: { from: "bob" } });
    await mine.channel(topic, config).httpSend("x", { from: "ada" });
    await received.find();
    expect(received.all.map((message) => message.payload)).toEqual([{ from: "ada" }]);
  });
});

it("carries bytes as they are between clients at version 2.0.0", async () => {
  const received = new Inbox<{ payload: ArrayBuffer }>();
  await join(
    client()
      .channel("bytes")
      .on("broadcast", { event: "raw" }, received.put as never),
  );
  const sender = await join(client().channel("bytes"));
  await sender.send({ type: "broadcast", event: "raw", payload: new Uint8Array([0, 1, 255]).buffer });
  await sender.httpSend("raw", new Uint8Array([7, 8]).buffer as never);
  await received.find(() => received.all.length === 2);
  expect(received.all.map((message) => [...new Uint8Array(message.payload)])).toEqual([
    [0, 1, 255],
    [7, 8],
  ]);
});

it("reports what cannot be listened to", async () => {
  const token = await world.token();
  const listen = (filter: object) =>
    join(
      client({ token: () => token })
        .channel(randomUUID())
        .on("postgres_changes" as never, { event: "*", ...filter } as never, () => undefined),
    );
  await expect(listen({ schema: "kit", table: "migration" })).rejects.toThrow("no published table kit.migration");
  await expect(listen({ schema: "notes", table: "note", filter: "body=eq.x" })).rejects.toThrow(
    "column body is not published",
  );
  await expect(listen({ schema: "notes", table: "note", filter: "title=match.(a+)+$" })).rejects.toThrow(
    "regular expressions",
  );
});
