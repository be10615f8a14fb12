import { randomUUID } from "node:crypto";
import { type ItemsWorld, startItems } from "../testing/items-world.ts";

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
