import { randomUUID } from "node:crypto";
import type { Item } from "@tessera/contracts-items/items.ts";
import { cardJobsChanged } from "@tessera/contracts-queue/events.ts";
import { type Caller, Events, JobRecords } from "@tessera/service-kit";
import { until } from "@tessera/testing/until.ts";
import { sql } from "drizzle-orm";
import { z } from "zod";
import { type ItemsWorld, startItems } from "../testing/items-world.ts";
import { refusal } from "../testing/refusal.ts";
import { definePlugin } from "../types/plugin.ts";
import type { Step } from "./step.ts";

/** What the steps of a test wait for, unless they are cancelled. */
let release: () => void;
let released: Promise<void>;
let begun: string[];

const data = z.record(z.string(), z.unknown());
const develop: Step = {
  run: async ({ title }, _, { signal }) => {
    begun.push(title);
    const cancelled = new Promise<void>((resolve) => {
      if (signal.aborted) resolve();
      signal.addEventListener("abort", () => resolve());
    });
    await Promise.race([released, cancelled]);
    signal.throwIfAborted();
    return { data: { developed: true } };
  },
};
/** A type whose scenes, once their steps have ended, have it counted. */
const film = definePlugin({
  definition: { type: "film", label: "Film", newMenuItem: { label: "New film" }, childTypes: ["scene"] },
  data,
  followUpJobs: ["develop"],
  parentJobs: ["cut"],
  steps: { develop, cut: { run: async (item) => ({ data: { cuts: Number(item.data.cuts ?? 0) + 1 } }) } },
});
const scene = definePlugin({
  definition: { type: "scene", label: "Scene", newMenuItem: { label: "New scene" }, parentType: "film" },
  data,
  followUpJobs: ["develop", "grade"],
  steps: { develop, grade: develop },
});

let world: ItemsWorld;
beforeAll(async () => {
  const types = [film, scene].map((plugin) => ({
    name: plugin.definition.type,
    load: async () => ({ default: plugin }),
  }));
  world = await startItems({ types, environment: { RATE_LIMIT_FACTOR: "0", EMBEDDINGS: "off" } });
});
beforeEach(() => {
  ({ promise: released, resolve: release } = Promise.withResolvers<void>());
  begun = [];
});
afterEach(async () => {
  release();
  await world.jobsIdle();
});
afterAll(() => world.stop());

const CANCELLED = { state: "failure", reason: "Cancelled", cancelled: true };
const PENDING = { state: "pending" };

async function person() {
  const userId = randomUUID();
  const { items } = await world.person({ userId });
  const caller = { userId } as Caller;
  const records = world.application.nest.get(JobRecords);
  const film = (title: string) => items.create({ type: "film", title }, randomUUID());
  const stepOf = async ({ id }: Item) => (await items.get(id)).processing.develop;
  const job = async ({ id }: Item) =>
    (await records.list(caller, { limit: 10 })).jobs.find((one) => one.itemId === id)!;
  const says = (card: Item, state: object) =>
    until(`the step of ${card.title} to be ${JSON.stringify(state)}`, async () => {
      const { ms: _, ...now } = (await stepOf(card)) ?? {};
      return JSON.stringify(now) === JSON.stringify(state);
    });
  return { userId, items, caller, records, film, stepOf, job, says };
}

it("is cancelled on its card, whether it runs or waits, when its job is cancelled in the queue", async () => {
  const { caller, records, film, job, says, stepOf } = await person();
  const cards = [await film("First"), await film("Second"), await film("Third")];
  const [first, second, third] = cards as [Item, Item, Item];
  await until("both workers to be busy", () => begun.length === 2);
  await records.cancel(caller, (await job(third)).id);
  await says(third, CANCELLED);
  expect(await stepOf(first)).toEqual(PENDING);
  await records.changeSome(caller, "cancel", { ids: [(await job(first)).id, (await job(second)).id], limit: 2 });
  await says(first, CANCELLED);
  await says(second, CANCELLED);
  await world.jobsIdle();
  expect(begun).not.toContain("Third");
  expect((await job(first)).state).toBe("cancelled");
});

it("runs again from its card, and waits again when its job is retried in the queue", async () => {
  const { items, caller, records, film, job, says } = await person();
  const [one, other] = [await film("One"), await film("Other")];
  for (const card of [one, other]) {
    await records.cancel(caller, (await job(card)).id);
    await says(card, CANCELLED);
    await until("its job to have ended", async () => (await job(card)).state === "cancelled");
  }
  expect((await items.list({ type: "film" })).items[0]).toMatchObject({
    failure: { step: "develop", cancelled: true },
  });
  expect((await items.reprocess(one.id, "develop")).processing.develop).toEqual(PENDING);
  await records.retry(caller, (await job(other)).id);
  await says(other, PENDING);
  release();
  await says(one, { state: "success" });
  await says(other, { state: "success" });
  expect((await items.get(one.id)).data).toMatchObject({ developed: true });
});

it("is cancelled on the card with its job, once; what has ended stays, and nobody else's is found", async () => {
  const { items, film, job, stepOf } = await person();
  const card = await film("Reel");
  await until("it to begin", () => begun.length === 1);
  expect((await items.cancelStep(card.id, "develop")).processing.develop).toEqual(CANCELLED);
  await world.jobsIdle();
  expect((await job(card)).state).toBe("cancelled");
  await items.reprocess(card.id, "develop");
  release();
  await world.jobsIdle();
  const done = await stepOf(card);
  expect(done).toMatchObject({ state: "success" });
  expect((await items.cancelStep(card.id, "develop")).processing.develop).toEqual(done);
  expect(await refusal(items.cancelStep(card.id, "polish"))).toMatchObject({ status: 404, code: "unknown_step" });
  const other = await person();
  const refused = await refusal(other.items.cancelStep(card.id, "develop"));
  expect(refused).toMatchObject({ status: 404, code: "item_not_found" });
});

it("stays as it is when an event comes late: its job waits again, or has found something", async () => {
  const { userId, film, stepOf } = await person();
  const card = await film("Late");
  await until("it to begin", () => begun.length === 1);
  const tell = async () => {
    const change = { userId, jobs: [{ itemId: card.id, step: "develop" }] };
    await world.database.system((tx) => world.application.nest.get(Events).publish(tx, cardJobsChanged, change));
    await until("nobody to be told any more", async () => {
      const { rows } = await world.database.system((tx) =>
        tx.execute(
          sql`select from pgboss.job where name like 'event.queue.card-jobs-changed%' and state < 'completed'`,
        ),
      );
      return rows.length === 0;
    });
  };
  await tell();
  expect(await stepOf(card)).toEqual(PENDING);
  release();
  await world.jobsIdle();
  await tell();
  expect(await stepOf(card)).toMatchObject({ state: "success" });
});

it("tells the parent once all steps of a child have ended, also where they were cancelled", async () => {
  const { items, film, says } = await person();
  const parent = await film("Reel");
  release();
  await says(parent, { state: "success" });
  await world.jobsIdle();
  ({ promise: released, resolve: release } = Promise.withResolvers<void>());
  const child = await items.create({ type: "scene", title: "Harbour", parentId: parent.id }, randomUUID());
  const cuts = async () => (await items.get(parent.id)).data.cuts;
  await items.cancelStep(child.id, "develop");
  expect((await items.get(parent.id)).processing).not.toHaveProperty("cut");
  expect((await items.cancelStep(child.id, "grade")).processing).toMatchObject({
    develop: CANCELLED,
    grade: CANCELLED,
  });
  await until("the film to be cut", async () => (await cuts()) === 1);
  // What was cancelled already is told of once.
  await items.cancelStep(child.id, "grade");
  await world.jobsIdle();
  expect(await items.get(parent.id)).toMatchObject({ data: { cuts: 1 }, processing: { cut: { state: "success" } } });

  const other = await items.create({ type: "scene", title: "Pier", parentId: parent.id }, randomUUID());
  await items.cancelStep(other.id, "grade");
  expect(await cuts()).toBe(1);
  release();
  await world.jobsIdle();
  expect(await cuts()).toBe(2);
});

it("is cancelled where it has no job any more that could end it", async () => {
  const { items, film, says } = await person();
  const card = await film("Lost");
  release();
  await world.jobsIdle();
  await world.database.system((tx) =>
    tx.execute(
      sql`update items.item set processing = processing || '{"develop": {"state": "pending"}}' where id = ${card.id}`,
    ),
  );
  expect((await items.cancelStep(card.id, "develop")).processing.develop).toEqual(CANCELLED);
  await items.reprocess(card.id, "develop");
  await says(card, { state: "success" });
});
