import { randomUUID } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { JobRecords, Jobs } from "@tessera/service-kit";
import { until } from "@tessera/testing/until.ts";
import { sql } from "drizzle-orm";
import { z } from "zod";
import { type ItemsWorld, startItems } from "../testing/items-world.ts";
import { refusal } from "../testing/refusal.ts";
import { definePlugin } from "../types/plugin.ts";

const data = z.record(z.string(), z.unknown());
/** A type whose parts, once processed, have their album counted. */
const album = definePlugin({
  definition: { type: "album", label: "Album", newMenuItem: { label: "New album" }, childTypes: ["picture"] },
  data,
  parentJobs: ["gather"],
  steps: { gather: { run: async (item) => ({ data: { gathered: Number(item.data.gathered ?? 0) + 1 } }) } },
});
/** What the measure of pictures waits for. */
let measured: Promise<void> = Promise.resolve();
const picture = definePlugin({
  definition: { type: "picture", label: "Picture", newMenuItem: { label: "New picture" }, parentType: "album" },
  data,
  followUpJobs: ["measure"],
  steps: {
    measure: {
      run: async (item) => {
        await measured;
        return { data: { letters: item.body.length } };
      },
    },
  },
});
const raw = definePlugin({
  definition: { type: "raw", label: "Raw", newMenuItem: { label: "New raw" } },
  data,
  excludeFromProcessing: true,
  followUpJobs: ["never"],
  steps: { never: { run: async () => ({ data: { ran: true } }) } },
});
const types = [album, picture, raw].map((plugin) => ({
  name: plugin.definition.type,
  load: async () => ({ default: plugin }),
}));

let world: ItemsWorld;
let site: Server;
let origin: string;
let status: number;
/** What the site answers instead of its article. */
let page: string | null;
beforeAll(async () => {
  site = createServer((_, response) => {
    const words = "The quick brown fox jumps over the lazy dog and runs away from it. ".repeat(12);
    response.writeHead(status, { "content-type": "text/html" });
    if (page !== null) {
      response.end(page);
      return;
    }
    response.end(`<html><head><title>Fox news</title><meta name="author" content="A. Hen"></head><body><script>alert(1)</script>
      <article><h1>Fox news</h1><p onclick="x()">${words}</p><p><a href="/more">More</a></p></article></body></html>`);
  });
  await new Promise<void>((ready) => site.listen(0, "127.0.0.1", ready));
  origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  // Without limits: a test asks again and again, as fast as it is answered.
  const environment = { ITEMS_FETCH_ALLOW: origin.slice("http://".length), RATE_LIMIT_FACTOR: "0" };
  world = await startItems({ types, environment });
});
beforeEach(() => {
  status = 200;
  page = null;
});
afterAll(async () => {
  await world.stop();
  site.closeAllConnections();
  site.close();
});

const key = () => randomUUID();

it("stores a bookmark at once and fetches its readable copy after [items.follow-up]", async () => {
  const { items } = await world.person();
  const made = await items.create({ type: "bookmark", data: { url: `${origin}/fox` } }, key());
  expect(made.processing).toMatchObject({ title: { state: "success" }, readable: { state: "pending" } });
  expect(made.title).toBe(`${origin.slice("http://".length)}/fox`);
  expect((await items.list({ q: "fox" })).items).toMatchObject([{ id: made.id, unread: true }]);
  await world.jobsIdle();
  const read = await items.get(made.id);
  expect(read).toMatchObject({
    title: "Fox news",
    titleSource: "rule",
    version: 1,
    processing: { readable: { state: "success" } },
  });
  expect(read.data.readableHtml).toContain("quick brown fox");
  expect(read.data.readableHtml).toContain(`href="${origin}/more"`);
  expect(read.data.readableHtml).not.toMatch(/script|onclick/);
  expect(read.data).toMatchObject({ pageTitle: "Fox news" });
  expect((await items.list({ q: "lazy dogs" })).items[0]).toMatchObject({ id: made.id });
  expect((await items.list({ type: "bookmark" })).items[0]).not.toHaveProperty("data");
});

it("never overwrites a title that a person gave [items.titles]", async () => {
  const { items } = await world.person();
  const made = await items.create({ type: "bookmark", title: "My fox", data: { url: `${origin}/fox` } }, key());
  await world.jobsIdle();
  expect(await items.get(made.id)).toMatchObject({
    title: "My fox",
    titleSource: "person",
    data: { pageTitle: "Fox news" },
  });
});

it("says why a step failed, keeps the capture, and runs the step again", async () => {
  const userId = randomUUID();
  const { items } = await world.person({ userId });
  const jobs = async () => {
    const { rows } = await world.database.system((tx) =>
      tx.execute(sql`select id, state from kit.job where user_id = ${userId} and data ->> 'step' = 'readable'`),
    );
    return rows as { id: string; state: string }[];
  };
  status = 404;
  const made = await items.create({ type: "bookmark", data: { url: `${origin}/gone` } }, key());
  await world.jobsIdle();
  const failed = await items.get(made.id);
  const row = async () => (await items.list({ type: "bookmark" })).items[0];
  expect(await row()).toMatchObject({ failure: { step: "readable", reason: "The site answered 404" } });
  expect(await row()).not.toHaveProperty("enriching");
  expect(failed.processing.readable).toMatchObject({ state: "failure", reason: "The site answered 404" });
  const [before] = await jobs();
  expect(before).toMatchObject({ state: "failed" });
  status = 200;
  expect((await items.reprocess(made.id, "readable")).processing.readable).toEqual({ state: "pending" });
  await world.jobsIdle();
  expect(await row()).not.toHaveProperty("failure");
  expect((await items.get(made.id)).processing.readable).toMatchObject({ state: "success" });
  // The job that failed is the one that ran: nothing in the queue says any more that it failed.
  expect(await jobs()).toEqual([{ id: before?.id, state: "done" }]);
  expect(await refusal(items.reprocess(made.id, "polish"))).toMatchObject({ status: 404, code: "unknown_step" });
});

it.each([
  ["is nested very deeply", "<div>".repeat(100_000), /nested more than 512 deep/],
  ["takes too long to read", `${"<div>".repeat(500)}x${"</div>".repeat(500)}`.repeat(40), /took too long/],
])(
  "gives up a page that %s, says so, and answers others meanwhile",
  async (_, hostile, reason) => {
    const { items, send } = await world.person();
    page = hostile;
    const made = await items.create({ type: "bookmark", data: { url: `${origin}/hostile` } }, key());
    const settled = async () => {
      expect((await send("GET", "/api/health")).status).toBe(200);
      return (await items.get(made.id)).processing.readable?.state !== "pending";
    };
    await until("the page to be given up", settled, { limitMs: 200_000 });
    expect((await items.get(made.id)).processing.readable).toMatchObject({
      state: "failure",
      reason: expect.stringMatching(reason),
    });
  },
  240_000,
);

it("says on the card and in the queue that a step was given up because it ended the service too often", async () => {
  const userId = randomUUID();
  const { items } = await world.person({ userId });
  const made = await items.create({ type: "album", body: "x" }, key());
  const nest = world.application.nest;
  await world.database.system(async (tx) => {
    const data = { itemId: made.id, userId, step: "gather", label: "x" };
    await nest.get(Jobs).send(tx, "items.enrich", data, { userId });
    // What three kills within the attempt leave behind.
    await tx.execute(
      sql`update pgboss.job set data = data || '{"settled": -3}' where name = 'items.enrich' and data->>'userId' = ${userId}`,
    );
  });
  await world.jobsIdle();
  const reason = "Given up: the service ended unexpectedly 3 times while it worked on this";
  const { jobs } = await nest.get(JobRecords).list({ userId }, { limit: 10 });
  expect(jobs[0]).toMatchObject({ state: "failed", error: reason });
  expect((await items.get(made.id)).processing.gather).toEqual({ state: "failure", reason });
});

it("says on the card that a step waits for nothing when its type does not bring it any more", async () => {
  const { items } = await world.person();
  const made = await items.create({ type: "album", body: "x" }, key());
  await world.jobsIdle();
  await world.database.system(async (tx) => {
    await tx.execute(
      sql`update items.item set processing = processing || '{"sort": {"state": "pending"}}' where id = ${made.id}`,
    );
    const { rows } = await tx.execute<{ user_id: string }>(sql`select user_id from items.item where id = ${made.id}`);
    const userId = rows[0]!.user_id;
    const data = { itemId: made.id, userId, step: "sort", label: "x" };
    await world.application.nest.get(Jobs).send(tx, "items.enrich", data, { userId });
  });
  await world.jobsIdle();
  const reason = "This step is not there any more";
  expect((await items.get(made.id)).processing.sort).toEqual({ state: "failure", reason });
});

it("does not fetch what is inside the own network", async () => {
  const { items } = await world.person();
  const made = await items.create(
    { type: "bookmark", data: { url: "http://169.254.169.254/latest/meta-data/" } },
    key(),
  );
  await world.jobsIdle();
  expect((await items.get(made.id)).processing.readable).toMatchObject({
    state: "failure",
    reason: expect.stringContaining("private network"),
  });
});

it("runs a type's follow-up jobs and its parent's jobs after processing [items.follow-up]", async () => {
  const { items } = await world.person();
  const parent = await items.create({ type: "album", body: "Summer" }, key());
  const child = await items.create({ type: "picture", body: "sea", parentId: parent.id }, key());
  expect(child.processing).toEqual({ title: { state: "success", ms: 0 }, measure: { state: "pending" } });
  await world.jobsIdle();
  expect(await items.get(child.id)).toMatchObject({
    data: { letters: 3 },
    processing: { measure: { state: "success" } },
  });
  expect(await items.get(parent.id)).toMatchObject({
    data: { gathered: 1 },
    processing: { gather: { state: "success" } },
  });
  expect(await refusal(items.create({ type: "picture", body: "x", parentId: child.id }, key()))).toMatchObject({
    errors: [{ path: "/parentId" }],
  });
});

it("tells a parent of a child once the child's steps have ended, and again when one is run again", async () => {
  const { items } = await world.person();
  const { promise, resolve } = Promise.withResolvers<void>();
  measured = promise;
  const parent = await items.create({ type: "album", body: "Winter" }, key());
  const child = await items.create({ type: "picture", body: "snow", parentId: parent.id }, key());
  const album = () => items.get(parent.id);
  expect((await album()).processing).not.toHaveProperty("gather");
  resolve();
  await world.jobsIdle();
  expect(await album()).toMatchObject({ data: { gathered: 1 }, processing: { gather: { state: "success" } } });
  await items.reprocess(child.id, "measure");
  await world.jobsIdle();
  expect(await album()).toMatchObject({ data: { gathered: 2 } });
});

it("does not process a type that is excluded from it [items.exclude]", async () => {
  const { items } = await world.person();
  const made = await items.create({ type: "raw", body: "as it is" }, key());
  await world.jobsIdle();
  expect(await items.get(made.id)).toMatchObject({ processing: {}, data: {} });
  expect(await refusal(items.reprocess(made.id, "never"))).toMatchObject({ status: 409, code: "not_processed" });
});

it("takes child types for valid over HTTP, and no others [items.type-valid]", async () => {
  const { items } = await world.person();
  expect((await items.list({ type: "picture" })).total).toBe(0);
  expect(await refusal(items.list({ type: "sculpture" }))).toMatchObject({ status: 400, code: "unknown_item_type" });
});
