import { readFileSync } from "node:fs";
import { parseAddDate } from "../bookmarks/add-date.ts";
import { readCsv } from "./read-csv.ts";

const read = (file: string | Buffer) => readCsv({ value: null, blobs: [Buffer.from(file)] }).value;

it("reads the export of Pocket", () => {
  const rows = read(readFileSync(new URL("../bookmarks/fixtures/wallabag-pocket.csv", import.meta.url)))!;
  expect(rows[0]).toMatchObject({
    href: "http://youmightnotneedjquery.com/",
    title: "You Might Not Need jQuery",
    addDate: "1600322788",
  });
  expect(rows.every(({ href }) => /^https?:/.test(href))).toBe(true);
});

it.each([
  [
    "Raindrop.io",
    'id,title,note,excerpt,url,folder,tags,created,cover,highlights,favorite\n1,"A, b","Mine","Theirs",https://a.example/,Work / Web,"one, two words",2023-04-05T06:07:08.000Z,,,false',
    {
      title: "A, b",
      description: "Mine",
      folders: ["Work", "Web"],
      tags: "one, two words,",
      addDate: "2023-04-05T06:07:08.000Z",
    },
  ],
  [
    "Instapaper",
    "URL,Title,Selection,Folder,Timestamp,Tags\nhttps://a.example/,A,,Unread,1600322788,[]",
    { title: "A", folders: [], tags: ",", addDate: "1600322788" },
  ],
  [
    "Readwise Reader",
    "Title,URL,ID,Document tags,Saved date,Reading progress,Location,Seen\nA,https://a.example/,1,\"['one', 'two']\",2024-01-02 03:04:05+00:00,0,new,True",
    { tags: "one, two,", addDate: "2024-01-02 03:04:05+00:00" },
  ],
  [
    "semicolons, in windows-1252",
    Buffer.from("Titel;link;Tags\nCaf\u00e9;https://a.example/;x|y", "latin1"),
    { tags: "x,y," },
  ],
])("reads an export of %s", (_, file, expected) =>
  expect(read(file)![0]).toMatchObject({ href: "https://a.example/", ...expected }),
);

it("says when no column holds addresses", () => {
  expect(read("name,amount\nBread,3")).toBeNull();
  expect(read("")).toBeNull();
});

it("understands times of ISO 8601, in UTC where they say no zone", () => {
  const now = new Date("2026-01-01T00:00:00Z");
  for (const text of ["2023-04-05T06:07:08Z", "2023-04-05 06:07:08", "2023-04-05T08:07:08+02:00"])
    expect(parseAddDate(text, now)?.toISOString()).toBe("2023-04-05T06:07:08.000Z");
  expect(parseAddDate("2023-04-05", now)?.toISOString()).toBe("2023-04-05T00:00:00.000Z");
});
