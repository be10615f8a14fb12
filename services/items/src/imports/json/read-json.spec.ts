import { readFileSync } from "node:fs";
import { readBookmarks } from "../bookmarks/read-bookmarks.ts";
import { formatOf } from "../file-format.ts";
import { readJson } from "./read-json.ts";

const fixture = (name: string) => readFileSync(new URL(`../bookmarks/fixtures/${name}`, import.meta.url));
const read = (file: string | Buffer) => readJson({ value: null, blobs: [Buffer.from(file)] }).value;
async function draftsOf(file: string | Buffer) {
  const drafts: unknown[] = [];
  for await (const entry of readBookmarks(read(file)!, new Date("2026-01-01T00:00:00Z"), true))
    drafts.push("draft" in entry ? entry.draft : entry);
  return drafts;
}

it("reads an export of Pinboard", async () => {
  const all = await draftsOf(fixture("wallabag-pinboard_export.json"));
  expect(all).toHaveLength(3);
  expect(all[0]).toMatchObject({
    ...{ type: "bookmark", title: "Complexities of an Infinite Scroller" },
    ...{ sourceUrl: "https://developers.google.com/web/updates/2016/07/infinite-scroller" },
    ...{ tags: ["infinite", "dom", "performance", "scroll"], createdAt: new Date("2016-10-31T15:57:56Z") },
    data: { description: expect.stringContaining("Re-use your DOM elements") },
  });
  const own = '[{"href":"https://a.example/","description":"A","extended":"","time":"","shared":"no","tags":"one"}]';
  expect((await draftsOf(own))[0]).toMatchObject({ data: { private: true }, tags: ["one"] });
});

it("reads the bookmarks of Chrome, with their folders and times", async () => {
  const [only, ...more] = await draftsOf(fixture("wallabag-chrome-bookmarks.json"));
  expect(more).toEqual([]);
  expect(only).toMatchObject({
    ...{ title: expect.stringContaining("Tournoi des VI Nations"), data: { folder: "Barre de favoris" } },
    createdAt: new Date("2016-09-20T13:15:29.335Z"),
  });
});

it("reads a backup of Firefox, in the order of its folders, and names what is no page", async () => {
  const container = { type: "text/x-moz-place-container" };
  const place = (title: string, uri: string) => ({
    type: "text/x-moz-place",
    title,
    uri,
    dateAdded: 1600322788000000,
    tags: "one,two words",
  });
  const menu = {
    ...{ ...container, title: "menu" },
    children: [
      place("A", "https://a.example/"),
      { ...container, title: "Deep", children: [place("B", "https://b.example/")] },
    ],
  };
  const file = { ...container, title: "", children: [menu, place("C", "place:sort=8")] };
  expect(await draftsOf(JSON.stringify(file))).toMatchObject([
    { title: "A", data: { folder: "menu" }, tags: ["one", "two words"], createdAt: new Date("2020-09-17T06:06:28Z") },
    { title: "B", data: { folder: "menu/Deep" } },
    { refused: { entry: "C", message: expect.stringContaining("Firefox") } },
  ]);
});

const [A, B] = ["https://a.example/", "https://b.example/"];
it.each([
  [
    "Omnivore",
    [
      {
        id: "1",
        title: "A",
        description: "About",
        author: "Ada",
        url: A,
        state: "Active",
        labels: ["x, y"],
        savedAt: "2024-01-02T03:04:05.000Z",
      },
      { title: "B", url: B, state: "Archived", labels: [], savedAt: "2024-01-02T03:04:05.000Z" },
    ],
    [
      { title: "A", tags: ["x y"], isUnread: true, data: { description: "About\n\nAuthor: Ada" } },
      { title: "B", status: "archived" },
    ],
  ],
  [
    "wallabag",
    [
      {
        title: "A",
        url: A,
        is_archived: 0,
        is_starred: true,
        tags: ["x"],
        created_at: "2024-01-02T04:04:05+0100",
        annotations: [{ quote: "Words", text: "Mine" }],
      },
      { title: "B", url: B, is_archived: 1, tags: [], created_at: "2024-01-02T03:04:05+0000" },
    ],
    [
      { title: "A", tags: ["x", "Starred"], isUnread: true, data: { description: "> Words\nMine" } },
      { title: "B", status: "archived" },
    ],
  ],
  [
    "Karakeep",
    {
      bookmarks: [
        {
          title: "A",
          createdAt: 1704164645,
          tags: ["x"],
          content: { type: "link", url: A },
          note: "Mine",
          archived: true,
          lists: ["2", "1", "9"],
        },
        { title: "B", createdAt: 1704164645, tags: [], content: { type: "text", text: "A text" }, archived: false },
        { title: "C", content: { type: "asset" }, tags: [] },
      ],
      lists: [
        { id: "1", name: "Home", parentId: "2" },
        { id: "2", name: "All", parentId: "1" },
      ],
    },
    [
      { title: "A", status: "archived", tags: ["x", "Home"], data: { description: "Mine", folder: "Home/All" } },
      { type: "note", title: "B", body: "A text" },
      { refused: { entry: "C", message: "The entry has no address" } },
    ],
  ],
  [
    "Linkwarden",
    {
      username: "ada",
      collections: [
        { id: 1, name: "Web" },
        {
          id: 2,
          parentId: 1,
          name: "Reading",
          links: [
            { name: "A", url: A, description: "About", tags: [{ name: "x" }], createdAt: "2024-01-02T03:04:05.000Z" },
            null,
          ],
        },
        { name: "Empty" },
      ],
    },
    [
      { title: "A", tags: ["x"], data: { folder: "Web/Reading", description: "About" } },
      { refused: { entry: "entry without a name", message: "The entry has no address" } },
    ],
  ],
])("reads an export of %s", async (_, file, expected) => {
  const text = JSON.stringify(file);
  expect(formatOf("export.json", Buffer.from(text))).toBe("json");
  const all = await draftsOf(text);
  expect(all).toMatchObject(expected);
  for (const one of all as { createdAt?: Date }[])
    if (one.createdAt !== undefined) expect(one.createdAt).toEqual(new Date("2024-01-02T03:04:05Z"));
});

it("keeps the keywords and descriptions of Firefox, and what was still to be read in Pinboard", async () => {
  const place = {
    ...{ type: "text/x-moz-place", title: "A", uri: "https://a.example/", keyword: "a" },
    annos: [{ name: "bookmarkProperties/description", value: "Words of mine" }, null],
  };
  const folder = (about: string) => ({
    ...{ type: "text/x-moz-place-container", title: "Mine", children: [place] },
    annos: [{ name: "bookmarkProperties/description", value: about }],
  });
  const file = { ...folder("Add bookmarks to this folder"), root: "placesRoot", children: [folder("About it")] };
  expect(await draftsOf(JSON.stringify(file))).toMatchObject([
    { type: "note", title: "Mine", body: "About it" },
    { data: { description: "Words of mine\n\nKeyword: a", folder: "Mine/Mine" } },
  ]);
  const posts = [
    { href: "https://a.example/", description: "A", toread: "yes", tags: "one" },
    { description: "No address" },
    7,
    { href: "https://b.example/", description: "B", toread: "no", tags: "" },
  ];
  expect(await draftsOf(JSON.stringify(posts))).toMatchObject([
    { title: "A", tags: ["one", "To read"] },
    { refused: { entry: "No address", message: "The entry has no address" } },
    { refused: { entry: "entry without a name", message: "The entry has no address" } },
    { title: "B", tags: [] },
  ]);
});

it("takes other JSON for none, however it is nested", () => {
  for (const file of ["", "{", "7", "null", '{"a":1}', '[{"name":"Bread"}]', "[1]"]) expect(read(file)).toBeNull();
  expect(read("[]")).toEqual([]);
  expect(read(`${"[".repeat(100_000)}${"]".repeat(100_000)}`)).toBeNull();
  const deep = `${'{"type":"text/x-moz-place-container","title":"a","children":['.repeat(3000)}{"uri":"https://a.example/"}${"]}".repeat(3000)}`;
  expect(read(deep)).toMatchObject([{ href: "https://a.example/", folders: Array(50).fill("a") }]);
  expect(
    read('{"roots":{"a":{"children":[null,7,{"url":{}},{"url":"https://a.example/","name":[1]}]}}}'),
  ).toMatchObject([{ href: "https://a.example/", title: "" }]);
});

it("is told by its beginning, as other JSON is imported nowhere", () => {
  const of = (name: string, text: string) => formatOf(name, Buffer.from(text));
  expect(of("Bookmarks.json", fixture("wallabag-chrome-bookmarks.json").toString())).toBe("json");
  expect(of("Bookmarks", fixture("wallabag-chrome-bookmarks.json").toString())).toBe("json");
  expect(of("pinboard.json", '[{"href":"https://a.example/","description":"A"}]')).toBe("json");
  expect(
    of("bookmarks-2026-01-01.json", '{"guid":"root________","title":"","type":"text/x-moz-place-container"}'),
  ).toBe("json");
  expect(of("package.json", '{"name":"a"}')).toBe("unknown");
});
