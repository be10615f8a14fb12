import { randomUUID } from "node:crypto";
import { Injectable, Module, type OnModuleInit } from "@nestjs/common";
import { entryClosed } from "@tessera/contracts-queue/events.ts";
import { Events, type ServiceDefinition } from "@tessera/service-kit";
import { until } from "@tessera/testing/until.ts";
import { z } from "zod";
import { type ItemsWorld, startItems } from "../testing/items-world.ts";
import { definePlugin } from "../types/plugin.ts";

/** What the consumers of a test wait for. */
let release: () => void;
let released: Promise<void>;
const begun = { events: 0, steps: 0 };

@Injectable()
class SlowConsumer implements OnModuleInit {
  constructor(private readonly events: Events) {}
  onModuleInit() {
    this.events.on(entryClosed, "slow", () => {
      begun.events += 1;
      return released;
    });
  }
}
@Module({ providers: [SlowConsumer] })
class SlowModule {}
const slowService: ServiceDefinition = {
  name: "slow",
  title: "Slow",
  module: SlowModule,
  schema: "slow",
  migrations: [],
};

const film = definePlugin({
  definition: { type: "film", label: "Film", newMenuItem: { label: "New film" } },
  data: z.record(z.string(), z.unknown()),
  followUpJobs: ["develop"],
  steps: {
    develop: {
      run: async () => {
        begun.steps += 1;
        await released;
        return { data: { developed: true } };
      },
    },
  },
});

let world: ItemsWorld;
beforeAll(async () => {
  world = await startItems({
    types: [{ name: "film", load: async () => ({ default: film }) }],
    services: [slowService],
  });
});
beforeEach(() => {
  ({ promise: released, resolve: release } = Promise.withResolvers<void>());
  Object.assign(begun, { events: 0, steps: 0 });
});
afterEach(async () => {
  release();
  await world.jobsIdle();
});
afterAll(() => world.stop());

const key = () => randomUUID();

test("a card is acknowledged and listed while a consumer of its event does not come to an end", async () => {
  const { items } = await world.person();
  const first = await items.create({ type: "note", title: "First", body: "One" }, key());
  await until("the consumer to begin", () => begun.events === 1);
  const second = await items.create({ type: "note", title: "Second", body: "Two" }, key());
  const { items: listed } = await items.list({});
  expect(listed.map(({ id }) => id)).toEqual([second.id, first.id]);
});

test("consumers of other services have the event while one does not come to an end", async () => {
  const userId = randomUUID();
  const { items } = await world.person({ userId });
  await items.create({ type: "note", title: "First", body: "One" }, key());
  await until("the slow consumer to begin", () => begun.events === 1);
  await until("the other consumer to be told", () => world.received.welcomed.includes(userId));
});

test("a card is acknowledged and listed while every worker is busy, and processed once they are free", async () => {
  const { items } = await world.person();
  const films: string[] = [];
  for (let n = 1; n <= 5; n += 1)
    films.push((await items.create({ type: "film", title: `Film ${n}`, body: "" }, key())).id);
  await until("both workers to be busy", () => begun.steps === 2);
  const last = await items.create({ type: "film", title: "Last", body: "" }, key());
  const { items: listed } = await items.list({});
  expect(listed.map(({ id }) => id)).toEqual([last.id, ...films.toReversed()]);
  expect(begun.steps).toBe(2);
  release();
  await world.jobsIdle();
  for (const id of [...films, last.id]) expect((await items.get(id)).data).toMatchObject({ developed: true });
});
