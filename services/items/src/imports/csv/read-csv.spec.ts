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
      description: "Mine\n\nTheirs",
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
    { tags: "one,two,", addDate: "2024-01-02 03:04:05+00:00", isUnread: true },
  ],
  [
    "semicolons, in windows-1252",
    Buffer.from("Titel;link;Tags\nCaf\u00e9;https://a.example/;x|y", "latin1"),
    { tags: "x,y," },
  ],
])("reads an export of %s", (_, file, expected) =>
  expect(read(file)![0]).toMatchObject({ href: "https://a.example/", ...expected }),
);

const states = (file: string) =>
  read(file)!.map(({ isArchived = false, isUnread = false, isStarred = false, isToRead = false }) =>
    Object.entries({ isArchived, isUnread, isStarred, isToRead })
      .filter(([, is]) => is)
      .map(([name]) => name),
  );

it.each([
  ["Pocket", "title,url,time_added,tags,status\nA,https://a.example/,1,,unread\nB,https://b.example/,1,,archive"],
  [
    "Instapaper",
    "URL,Title,Selection,Folder,Timestamp\nhttps://a.example/,A,,Unread,1\nhttps://b.example/,B,,Archive,1",
  ],
  ["Readwise Reader", "Title,URL,Location\nA,https://a.example/,later\nB,https://b.example/,archive"],
  ["Matter", "Title,URL,In Queue\nA,https://a.example/,True\nB,https://b.example/,False"],
])("keeps apart what was still to be read in %s and what was not", (_, file) =>
  expect(states(file)).toEqual([["isUnread"], ["isArchived"]]),
);

it("keeps favourites and lists", () => {
  expect(states("url,favorite\nhttps://a.example/,true\nhttps://b.example/,false")).toEqual([["isStarred"], []]);
  expect(states("URL,Title,Folder\nhttps://a.example/,A,Starred")).toEqual([["isStarred"]]);
  expect(read("URL,Status\nhttps://a.example/,On loan")![0]!.description).toBe("Status: On loan");
  expect(read("URL,Location\nhttps://a.example/,shortlist")![0]!.tags).toBe(",shortlist,");
});

it("says in the description what no field stands for, but not what is empty", () => {
  const file = [
    "id,title,note,excerpt,url,folder,tags,created,cover,highlights,favorite,Author",
    '7,A,,,https://a.example/,,,,https://a.example/cover.png,"First words\n\nMore",false,Ada',
    "8,B,,,https://b.example/,,,,,,false,",
  ].join("\n");
  expect(read(file)!.map(({ description }) => description)).toEqual([
    "highlights: First words\n\nMore\nAuthor: Ada",
    "",
  ]);
});

it("loses no cell that nobody quoted", () => {
  expect(read("url\nhttps://a.example/1,2")![0]!.href).toBe("https://a.example/1,2");
  expect(read("url,title\nhttps://a.example/,Bread, butter")![0]).toMatchObject({
    title: "Bread",
    description: "butter",
  });
});

it.each([
  ['["can\'t wait", "a, b"]', "can't wait,a  b,"],
  [`['one', "can't"]`, "one,can't,"],
  ["[]", ","],
  ["one;two|three", "one,two,three,"],
])("reads the tags %s", (tags, expected) =>
  expect(read(`url,tags\nhttps://a.example/,"${tags.replaceAll('"', '""')}"`)![0]!.tags).toBe(expected),
);

it("names a row whose quotation mark is never closed, and keeps the others", () => {
  expect(read('url,title\n"https://a.example/\nhttps://b.example/,B')).toMatchObject([
    { title: '"https://a.example/', refused: "A quotation mark in this row is never closed" },
    { href: "https://b.example/", title: "B" },
  ]);
});

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
