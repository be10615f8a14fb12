import { randomUUID } from "node:crypto";
import { searchClient } from "@tessera/contracts-items/search/client.ts";
import { NO_TAG_SECTION } from "@tessera/contracts-items/sections.ts";
import { sql } from "drizzle-orm";
import { type ItemsWorld, startItems } from "../testing/items-world.ts";
import { refusal } from "../testing/refusal.ts";
import { nearer } from "./places.ts";

let world: ItemsWorld;
beforeAll(async () => {
  world = await startItems();
  // 00:30 of the 26th in Vienna.
  world.clock.set(new Date("2026-11-25T23:30:00Z"));
});
afterAll(() => world.stop());

const key = () => randomUUID();

async function cards(...wanted: [title: string, fields?: object][]) {
  const { items, token } = await world.person();
  const finder = searchClient(world.client(token));
  await items.setTimeZone({ timeZone: "Europe/Vienna" });
  const made: Record<string, string> = {};
  for (const [title, fields = {}] of wanted) {
    world.clock.advance(1000);
    made[title] = (await items.create({ type: "task", title, ...fields }, key())).id;
  }
  const titles = async (query: object) => (await items.list(query)).items.map(({ title }) => title);
  return { items, finder, made, titles };
}
const counts = (sections: { sections: { key: string; count: number }[] }) =>
  Object.fromEntries(sections.sections.map(({ key: name, count }) => [name, count]));

describe("sections of a list", () => {
  it("count and list what stands in each, by status, type and priority", async () => {
    const { items, titles } = await cards(
      ["open"],
      ["urgent", { data: { priority: "high" } }],
      ["over", { status: "done" }],
      ["thrown away", { status: "trash" }],
      ["a note", { type: "note", status: "later" }],
    );
    const byStatus = await items.sections({ type: "all", group: "status" });
    expect(byStatus.sections).toEqual([
      { key: "inbox", count: 2 },
      { key: "later", count: 1 },
      { key: "done", count: 1 },
      { key: "archived", count: 0 },
    ]);
    expect(counts(await items.sections({ type: "all", status: "any", group: "status" }))).toMatchObject({ trash: 1 });
    expect(await titles({ type: "all", group: "status", section: "inbox" })).toEqual(["urgent", "open"]);
    expect(await titles({ type: "all", group: "status", section: "trash" })).toEqual([]);
    expect(counts(await items.sections({ type: "all", group: "type" }))).toEqual({ note: 1, task: 3 });
    expect(await titles({ type: "all", group: "type", section: "note" })).toEqual(["a note"]);
    expect(counts(await items.sections({ type: "task", group: "priority" }))).toEqual({
      ...{ high: 1, medium: 0, low: 0, none: 2 },
    });
    const high = await items.list({ type: "task", group: "priority", section: "high" });
    expect(high).toMatchObject({ total: 1, items: [{ title: "urgent" }] });
  });

  it("have a card under each of its tags, and what has none", async () => {
    const { items, titles } = await cards(["both", { tags: ["Home", "tax"] }], ["home", { tags: ["home"] }], ["plain"]);
    const { sections, more } = await items.sections({ type: "task", group: "tag" });
    expect(sections.map(({ key: name, count }) => [name.toLowerCase(), count])).toEqual([
      ["home", 2],
      ["tax", 1],
      [NO_TAG_SECTION, 1],
    ]);
    expect(more).toBe(false);
    expect(await titles({ type: "task", group: "tag", section: "HOME" })).toEqual(["home", "both"]);
    expect(await titles({ type: "task", group: "tag", section: NO_TAG_SECTION })).toEqual(["plain"]);
    expect(counts(await items.sections({ type: "task", q: "both", group: "tag" }))).toMatchObject({ tax: 1 });
  });

  it("part by the person's own days", async () => {
    const { items, titles } = await cards(
      ["late", { dueAt: "2026-11-25T22:59:00.000Z" }],
      ["today", { dueAt: "2026-11-25T23:00:00.000Z" }],
      ["tomorrow", { dueAt: "2026-11-27T12:00:00.000Z" }],
      ["soon", { dueAt: "2026-12-02T12:00:00.000Z" }],
      ["far", { dueAt: "2026-12-03T12:00:00.000Z" }],
      ["some day"],
    );
    expect((await items.sections({ type: "task", group: "due" })).sections).toEqual(
      ["overdue", "today", "tomorrow", "week", "later", "none"].map((name) => ({ key: name, count: 1 })),
    );
    expect(await titles({ type: "task", group: "due", section: "overdue" })).toEqual(["late"]);
    expect(await titles({ type: "task", group: "due", section: "week" })).toEqual(["soon"]);
  });

  it("of a search count and list its matches", async () => {
    const { finder } = await cards(["paint the fence", { tags: ["home"] }], ["paint the door"], ["sell the door"]);
    expect(counts(await finder.sections({ q: "paint", group: "tag" }))).toEqual({ home: 1, [NO_TAG_SECTION]: 1 });
    const page = await finder.search({ q: "paint", group: "tag", section: "home" });
    expect(page).toMatchObject({ total: 1, items: [{ title: "paint the fence" }] });
  });

  it("are asked for whole, and by what there is", async () => {
    const { items } = await cards();
    expect(await refusal(items.list({ group: "status" }))).toMatchObject({ status: 400, code: "invalid_request" });
    expect(await refusal(items.list({ section: "inbox" }))).toMatchObject({ status: 400 });
    expect(await refusal(items.sections({ group: "colour" as "tag" }))).toMatchObject({ status: 400 });
    expect((await items.list({ group: "priority", section: "no such" })).total).toBe(0);
  });
});

describe("the order that a person makes", () => {
  it("has the newest first until cards are moved, and goes page by page", async () => {
    const { items, made, titles } = await cards(["a"], ["b"], ["c"], ["d"]);
    const manual = { type: "task", sort: "manual" } as const;
    expect(await titles(manual)).toEqual(["d", "c", "b", "a"]);
    const { placed } = await items.place({ ids: [made.a!], after: made.d! });
    expect(await titles(manual)).toEqual(["d", "a", "c", "b"]);
    await items.place({ ids: [made.b!, made.c!], before: made.d! });
    expect(await titles(manual)).toEqual(["b", "c", "d", "a"]);
    const first = await items.list({ ...manual, limit: 3 });
    const rest = await items.list({ ...manual, limit: 3, cursor: first.nextCursor! });
    expect(rest.items.map(({ title }) => title)).toEqual(["a"]);
    await items.place({ places: placed.map(({ id, previous }) => ({ id, place: previous })) });
    expect(await titles(manual)).toEqual(["b", "c", "d", "a"]);
    expect((await items.get(made.a!)).version).toBe(1);
  });

  it("moves cards between two that were captured in one moment", async () => {
    const { items, made, titles } = await cards(["first"], ["moved"]);
    const at = new Date("2026-11-20T00:00:00Z");
    await world.database.system((tx) =>
      tx.execute(sql`update items.item set created_at = ${at.toISOString()}::timestamptz where id = ${made.first}`),
    );
    world.clock.set(at);
    const tied = await items.create({ type: "task", title: "tied" }, key());
    world.clock.set(new Date("2026-11-25T23:30:00Z"));
    const before = (await titles({ type: "task", sort: "manual" })).slice(1);
    const upper = before[0] === "tied" ? tied.id : made.first!;
    await items.place({ ids: [made.moved!], after: upper });
    expect(await titles({ type: "task", sort: "manual" })).toEqual([before[0], "moved", before[1]]);
  });

  it("is each person's own: another's card is no neighbour, and stays where it is", async () => {
    const mine = await cards(["mine"]);
    const theirs = await cards(["theirs"], ["other"]);
    expect(await refusal(mine.items.place({ ids: [mine.made.mine!], after: theirs.made.theirs! }))).toMatchObject({
      ...{ status: 404, code: "item_not_found" },
    });
    expect(await mine.items.place({ ids: [theirs.made.theirs!], after: mine.made.mine! })).toEqual({ placed: [] });
    expect(await theirs.titles({ type: "task", sort: "manual" })).toEqual(["other", "theirs"]);
  });

  it("always has a place between two", () => {
    let [low, high] = ["-1795000000.123456", "-1795000000.123455"];
    for (let times = 0; times < 500; times++) {
      const next = nearer(low, high, 2);
      if (times % 2) low = next;
      else high = next;
    }
    expect(Number(low)).toBeLessThanOrEqual(Number(high));
    expect(low).not.toBe(high);
    expect(low.length).toBeLessThan(300);
    expect(nearer("1", "2", 2)).toBe("1.5");
    expect(nearer("-2", "-1", 2)).toBe("-1.5");
    expect(nearer("-1", "1", 2)).toBe("0");
  });
});

it("changes the priority of many cards that have one, and takes it back", async () => {
  const { items, made } = await cards(["a", { data: { priority: "low" } }], ["b"], ["n", { type: "note" }]);
  const ids = [made.a!, made.b!, made.n!];
  const { changed } = await items.bulk({ ids, set: { priority: "high" } }, key());
  expect(changed.map(({ id, previous }) => [id, previous])).toEqual(
    expect.arrayContaining([
      [made.a, { priority: "low" }],
      [made.b, { priority: "none" }],
    ]),
  );
  expect(changed).toHaveLength(2);
  expect((await items.get(made.b!)).data.priority).toBe("high");
});
