import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { type ItemsWorld, startItems } from "../testing/items-world.ts";

let world: ItemsWorld;
beforeAll(async () => {
  world = await startItems();
});
afterAll(() => world.stop());

type Items = Awaited<ReturnType<ItemsWorld["person"]>>["items"];
const note = (items: Items, tags: string[], body = randomUUID()) =>
  items.create({ type: "note", body, tags }, randomUUID());
const change = (items: Items, from: string[], to: string | null) => items.changeTags({ from, to }, randomUUID());
const tagsOf = async (items: Items, id: string) => (await items.get(id)).tags;
/** Cards of a person by the thousand, straight into the table. */
async function many(userId: string, count: number, tag: string, source = "capture"): Promise<void> {
  await world.database.system((tx) =>
    tx.execute(sql`
      insert into items.item (id, user_id, type, title, title_key, title_source, tags, tag_keys, status, source,
        created_at, updated_at, search)
      select gen_random_uuid(), ${userId}::uuid, 'note', 'Card', 'card', 'person', array[${tag}, 'kept'],
        array[${tag.toLowerCase()}, 'kept'], 'inbox', ${source}, now(), now(), ''
      from generate_series(1, ${count}::int)`),
  );
}

it("renames a tag on every card, in the trash too, is found by the new word, and is no change of the card", async () => {
  const { items } = await world.person();
  const one = await note(items, ["first", "JS", "last"]);
  const binned = await note(items, ["js"]);
  await items.bulk({ ids: [binned.id], set: { status: "trash" } }, randomUUID());
  expect(await change(items, ["js"], "JavaScript")).toMatchObject({ state: "done", total: 2, done: 2 });
  expect(await items.get(one.id)).toMatchObject({ tags: ["first", "JavaScript", "last"], version: one.version });
  expect(await tagsOf(items, binned.id)).toEqual(["JavaScript"]);
  expect((await items.tags()).map(({ tag, count }) => [tag, count])).toEqual([
    ["first", 1],
    ["JavaScript", 1],
    ["last", 1],
  ]);
  expect((await items.list({ q: "javascript" })).items.map(({ id }) => id)).toEqual([one.id]);
  expect((await items.list({ q: "js" })).total).toBe(0);
  await change(items, ["javascript"], "JAVASCRIPT");
  expect(await tagsOf(items, one.id)).toEqual(["first", "JAVASCRIPT", "last"]);
});

it("merges tags and takes it back, although the card was changed since", async () => {
  const { items } = await world.person();
  const both = await note(items, ["js", "x", "ecmascript"]);
  const had = await note(items, ["JavaScript"]);
  const merged = await change(items, ["js", "ecmascript"], "JavaScript");
  expect(await tagsOf(items, both.id)).toEqual(["JavaScript", "x"]);
  await items.bulk({ ids: [both.id], addTags: ["later"] }, randomUUID());
  expect(await items.undoTagChange(merged.id)).toMatchObject({ state: "undone", done: 1 });
  expect(await tagsOf(items, both.id)).toEqual(["js", "ecmascript", "x", "later"]);
  expect(await tagsOf(items, had.id)).toEqual(["JavaScript"]);
  await expect(items.undoTagChange(merged.id)).rejects.toMatchObject({ status: 409, code: "tag_change_undone" });
});

it("deletes tags of nobody else, and keeps them for the undo", async () => {
  const [{ items }, other] = [await world.person(), await world.person()];
  const mine = await note(items, ["old", "new"]);
  const theirs = await note(other.items, ["old"]);
  const deleted = await change(items, ["old"], null);
  expect([await tagsOf(items, mine.id), await tagsOf(other.items, theirs.id)]).toEqual([["new"], ["old"]]);
  await expect(other.items.undoTagChange(deleted.id)).rejects.toMatchObject({ code: "tag_change_not_found" });
  await expect(other.items.tagChange(deleted.id)).rejects.toMatchObject({ status: 404 });
  await items.undoTagChange(deleted.id);
  expect(await tagsOf(items, mine.id)).toEqual(["new", "old"]);
});

it("changes many cards in the background, where the queue shows it, and undoes it so", async () => {
  const userId = randomUUID();
  const { items } = await world.person({ userId });
  await many(userId, 1200, "Bulk");
  const begun = await change(items, ["Bulk"], "Renamed");
  expect(begun).toMatchObject({ state: "running", total: 1200, done: 0 });
  await expect(items.undoTagChange(begun.id)).rejects.toMatchObject({ status: 409, code: "tag_change_running" });
  await world.jobsIdle();
  expect(await items.tagChange(begun.id)).toMatchObject({ state: "done", total: 1200, done: 1200 });
  expect((await items.tags()).map(({ tag, count }) => [tag, count])).toEqual([
    ["kept", 1200],
    ["Renamed", 1200],
  ]);
  const { rows } = await world.database.system((tx) =>
    tx.execute<{ title: string }>(sql`select title from kit.job where user_id = ${userId}`),
  );
  expect(rows).toEqual([{ title: "Rename the tag “Bulk” to “Renamed”" }]);
  await items.undoTagChange(begun.id);
  await world.jobsIdle();
  expect((await items.list({ tag: "bulk", limit: 1 })).total).toBe(1200);
  expect((await items.tagChange(begun.id)).state).toBe("undone");
});

it("takes the same attempt once", async () => {
  const { items } = await world.person();
  await note(items, ["a"]);
  const key = randomUUID();
  const first = await items.changeTags({ from: ["a"], to: "b" }, key);
  expect((await items.changeTags({ from: ["a"], to: "b" }, key)).id).toBe(first.id);
});

it("keeps a colour with its tag through a rename, a merge and their undo", async () => {
  const { items } = await world.person();
  await note(items, ["Tax", "home"]);
  await items.styleTag({ tag: "tax", colour: "green" });
  const colours = async () => Object.fromEntries((await items.findTags()).map(({ tag, colour }) => [tag, colour]));
  expect(await colours()).toEqual({ Tax: "green", home: null });
  const renamed = await change(items, ["tax"], "Taxes");
  expect(await colours()).toEqual({ Taxes: "green", home: null });
  await items.styleTag({ tag: "home", colour: "red" });
  const merged = await change(items, ["taxes"], "home");
  expect(await colours()).toEqual({ home: "red" });
  await items.undoTagChange(merged.id);
  await items.undoTagChange(renamed.id);
  expect(await colours()).toEqual({ Tax: "green", home: "red" });
  await items.styleTag({ tag: "home", colour: null });
  expect(await colours()).toEqual({ Tax: "green", home: null });
});

it.each(["constructor", "__proto__"])("takes %s for a tag like any other", async (tag) => {
  const { items } = await world.person();
  await note(items, ["a", "b"]);
  await items.styleTag({ tag: "b", colour: "red" });
  await change(items, ["a"], tag);
  await change(items, ["b"], tag);
  expect((await items.findTags()).map(({ tag, colour }) => [tag, colour])).toEqual([[tag, "red"]]);
});

it("finds tags by letters, those that begin so first", async () => {
  const { items } = await world.person();
  for (const tags of [["tripods"], ["tripods", "podcast"], ["100%", "a_b"]]) await note(items, tags);
  const found = async (q: string) => (await items.findTags({ q })).map(({ tag }) => tag);
  expect(await found("pod")).toEqual(["podcast", "tripods"]);
  expect([await found("%"), await found("A_"), await found("zz")]).toEqual([["100%"], ["a_b"], []]);
});

it("names the tags that imported cards alone have", async () => {
  const userId = randomUUID();
  const { items } = await world.person({ userId });
  await many(userId, 3, "Folder", "import:bookmarks");
  await note(items, ["kept"]);
  expect((await items.findTags({ imported: "true" })).map(({ tag, count }) => [tag, count])).toEqual([["Folder", 3]]);
});

it("lists cards that have all of several tags", async () => {
  const { items } = await world.person();
  const both = await note(items, ["Travel", "2026", "x"]);
  await note(items, ["travel"]);
  await note(items, ["2026"]);
  expect((await items.list({ tag: "travel,2026" })).items.map(({ id }) => id)).toEqual([both.id]);
  expect((await items.list({ tag: "travel" })).total).toBe(2);
  const { send } = await world.person();
  const tooMany = Array.from({ length: 11 }, (_, n) => `t${n}`).join();
  expect((await send("GET", `/api/items?tag=${tooMany}`)).status).toBe(400);
});

it("gives a tag one of the colours that were chosen at once", async () => {
  const { items } = await world.person();
  await note(items, ["tax"]);
  const colours = ["red", "green", "blue", "orange"] as const;
  await Promise.all([...colours, ...colours].map((colour) => items.styleTag({ tag: "tax", colour })));
  expect(colours).toContain((await items.findTags())[0]?.colour);
});
