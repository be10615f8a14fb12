import { randomUUID } from "node:crypto";
import type { ItemQuery } from "@tessera/contracts-items/items.ts";
import { type ItemsWorld, startItems } from "../testing/items-world.ts";
import { refusal } from "../testing/refusal.ts";
import { decodeCursor } from "./cursor.ts";

let world: ItemsWorld;
beforeAll(async () => {
  world = await startItems();
});
afterAll(() => world.stop());

type Items = Awaited<ReturnType<ItemsWorld["person"]>>["items"];
const add = (items: Items, item: Parameters<Items["create"]>[0]) => items.create(item, randomUUID());

async function allPages(items: Items, query: ItemQuery) {
  const titles: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await items.list({ ...query, limit: 3, cursor });
    titles.push(...page.items.map(({ title }) => title));
    cursor = page.nextCursor ?? undefined;
  } while (cursor);
  return titles;
}

it("pages through every order without a gap or a repetition, and counts exactly", async () => {
  const { items } = await world.person();
  for (let at = 0; at < 10; at++) {
    world.clock.set(new Date(Date.UTC(2026, 0, 1, 0, 0, at)));
    const dueAt = at % 2 ? new Date(Date.UTC(2026, 5, 20 - at)).toISOString() : null;
    await add(items, { type: "task", title: `Task ${"hbdacgfije"[at]}`, dueAt });
  }
  const letters = async (query: ItemQuery) => (await allPages(items, query)).map((title) => title.at(-1)).join("");
  expect(await letters({})).toBe("ejifgcadbh");
  expect(await letters({ order: "asc" })).toBe("hbdacgfije");
  expect(await letters({ sort: "title" })).toBe("abcdefghij");
  expect(await letters({ sort: "title", order: "desc" })).toBe("jihgfedcba");
  expect((await letters({ sort: "due" })).slice(0, 5)).toBe("eigab");
  expect(new Set(await letters({ sort: "due", order: "desc" })).size).toBe(10);
  expect((await letters({ sort: "due", order: "desc" })).slice(0, 5)).toBe("bagie");
  expect((await letters({ q: "task" })).length).toBe(10);
  const page = await items.list({ limit: 3, sort: "updated" });
  expect(page.total).toBe(10);
  expect(await refusal(items.list({ cursor: page.nextCursor!, sort: "title" }))).toMatchObject({
    status: 400,
    code: "invalid_cursor",
  });
  expect(await refusal(items.list({ cursor: "\u0000" }))).toMatchObject({ status: 400 });
});

it.each([
  ["30 February", "created desc", "2026-02-30 00:00:00+00"],
  ["a month that is none", "created desc", "2026-13-01 00:00:00+00"],
  ["the year 0", "created desc", "0000-01-01 00:00:00+00"],
  ["a year of six digits", "created desc", "275760-01-01 00:00:00+00"],
  ["hour 25", "created desc", "2026-01-01 25:00:00+00"],
  ["no time", "created desc", 1],
  ["a NUL", "title asc", "a\u0000"],
])("refuses a cursor that names %s", async (_, order, key) => {
  const { items } = await world.person();
  const cursor = Buffer.from(JSON.stringify([order, key, randomUUID()])).toString("base64url");
  const asked = items.list({ cursor, sort: order.split(" ")[0] as "created" });
  expect(await refusal(asked)).toMatchObject({ status: 400, code: "invalid_cursor" });
  // Also one that was signed, as no list writes it.
  const [sort, direction] = order.split(" ") as ["created", string];
  expect(() => decodeCursor(cursor, sort, direction)).toThrow("The cursor does not belong to this list");
});

it("lists what is still open under inbox: every type, awake, and nothing that is settled", async () => {
  const { items } = await world.person();
  world.clock.set("2026-03-01T12:00:00Z");
  const asleep = await add(items, { type: "note", body: "asleep" });
  const later = await add(items, { type: "task", title: "later", status: "later" });
  await add(items, { type: "note", body: "awake" });
  await items.update(asleep.id, 1, { snoozeUntil: "2026-03-02T08:00:00Z" });
  const titles = async (query: ItemQuery) => (await items.list(query)).items.map(({ title }) => title);
  expect(await titles({ type: "inbox" })).toEqual(["awake"]);
  expect((await items.list({ type: "inbox", limit: 1 })).total).toBe(1);
  expect((await items.types()).map(({ type, count }) => [type, count])).toEqual([
    ["inbox", 1],
    ["note", 2],
    ["snippet", 0],
    ["bookmark", 0],
    ["highlight", 0],
    ["person", 0],
    ["task", 1],
    ["mail", 0],
    ["image", 0],
    ["file", 0],
  ]);
  expect((await titles({ type: "all" })).sort()).toEqual(["asleep", "awake", "later"]);
  expect(await titles({ type: "all", status: "later" })).toEqual([later.title]);
  world.clock.set("2026-03-02T09:00:00Z");
  expect((await titles({ type: "inbox" })).sort()).toEqual(["asleep", "awake"]);
  expect(await refusal(items.list({ type: "spaceship" }))).toMatchObject({ status: 400, code: "unknown_item_type" });
});

it("keeps the counts of types and tags exact through every change", async () => {
  const { items } = await world.person();
  const made = await Promise.all(
    ["a", "b", "c"].map((body) => add(items, { type: "note", body, tags: ["Work", body] })),
  );
  await items.update(made[0]!.id, 1, { tags: ["work"], type: "task" });
  await items.remove(made[1]!.id, 1);
  expect(await items.tags()).toEqual([
    { tag: "Work", count: 2 },
    { tag: "c", count: 1 },
  ]);
  expect((await items.list({ limit: 1 })).total).toBe(2);
  expect((await items.list({ type: "note", limit: 1 })).total).toBe(1);
  expect((await items.list({ tag: "WORK", limit: 1 })).total).toBe(2);
  await items.remove(made[1]!.id, 2);
  expect((await items.list({ status: "any" })).total).toBe(2);
});
