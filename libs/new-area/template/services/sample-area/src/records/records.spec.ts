import { stepRequested } from "@tessera/contracts-items/events.ts";
import { type EntryDecided, entryDecided } from "@tessera/contracts-queue/events.ts";
import { Contributions, Events } from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import { type SampleAreaWorld, startSampleArea } from "../testing/sample-area-world.ts";

let world: SampleAreaWorld;
beforeAll(async () => {
  world = await startSampleArea();
});
afterAll(() => world.stop());

test("records are listed newest first, page by page, and found by a part of their title", async () => {
  const { sampleArea } = await world.person();
  for (const title of ["First", "Second", "Third"]) {
    await sampleArea.createRecord({ title }, crypto.randomUUID());
    world.clock.advance(1000);
  }
  const page = await sampleArea.records({ limit: 2 });
  expect(page).toMatchObject({ items: [{ title: "Third" }, { title: "Second" }], total: 3, waiting: 3 });
  const last = await sampleArea.records({ limit: 2, cursor: page.nextCursor! });
  expect(last).toMatchObject({ items: [{ title: "First", reviewed: false }], nextCursor: null });
  expect((await sampleArea.records({ q: "SEC" })).items).toMatchObject([{ title: "Second" }]);
  expect((await sampleArea.records({ q: "%" })).items).toEqual([]);
});

test("a new record is announced to other services once, and asks for its review in the queue", async () => {
  const { userId, sampleArea } = await world.person();
  const key = crypto.randomUUID();
  const record = await sampleArea.createRecord({ title: "Published" }, key);
  expect(await sampleArea.createRecord({ title: "Published" }, key)).toEqual(record);
  await world.jobsIdle();
  expect(world.received.created.filter((event) => event.userId === userId)).toEqual([
    { userId, recordId: record.id, title: "Published" },
  ]);
  expect(world.received.opened.filter((event) => event.userId === userId)).toMatchObject([
    { key: `sample-area-record:${record.id}`, kind: "sample-area-record", title: "Published", path: "/sample-area" },
  ]);
});

test("a title that is taken, or none, is refused in words, and nothing is written", async () => {
  const { userId, sampleArea } = await world.person();
  await sampleArea.createRecord({ title: "Taken" }, crypto.randomUUID());
  const again = sampleArea.createRecord({ title: " Taken " }, crypto.randomUUID());
  await expect(again).rejects.toMatchObject({
    status: 409,
    code: "record_title_taken",
    message: expect.stringContaining("Taken"),
  });
  const empty = sampleArea.createRecord({ title: "  " }, crypto.randomUUID());
  await expect(empty).rejects.toMatchObject({ status: 400, code: "invalid_request" });
  await world.jobsIdle();
  expect((await sampleArea.records({})).total).toBe(1);
  expect(world.received.created.filter((event) => event.userId === userId)).toHaveLength(1);
});

test("what is decided in the queue is followed, and an older decision that comes late is not", async () => {
  const { userId, sampleArea } = await world.person();
  const { id } = await sampleArea.createRecord({ title: "Reviewed" }, crypto.randomUUID());
  const decide = async (state: EntryDecided["state"]) => {
    const decided: EntryDecided = {
      userId,
      key: `sample-area-record:${id}`,
      kind: "sample-area-record",
      itemId: null,
      state,
    };
    await world.database.system((tx) => world.application.nest.get(Events).publish(tx, entryDecided, decided));
    await world.jobsIdle();
    return (await sampleArea.records({})).items[0]!.reviewed;
  };
  expect(await decide("accepted")).toBe(true);
  expect(await decide("open")).toBe(false);
  await world.database.system((tx) =>
    tx.execute(sql`update sample_area.record set decided_at = 'infinity' where id = ${id}`),
  );
  expect(await decide("accepted")).toBe(false);
});

test("records are for people with a plan, and each person's are their own", async () => {
  const [ines, tomas] = [await world.person(), await world.person()];
  const { id } = await ines.sampleArea.createRecord({ title: "Private" }, crypto.randomUUID());
  expect(await tomas.sampleArea.records({})).toEqual({ items: [], nextCursor: null, total: 0, waiting: 0 });
  await expect(tomas.sampleArea.records({ cursor: id })).rejects.toMatchObject({ code: "invalid_cursor" });
  const seen = await world.database
    .of("sample_area")
    .as({ userId: tomas.userId }, (tx) => tx.execute(sql`select * from sample_area.record`));
  expect(seen.rows).toEqual([]);
  world.billing.status = "inactive";
  const { sampleArea } = await world.person();
  await expect(sampleArea.records({})).rejects.toMatchObject({ status: 402, code: "subscription_required" });
  world.billing.status = "active";
});

test("a plan holds as many records as it says, however many are added at once", async () => {
  const { userId, sampleArea } = await world.person();
  world.billing.entitlements = { "sample-area.records": 2 };
  const titles = ["One", "Two", "Three", "Four"];
  const results = await Promise.allSettled(
    titles.map((title) => sampleArea.createRecord({ title }, crypto.randomUUID())),
  );
  const refusals = results.flatMap((result) => (result.status === "rejected" ? [result.reason] : []));
  expect(refusals).toHaveLength(2);
  for (const refusal of refusals) expect(refusal).toMatchObject({ status: 402, code: "plan_limit_reached" });
  await world.jobsIdle();
  expect((await sampleArea.records({})).total).toBe(2);
  expect(world.received.created.filter((event) => event.userId === userId)).toHaveLength(2);
  world.billing.entitlements = {};
});

test("the words of a card are counted after it was stored", async () => {
  const [userId, itemId] = [crypto.randomUUID(), crypto.randomUUID()];
  const card = {
    userId,
    itemId,
    type: "sample-area-card",
    step: "words",
    title: "Quote",
    body: "Oak, oiled twice",
    data: {},
  };
  await world.database.system((tx) => world.application.nest.get(Events).publish(tx, stepRequested, card));
  await world.jobsIdle();
  expect(world.received.ended).toMatchObject([{ userId, itemId, step: "words", data: { words: 3 }, failure: null }]);
});

test("the card type and what plans hold are declared to other services", async () => {
  const contributions = world.application.nest.get(Contributions);
  expect(await contributions.of("itemTypes")).toMatchObject([
    { service: "sample-area", entries: [{ definition: { type: "sample-area-card" }, steps: [{ name: "words" }] }] },
  ]);
  expect(await contributions.of("entitlements")).toMatchObject([
    { service: "sample-area", entries: [{ name: "sample-area.records" }] },
  ]);
});
