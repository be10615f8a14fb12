import { randomUUID } from "node:crypto";
import { toolCalled } from "@tessera/contracts-agents/events.ts";
import { rulesClient } from "@tessera/contracts-items/rules-client.ts";
import { settersClient } from "@tessera/contracts-items/setters-client.ts";
import { Events } from "@tessera/service-kit";
import { until } from "@tessera/testing/until.ts";
import { sql } from "drizzle-orm";
import { type ItemsWorld, startItems } from "../testing/items-world.ts";

let world: ItemsWorld;
beforeAll(async () => {
  world = await startItems({ environment: { RATE_LIMIT_FACTOR: "0" } });
});
afterAll(() => world.stop());

const key = () => randomUUID();
async function person() {
  const userId = randomUUID();
  const { token, items } = await world.person({ userId });
  const transport = world.client(token);
  const setters = async (id: string) => {
    const all = (await settersClient(transport).ofCard(id)).items;
    return new Map(all.map(({ field, ...one }) => [field, one]));
  };
  return { userId, items, setters, transport };
}

it("what came in was set by nobody since; each change says who, when and what was before", async () => {
  const { items, setters } = await person();
  const made = await items.create({ type: "task", title: "Call Ann", tags: ["home"] }, key());
  expect(await setters(made.id)).toEqual(new Map());
  const dueAt = "2026-12-24T09:00:00.000Z";
  const changed = await items.update(made.id, made.version, {
    ...{ title: "Call Ada", tags: ["Work"], pinned: true, dueAt },
    data: { priority: "high" },
  });
  const all = await setters(made.id);
  const by = { by: "person", at: changed.updatedAt, revertible: true };
  expect([...all.keys()].sort()).toEqual(["data.priority", "dueAt", "pinned", "tag:home", "tag:work", "title"]);
  expect(all.get("title")).toMatchObject({ ...by, before: "Call Ann" });
  expect(all.get("tag:home")).toMatchObject({ ...by, before: "home" });
  expect(all.get("tag:work")).toMatchObject({ ...by, before: null });
  expect(all.get("data.priority")).toMatchObject({ ...by, before: "none" });
  expect(all.get("pinned")).toMatchObject({ ...by, before: false });
  expect(all.get("dueAt")).toMatchObject({ ...by, before: null });
});

it("what is typed is saved many times and was one change; many cards at once are each changed", async () => {
  const { items, setters } = await person();
  const first = await items.create({ type: "note", title: "A", body: "a" }, key());
  let { version } = first;
  for (const title of ["Ad", "Ada"]) ({ version } = await items.update(first.id, version, { title }));
  expect((await setters(first.id)).get("title")).toMatchObject({ before: "A" });
  const second = await items.create({ type: "note", body: "b" }, key());
  await items.bulk({ ids: [first.id, second.id], set: { status: "archived" } }, key());
  for (const { id } of [first, second])
    expect((await setters(id)).get("status")).toMatchObject({ by: "person", before: "inbox" });
});

it("rules are named, and are reverted where they stand", async () => {
  const { items, setters, transport } = await person();
  const rules = rulesClient(transport);
  const made = await items.create({ type: "note", title: "A fox" }, key());
  const condition = { field: "title", is: "contains", value: "fox" } as const;
  const rule = await rules.create({ name: "Animals", condition, actions: [{ addTags: ["Animals"] }] }, key());
  await rules.run(rule.id, randomUUID());
  expect((await setters(made.id)).get("tag:animals")).toMatchObject({
    ...{ by: "rule", rule: { id: rule.id, name: "Animals" }, before: null, revertible: false },
  });
});

it("agents are named with their run, also where people change other values before and after", async () => {
  const { userId, items, setters } = await person();
  const { id } = await items.create({ type: "note", title: "Milk" }, key());
  const [runId, callId] = [randomUUID(), randomUUID()];
  const call = { ...{ userId, callId, runId, tool: "tag_card", arguments: { id, add: ["shop"], remove: [] } } };
  const limits = { cardLimit: null, storageLimit: null, scopes: [] };
  await world.database.system((tx) =>
    world.application.nest.get(Events).publish(tx, toolCalled, { ...call, ...limits }),
  );
  await until("the agent's tag", async () => (await items.get(id)).tags.length > 0);
  const { version } = await items.get(id);
  await items.update(id, version, { pinned: true });
  const all = await setters(id);
  expect(all.get("tag:shop")).toMatchObject({ by: "agent", run: runId, before: null, revertible: true });
  expect(all.get("pinned")).toMatchObject({ by: "person", before: false });
  expect(all.get("pinned")).not.toHaveProperty("run");
});

it("another type is one value, and long values are not kept", async () => {
  const { items, setters } = await person();
  const made = await items.create({ type: "note", title: "Buy milk" }, key());
  const task = await items.update(made.id, made.version, { type: "task" });
  expect([...(await setters(made.id)).keys()]).toEqual(["type"]);
  const checklist = Array.from({ length: 50 }, () => ({ text: "a step of many words ".repeat(8), done: false }));
  const long = await items.update(made.id, task.version, { data: { checklist } });
  await items.update(made.id, long.version, { data: { checklist: [] } });
  expect((await setters(made.id)).get("data.checklist")).toMatchObject({ by: "person", before: [] });
});

it("tags that come and go for years leave no more than an answer names, the newest", async () => {
  const { items, setters } = await person();
  const made = await items.create({ type: "note", title: "A", body: "a" }, key());
  let { version } = made;
  for (let round = 0; round < 8; round++) {
    const tags = Array.from({ length: 20 }, (_, at) => `tag ${round} ${at}`);
    ({ version } = await items.update(made.id, version, { tags }));
  }
  const kept = await world.database.system(async (tx) => {
    const { rows } = await tx.execute<{ field: string }>(
      sql`select field from items.value_setter where item_id = ${made.id}`,
    );
    return rows.map(({ field }) => field);
  });
  expect(kept.length).toBeLessThanOrEqual(120);
  expect(kept).toContain("tag:tag 7 19");
  expect(kept).not.toContain("tag:tag 0 0");
  expect((await setters(made.id)).size).toBe(100);
});

it("nobody else sees it, and it goes with the card", async () => {
  const [me, other] = [await person(), await person()];
  const made = await me.items.create({ type: "note", title: "Mine" }, key());
  const changed = await me.items.update(made.id, made.version, { title: "Still mine" });
  await expect(other.setters(made.id)).rejects.toMatchObject({ status: 404, code: "item_not_found" });
  await me.items.remove(made.id, changed.version);
  await me.items.remove(made.id, changed.version + 1);
  await expect(me.setters(made.id)).rejects.toMatchObject({ status: 404 });
});
