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
    { title: "Recipe", body: "forest mushrooms with cream", tags: ["running gags"] },
    { title: "<b>Bold</b> & 'quoted'", body: "it's quoted" },
  ];
  for (const note of notes) await items.create({ type: "note", ...note }, randomUUID());
});
afterAll(() => world.stop());

const found = async (q: string) => (await items.list({ q })).items.map(({ title }) => title);

it("shows the best match first", async () => {
  expect(await found("running")).toEqual(["Running shoes", "Recipe"]);
});

describe("words that are not written as they are searched", () => {
  let own: typeof items;
  let userId: string;
  const foundIn = async (q: string) => (await own.list({ q, sort: "title" })).items.map(({ title }) => title);
  beforeAll(async () => {
    userId = randomUUID();
    ({ items: own } = await world.person({ userId }));
    await own.create({ type: "note", title: "C, the language", body: "" }, randomUUID());
  });

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
        sql`update items.item set unstemmed = true, unfolded = true, search = items.lexemes('weißbrot') where id = ${made.id}`,
      ),
    );
    expect(await foundIn("weissbrot")).toEqual([]);
    await world.application.nest.get(StaleWords).index();
    for (const q of ["weissbrot", "backerei", "groesse"]) expect(await foundIn(q)).toEqual(["Weißbrot"]);
    expect(await own.get(made.id)).toMatchObject({ version: made.version, updatedAt: made.updatedAt });
  });
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

it("marks words of other spellings and scripts, and pictures", async () => {
  const { items: own } = await world.person({ userId: randomUUID() });
  const titles = ["Umweg über Köln", "東京タワー", "ร้านกาแฟ", `Die Rech\u00adnungen 🚀`, "Οι δρόμοι"];
  for (const title of titles) await own.create({ type: "note", title }, randomUUID());
  const marked = async (q: string) =>
    (await own.list({ q })).items.map(({ highlight }) =>
      highlight!.title.replaceAll("\u0002", "[").replaceAll("\u0003", "]"),
    );
  expect(await marked("koeln")).toEqual(["Umweg über [Köln]"]);
  expect(await marked("东京")).toEqual(["[東][京]タワー"]);
  expect(await marked("กาแ")).toEqual(["ร้[า]น[ก][า][แ]ฟ"]);
  expect(await marked("🚀 rechnung")).toEqual(["Die [Rech\u00adnungen] [🚀]"]);
  expect(await marked("δρόμος")).toEqual(["Οι [δρόμοι]"]);
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
