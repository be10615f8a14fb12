import { randomUUID } from "node:crypto";
import { searchClient } from "@tessera/contracts-items/search/client.ts";
import { MAX_SAVED_SEARCHES } from "@tessera/contracts-items/search/limits.ts";
import type { SearchQuery } from "@tessera/contracts-items/search/search.ts";
import { sql } from "drizzle-orm";
import { type ItemsWorld, startItems } from "../testing/items-world.ts";
import { refusal } from "../testing/refusal.ts";

let world: ItemsWorld;
let search: ReturnType<typeof searchClient>;
let userId: string;
const person = async (id: string = randomUUID()) => {
  const { token, items } = await world.person({ userId: id });
  return { items, search: searchClient(world.client(token)) };
};

beforeAll(async () => {
  world = await startItems();
  world.clock.set("2026-03-10T12:00:00Z");
  userId = randomUUID();
  const me = await person(userId);
  search = me.search;
  const make = (item: Parameters<typeof me.items.create>[0]) => me.items.create(item, randomUUID());
  await make({ type: "note", title: "Harbour lights", body: "The old lighthouse", tags: ["Travel"] });
  await make({ type: "note", title: "Lighthouse", body: "Nothing about the harbour", tags: ["travel", "sea"] });
  await make({ type: "task", title: "Paint the boat", body: "in the harbour", status: "later" });
  await make({ type: "bookmark", data: { url: "https://www.example.org/Boats" }, title: "Boats" });
  await make({ type: "bookmark", data: { url: "https://other.example/" }, title: "Other boats", status: "archived" });
  const gone = await make({ type: "note", title: "Harbour in the trash" });
  await me.items.remove(gone.id, gone.version);
  await world.database.system(async (tx) => {
    const at = (title: string, when: string) =>
      tx.execute(
        sql`update items.item set created_at = ${when}::timestamptz where user_id = ${userId} and title = ${title}`,
      );
    await at("Harbour lights", "2026-01-31T23:30:00Z");
    await at("Lighthouse", "2026-03-09T12:00:00Z");
    await at("Boats", "2024-06-01T12:00:00Z");
    await tx.execute(
      sql`update items.item set source = 'import:bookmarks' where user_id = ${userId} and title = 'Other boats'`,
    );
  });
});
afterAll(() => world.stop());

const titles = async (q: string, more: Partial<SearchQuery> = {}) =>
  (await search.search({ q, sort: "title", ...more })).items.map(({ title }) => title);

it.each([
  ["harbour", ["Harbour lights", "Lighthouse", "Paint the boat"]],
  ["harbour -lighthouse", ["Paint the boat"]],
  ["harbour (lights or boat)", ["Harbour lights", "Paint the boat"]],
  ["title:harbour", ["Harbour lights"]],
  ["-title:harbour harbour", ["Lighthouse", "Paint the boat"]],
  ['"the harbour"', ["Lighthouse", "Paint the boat"]],
  ["tag:TRAVEL", ["Harbour lights", "Lighthouse"]],
  ["tag:travel -tag:sea", ["Harbour lights"]],
  ["type:task", ["Paint the boat"]],
  ["type:note or is:archived", ["Harbour lights", "Lighthouse", "Other boats"]],
  ["is:later", ["Paint the boat"]],
  ["is:trash", ["Harbour in the trash"]],
  ["harbour is:trash", ["Harbour in the trash"]],
  ["is:unread -harbour", ["Boats", "Other boats"]],
  ["url:EXAMPLE.org", ["Boats"]],
  ["url:100%", []],
  ["source:import", ["Other boats"]],
  ["before:2025", ["Boats"]],
  ["after:yesterday type:note", ["Lighthouse"]],
  ["after:2026-02 type:note", ["Lighthouse"]],
  ["age:<2d type:note", ["Lighthouse"]],
  ["age:>1y", ["Boats"]],
  ["age:>9999y", []],
  ["not lighthouse", []],
  ["NOT harbour type:note", []],
  ["is:snoozed or is:pinned or is:due", []],
  ["from:ada", []],
  ["&", []],
])("finds %j [route.search]", async (q, expected) => {
  expect(await titles(q)).toEqual(expected);
  // The same cards by relevance, by whichever way.
  expect((await search.search({ q })).items.map(({ title }) => title).sort()).toEqual(expected);
});

it("ranks titles before texts, marks what was found, and counts", async () => {
  const { items, total, corrected } = await search.search({ q: "harbour type:note" });
  expect(items.map(({ title }) => title)).toEqual(["Harbour lights", "Lighthouse"]);
  expect(items[0]!.highlight!.title).toBe("\u0002Harbour\u0003 lights");
  expect(items[1]!.highlight!.line).toContain("\u0002harbour\u0003");
  expect([total, corrected]).toEqual([2, []]);
  // The operator of this world switched meanings off.
  expect((await search.search({ q: "lighthouse harbour" })).meaning).toBe("not-asked");
});

it("knows the days of the person's time zone", async () => {
  const me = await person();
  await me.items.setTimeZone({ timeZone: "Europe/Berlin" });
  const { id } = await me.items.create({ type: "note", title: "Late" }, randomUUID());
  const late = "2026-01-31T23:30:00Z";
  await world.database.system((tx) =>
    tx.execute(sql`update items.item set created_at = ${late}::timestamptz where id = ${id}`),
  );
  expect((await me.search.search({ q: "after:2026-02-01" })).total).toBe(1);
  expect((await search.search({ q: "after:2026-02-01 title:lights" })).total).toBe(0);
});

it.each(["relevance", "created", "title", "due", "updated"] as const)("pages through all by %s", async (sort) => {
  const all = await search.search({ q: "harbour or boats", sort });
  const paged: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await search.search({ q: "harbour or boats", sort, limit: 2, cursor });
    expect(page.total).toBe(5);
    paged.push(...page.items.map(({ id }) => id));
    cursor = page.nextCursor ?? undefined;
  } while (cursor);
  expect(paged).toEqual(all.items.map(({ id }) => id));
  expect(new Set(paged).size).toBe(5);
});

it("says where a search is wrong", async () => {
  expect(await refusal(search.search({ q: "boats (harbour" }))).toMatchObject({
    ...{ status: 400, code: "search_syntax", start: 6, end: 7 },
    detail: "This parenthesis is not closed.",
  });
  expect(await refusal(search.facets({ q: "type:sculpture" }))).toMatchObject({
    ...{ code: "search_syntax", start: 0, end: 14 },
    detail: "No type of card is called “sculpture”.",
  });
});

it("looks for the person's own word that was probably meant, unless it is quoted", async () => {
  const page = await search.search({ q: "lihgthouse type:note" });
  expect(page.corrected).toEqual([{ from: "lihgthouse", to: "lighthouse" }]);
  expect(page.total).toBe(2);
  expect(await search.search({ q: '"lihgthouse"' })).toMatchObject({ total: 0, corrected: [] });
  expect((await search.facets({ q: "lihgthouse" })).counted).toBe(2);
  expect((await (await person()).search.search({ q: "lihgthouse" })).corrected).toEqual([]);
});

it("counts what narrows the matches", async () => {
  expect(await search.facets({ q: "harbour or boats" })).toEqual({
    counted: 5,
    type: [
      { value: "bookmark", count: 2 },
      { value: "note", count: 2 },
      { value: "task", count: 1 },
    ],
    tag: [
      { value: "Travel", count: 2 },
      { value: "sea", count: 1 },
    ].map((one) => ({ ...one, value: expect.stringMatching(new RegExp(one.value, "i")) })),
    site: [
      { value: "example.org", count: 1 },
      { value: "other.example", count: 1 },
    ],
    age: [
      { value: "<1d", count: 3 },
      { value: "<7d", count: 3 },
      { value: "<1m", count: 3 },
      { value: "<1y", count: 4 },
    ],
  });
});

it("finds and counts nothing of other people", async () => {
  const other = await person();
  expect((await other.search.search({ q: "harbour" })).total).toBe(0);
  expect((await other.search.search({ q: "-type:task", sort: "created" })).total).toBe(0);
  expect((await other.search.facets({ q: "harbour" })).counted).toBe(0);
});

it("keeps searches under names, so many of them, each person's apart", async () => {
  const me = await person();
  const id = randomUUID();
  const saved = await me.search.save(id, { name: " Boats ", q: "type:bookmark boats" });
  expect(saved).toMatchObject({ id, name: "Boats", q: "type:bookmark boats" });
  await me.search.save(id, { name: "All boats", q: "boats" });
  expect(await me.search.saved()).toMatchObject([{ id, name: "All boats", q: "boats" }]);
  expect(await search.saved()).toEqual([]);
  await me.search.removeSaved(id);
  expect(await me.search.saved()).toEqual([]);
  for (let n = 0; n < MAX_SAVED_SEARCHES; n++) await me.search.save(randomUUID(), { name: `${n}`, q: "a" });
  expect(await refusal(me.search.save(id, { name: "One more", q: "a" }))).toMatchObject({
    ...{ status: 409, code: "too_many_saved_searches" },
  });
});
