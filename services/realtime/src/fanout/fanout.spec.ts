import { randomUUID } from "node:crypto";
import { Database, Log, Notifications, type OpenDatabase } from "@tessera/service-kit";
import { openTestDatabase } from "@tessera/testing/database.ts";
import sql from "../../migrations/001-realtime.sql";
import type { Channel } from "../channels/channel.ts";
import { Rooms } from "../channels/rooms.ts";
import { RealtimeConfigSchema } from "../config.ts";
import { PresenceBudget } from "../presence/presence-budget.ts";
import { Presences } from "../presence/presences.ts";
import { Inbox } from "../testing/clients.ts";
import { Bus } from "./bus.ts";
import { Fanout } from "./fanout.ts";

const config = RealtimeConfigSchema.parse({});
let opened: OpenDatabase;
const ends: (() => Promise<void>)[] = [];
beforeAll(async () => {
  opened = await openTestDatabase();
  await opened.pool.query("create schema realtime");
  await opened.pool.query(sql);
});
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});
afterAll(() => opened.close());

/** What one of several processes on one database holds. */
async function startProcess() {
  const rooms = new Rooms();
  const bus = new Bus(Database.over(opened.pool, "realtime"), new Notifications(opened), new Log("silent"));
  const presences = new Presences(rooms, bus, new PresenceBudget(config));
  const fanout = new Fanout({ embedded: false } as never, rooms, presences, bus);
  await fanout.onApplicationBootstrap();
  let ended = false;
  const end = async () => {
    if (!ended) await fanout.onApplicationShutdown();
    ended = true;
  };
  ends.push(end);
  /** A member of a channel, and what it is sent. */
  const member = (name: string, key = "somebody") => {
    const sent = new Inbox<string | Buffer>();
    const channel = {
      id: randomUUID(),
      room: `public:${name}`,
      presenceKey: key,
      config: { presence: { enabled: true } },
      connection: { version: "2.0.0", send: sent.put },
    } as unknown as Channel;
    rooms.enter(channel);
    return { channel, sent };
  };
  return { fanout, presences, member, end };
}

it("broadcasts reach the clients of other processes in order, small, large and of bytes", async () => {
  const [one, other] = [await startProcess(), await startProcess()];
  const { sent } = other.member("room");
  const own = one.member("room");
  const large = JSON.stringify("ü".repeat(50_000));
  one.fanout.broadcast("public:room", { event: "e", json: '"first \\u0000"' }, null);
  one.fanout.broadcast("public:room", { event: "e", json: large }, null);
  for (let n = 0; n < 3; n++) one.fanout.broadcast("public:room", { event: "e", json: '"same"' }, null);
  one.fanout.broadcast("public:room", { event: "e", binary: Buffer.from([0, 255]) }, null);
  await sent.find(() => sent.all.length === 6);
  expect(sent.all).toEqual(own.sent.all);
  expect(sent.all[1]).toEqual(Buffer.concat([Buffer.from([4, 13, 1, 0, 1]), Buffer.from(`realtime:roome${large}`)]));
  expect((await opened.pool.query("select count(*)::int as kept from realtime.message")).rows[0]).toEqual({ kept: 1 });
});

it("presence is one over all processes, for those that come later too, and ends with its process", async () => {
  const one = await startProcess();
  const ada = one.member("lobby", "ada");
  one.presences.track(ada.channel, '{"at":"desk"}');
  const later = await startProcess();
  const { sent } = later.member("lobby");
  const joined = await sent.find((text) => String(text).includes('"ada"'));
  expect(JSON.parse(String(joined))[4]).toMatchObject({ joins: { ada: { metas: [{ at: "desk" }] } }, leaves: {} });
  expect(later.presences.state("public:lobby")).toEqual(one.presences.state("public:lobby"));
  await one.end();
  const left = await sent.find((text) => text !== joined);
  expect(JSON.parse(String(left))[4]).toMatchObject({ joins: {}, leaves: { ada: { metas: [{ at: "desk" }] } } });
  expect(later.presences.state("public:lobby")).toBe("{}");
});
