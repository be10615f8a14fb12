/** Captures beside servers and clients that stand still. @run all */
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { Injectable, Module, type OnModuleInit } from "@nestjs/common";
import { itemsClient } from "@tessera/contracts-items/items.ts";
import { queueClient } from "@tessera/contracts-queue/client.ts";
import { entryClosed } from "@tessera/contracts-queue/events.ts";
import { Events, Jobs, type ServiceDefinition } from "@tessera/service-kit";
import { type BillingAnswers, billingStandIn } from "@tessera/testing/billing-stand-in.ts";
import { startServices, type World } from "@tessera/testing/services.ts";
import { until } from "@tessera/testing/until.ts";
import { Connections } from "../../realtime/src/connection/connections.ts";
import { rawClient } from "../../realtime/src/testing/raw-client.ts";
import { services } from "./services.ts";

/**
 * Captures beside those who are slow: nothing here is timed. Each capture is acknowledged while the consumer still
 * waits, or the test never ends.
 */
const CAPTURES = 20;
/** Jobs that wait behind the one that is worked on. */
const WAITING = 200;
const QUEUE = "archive.copy";

/** Answers nobody, until it is ended. */
let silent: Server;
const asked: string[] = [];

/** Sends what it is told, and every card's first entry, to a server that never answers. */
@Injectable()
class Archive implements OnModuleInit {
  constructor(
    private readonly jobs: Jobs,
    private readonly events: Events,
  ) {}

  onModuleInit() {
    const send = async (path: string) => {
      asked.push(path);
      await fetch(`http://127.0.0.1:${(silent.address() as AddressInfo).port}${path}`).catch(() => undefined);
    };
    const title = ({ name }: { name: string }) => `Copy ${name}`;
    this.jobs.define<{ name: string }>(QUEUE, { title, retryLimit: 0 }, ({ data }) => send(`/job/${data.name}`));
    this.events.on(entryClosed, "archive", ({ key }) => send(`/event/${key}`));
  }
}
@Module({ providers: [Archive] })
class ArchiveModule {}
const archive: ServiceDefinition = {
  name: "archive",
  title: "Archive",
  module: ArchiveModule,
  schema: "archive",
  migrations: [],
};

let world: World;
const billing: BillingAnswers = { status: "active", entitlements: {} };
beforeAll(async () => {
  silent = createServer(() => undefined).listen(0, "127.0.0.1");
  await once(silent, "listening");
  const some = services({}).filter(({ name }) => ["items", "queue", "realtime"].includes(name));
  world = await startServices([...some, archive, billingStandIn(billing)], {
    environment: {
      REALTIME_PUBLIC_CHANNELS: "true",
      REALTIME_MAX_BUFFER_BYTES: "240000",
      REALTIME_MAX_MESSAGE_BYTES: "120000",
      REALTIME_MAX_PRESENCE_BYTES_PER_ROOM: "60000",
      REALTIME_MESSAGES_PER_SECOND: "100000",
    },
  });
});
afterAll(async () => {
  // What asks from now on is refused, so that every job ends.
  silent.close();
  silent.closeAllConnections();
  await world.stop();
});

async function person() {
  const userId = crypto.randomUUID();
  const token = await world.token({ userId });
  const client = world.client(token);
  const items = itemsClient(client);
  const capture = (title: string, body = "") => items.create({ type: "note", title, body }, crypto.randomUUID());
  return { userId, token, items, queue: queueClient(client), capture };
}

test("captures end while a job waits for a server that never answers and its queue is full", async () => {
  const { userId, items, queue, capture } = await person();
  const jobs = world.application.nest.get(Jobs);
  await world.database.system(async (tx) => {
    for (let n = 0; n <= WAITING; n += 1) await jobs.send(tx, QUEUE, { name: String(n) }, { userId });
  });
  await until("the job to ask the server", () => asked.some((path) => path.startsWith("/job/")));
  for (let n = 0; n < CAPTURES; n += 1) await capture(`Card ${n}`);
  await until("the event's consumer to ask the server", () => asked.some((path) => path.startsWith("/event/")));
  const last = await capture("Last");
  expect((await items.list({ limit: 1 })).items.map(({ id }) => id)).toEqual([last.id]);
  // All that while nobody had an answer.
  expect((await queue.jobs({ queue: QUEUE })).counts).toMatchObject({ running: 1, waiting: WAITING });
  expect(asked.filter((path) => path.startsWith("/job/"))).toEqual(["/job/0"]);
});

test("captures end while a live client does not read, until it is dropped and beyond", async () => {
  const { token, userId, capture } = await person();
  const [live, loud] = [await rawClient(world.url), await rawClient(world.url)];
  const changes = { event: "*", schema: "items", table: "item", filter: `user_id=eq.${userId}` };
  const config = { private: true, postgres_changes: [changes] };
  expect(await live.send(`realtime:user:${userId}`, "phx_join", { config, access_token: token })).toMatchObject({
    status: "ok",
  });
  for (const client of [live, loud])
    expect(await client.send("realtime:a", "phx_join", { config: { broadcast: { ack: true } } })).toMatchObject({
      status: "ok",
    });
  live.socket.pause();
  const connections = world.application.nest.get(Connections);
  // A network takes some megabytes before anything waits in the process.
  const payload = "x".repeat(100_000);
  let captured = 0;
  while (connections.count > 1) {
    captured += 1;
    await capture(`Card ${captured}`);
    await loud.send("realtime:a", "broadcast", { event: "x", payload });
  }
  expect(captured).toBeGreaterThan(1);
  live.socket.resume();
  expect([1006, 1013]).toContain((await live.closed).code);
  await capture("Last");
  loud.close();
});
