import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { addAttachments } from "../items/item.store.ts";
import { type ItemsWorld, startItems } from "../testing/items-world.ts";
import { StaleWords } from "./stale-words.ts";

let world: ItemsWorld;
let items: Awaited<ReturnType<ItemsWorld["person"]>>["items"];
beforeAll(async () => {
  world = await startItems();
  ({ items } = await world.person());
  const notes = [
    { title: "Running shoes", body: "The best pair for wet forest paths." },
    { title: "To be or not to be", body: "Hamlet, act three" },
    { title: "Les écureuils", body: "Notes d'été sur C:\\temp and snake_case_name" },
    { title: "百度一下，你就知道", body: "搜索引擎" },
    { title: "Recipe", body: "forest mushrooms with cream", tags: ["running gags"] },
    { title: "<b>Bold</b> & 'quoted'", body: "it's 3.14 in v2.0.1 at https://www.example.org/path-one" },
  ];
  for (const note of notes) await items.create({ type: "note", ...note }, randomUUID());
});
afterAll(() => world.stop());

const found = async (q: string) => (await items.list({ q })).items.map(({ title }) => title);

it("finds all words in any inflection, best match first", async () => {
  expect(await found("run shoe")).toEqual(["Running shoes"]);
  expect(await found("running")).toEqual(["Running shoes", "Recipe"]);
  expect((await found("forests")).sort()).toEqual(["Recipe", "Running shoes"]);
  expect(await found("forest nothing")).toEqual([]);
});

it("takes phrases, exclusions and alternatives", async () => {
  expect(await found('"wet forest"')).toEqual(["Running shoes"]);
  expect(await found('"forest wet"')).toEqual([]);
  expect(await found("forest -mushrooms")).toEqual(["Running shoes"]);
  expect((await found("mushrooms or hamlet")).sort()).toEqual(["Recipe", "To be or not to be"]);
  expect(await found('"to be or not')).toEqual(["To be or not to be"]);
});

it("takes the last word as unfinished", async () => {
  expect(await found("mushr")).toEqual(["Recipe"]);
  expect(await found("runni sho")).toEqual([]);
  expect(await found("shoes runni")).toEqual(["Running shoes"]);
});

it("needs neither accents nor the right case, and reads words inside names and addresses", async () => {
  expect(await found("ECUREUILS ete")).toEqual(["Les écureuils"]);
  expect(await found("case snake_case")).toEqual(["Les écureuils"]);
  expect(await found("example.org path")).toEqual(["<b>Bold</b> & 'quoted'"]);
});

it("finds parts of texts written without spaces", async () => {
  expect(await found("百度")).toEqual(["百度一下，你就知道"]);
  expect(await found("知道")).toEqual(["百度一下，你就知道"]);
  expect(await found("引擎")).toEqual(["百度一下，你就知道"]);
  expect(await found("道知")).toEqual([]);
});

describe("words that are not written as they are searched", () => {
  let own: typeof items;
  let userId: string;
  const foundIn = async (q: string) => (await own.list({ q, sort: "title" })).items.map(({ title }) => title);
  beforeAll(async () => {
    userId = randomUUID();
    ({ items: own } = await world.person({ userId }));
    const titles = ["Die Straße nach Köln", "Umweg ueber Duesseldorf", "Zażółć gęślą jaźń", "Iğdır", "Smørrebrød"];
    for (const title of [
      ...titles,
      "Старые базы данных",
      "Rocket 🚀 launch",
      "C++ or C#",
      "Notes on .NET",
      "C, the language",
    ])
      await own.create({ type: "note", title, body: "" }, randomUUID());
  });

  it.each([
    ["strasse", "Die Straße nach Köln"],
    ["STRASSE", "Die Straße nach Köln"],
    ["koeln", "Die Straße nach Köln"],
    ["koln", "Die Straße nach Köln"],
    ["düsseldorf", "Umweg ueber Duesseldorf"],
    ["zazolc", "Zażółć gęślą jaźń"],
    ["igdir", "Iğdır"],
    ["smorrebrod", "Smørrebrød"],
    ["базу", "Старые базы данных"],
    ["🚀", "Rocket 🚀 launch"],
    ["c++", "C++ or C#"],
    ["C#", "C++ or C#"],
    [".net", "Notes on .NET"],
  ])("%s is found", async (q, title) => expect(await foundIn(q)).toEqual([title]));

  it("sort by their letters, not by pictures before them", async () => {
    await own.create({ type: "note", title: "🚀 Aardvark", body: "" }, randomUUID());
    expect((await own.list({ sort: "title", limit: 1 })).items[0]!.title).toBe("🚀 Aardvark");
  });

  it("are found in what an older version stored, once it is indexed again", async () => {
    const made = await own.create({ type: "note", title: "Weißbrot", body: "", tags: ["Bäckerei"] }, randomUUID());
    const file = { name: "Rezept_Größe.pdf", mediaType: "application/pdf", bytes: 1, fileKey: randomUUID() };
    await world.database.of("items").as({ userId }, (tx) => addAttachments(tx, userId, made.id, [file]));
    await world.database.system((tx) =>
      tx.execute(
        sql`update items.item set stale_words = true, search = items.lexemes('weißbrot') where id = ${made.id}`,
      ),
    );
    expect(await foundIn("weissbrot")).toEqual([]);
    await world.application.nest.get(StaleWords).index();
    for (const q of ["weissbrot", "backerei", "groesse"]) expect(await foundIn(q)).toEqual(["Weißbrot"]);
    expect(await own.get(made.id)).toMatchObject({ version: made.version, updatedAt: made.updatedAt });
  });
});

it("finds every word of the longest texts, and phrases of their beginning", async () => {
  const filler = Array.from({ length: 8_000 }, (_, at) => `word${at % 900}`).join(" ");
  await items.create({ type: "note", title: "Long", body: `the first sentence ${filler} lighthouses` }, randomUUID());
  expect(await found('"the first sentence"')).toEqual(["Long"]);
  expect(await found("lighthouse word899")).toEqual(["Long"]);
});

it("finds cards by the names of their files, also once they are changed", async () => {
  const userId = randomUUID();
  const { items: own } = await world.person({ userId });
  const { id } = await own.create({ type: "note", title: "With a file", body: "text" }, randomUUID());
  const file = { name: "7DDA4_invoice_9E5D72.zip", mediaType: "application/zip", bytes: 1, fileKey: randomUUID() };
  await world.database.of("items").as({ userId }, (tx) => addAttachments(tx, userId, id, [file]));
  const total = async () => (await own.list({ q: "7DDA4_invoice_9E5D72.zip" })).total;
  expect(await total()).toBe(1);
  await own.update(id, 1, { body: "another text" });
  expect(await total()).toBe(1);
  await own.update(id, 2, { tags: ["paid"] });
  expect(await total()).toBe(1);
});

it("takes qualifiers for what they ask, and words that look like some for words", async () => {
  const userId = randomUUID();
  const { items: own } = await world.person({ userId });
  const task = await own.create({ type: "task", title: "Paint the harbour", body: "", tags: ["Home"] }, randomUUID());
  const note = await own.create({ type: "note", title: "The harbour at night: a note", body: "" }, randomUUID());
  const mail = await own.create({ type: "note", title: "Harbour fees", body: "" }, randomUUID());
  await world.database.system(async (tx) => {
    await tx.execute(
      sql`update items.item set created_at = '2026-02-10T23:00:00Z', unread = false where id = ${note.id}`,
    );
    await tx.execute(sql`update items.item set type = 'mail', created_at = '2026-02-12T00:00:00Z',
      data = '{"from": [{"name": "Ada Halvorsen", "address": "ada@port.example"}], "to": [], "cc": []}' where id = ${mail.id}`);
    await tx.execute(sql`update items.item set created_at = '2026-02-11T00:00:00Z' where id = ${task.id}`);
  });
  const all = { [task.id]: "task", [note.id]: "note", [mail.id]: "mail" };
  const asked = async (q: string) => {
    const page = await own.list({ q });
    expect(page.total).toBe(page.items.length);
    return page.items.map(({ id }) => all[id]).sort();
  };
  expect(await asked("harbour type:task")).toEqual(["task"]);
  expect(await asked("type:task")).toEqual(["task"]);
  expect(await asked("tag:home harbour")).toEqual(["task"]);
  expect(await asked("tag:home")).toEqual(["task"]);
  expect(await asked("harbour is:unread")).toEqual(["mail", "task"]);
  expect(await asked("is:archived")).toEqual([]);
  expect(await asked("harbour after:2026-02-11")).toEqual(["mail", "task"]);
  expect(await asked("harbour before:2026-02-11")).toEqual(["note"]);
  expect(await asked("after:2026-02-11 before:2026-02-12")).toEqual(["task"]);
  expect(await asked("from:halvorsen")).toEqual(["mail"]);
  expect(await asked('harbour from:"ada@port"')).toEqual(["mail"]);
  expect(await asked("from:%")).toEqual([]);
  expect(await asked("type:nothing harbour")).toEqual([]);
  expect(await asked("night: a")).toEqual(["note"]);
});

it("finds nothing for signs alone, and takes the syntax of PostgreSQL for text", async () => {
  for (const q of [
    "???",
    "'",
    "\\",
    "a:*",
    "!!!",
    "<->",
    "')) or true --",
    ":*",
    "-",
    '"',
    "& | !",
    "\u0000",
    "\ud800",
  ]) {
    expect(Array.isArray(await found(q))).toBe(true);
  }
  expect((await items.list({ q: "???" })).total).toBe(0);
});

it("marks the words that were found, and nothing of the markup in a title", async () => {
  const [shoes] = (await items.list({ q: "shoe fore" })).items;
  expect(shoes!.highlight).toEqual({
    title: "Running \u0002shoes\u0003",
    line: "The best pair for wet \u0002forest\u0003 paths.",
  });
  const [bold] = (await items.list({ q: "bold" })).items;
  expect(bold!.highlight!.title).toBe("<b>\u0002Bold\u0003</b> & 'quoted'");
  expect((await items.list({})).items[0]!.highlight).toBeUndefined();
});
