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
