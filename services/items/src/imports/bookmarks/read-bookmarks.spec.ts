import { readFileSync } from "node:fs";
import { Readable } from "node:stream";
import { decodeStream, likelyCharset } from "../decode-stream.ts";
import type { Entry } from "../entry.ts";
import { parseAddDate } from "./add-date.ts";
import { parseBookmarks } from "./parse-bookmarks.ts";
import { rawBookmarks } from "./raw-bookmarks.ts";
import { readBookmarks, surveyBookmarks } from "./read-bookmarks.ts";

const NOW = new Date("2026-01-01T00:00:00Z");
const fixture = (name: string) => readFileSync(new URL(`fixtures/${name}.html`, import.meta.url));

/** @param size bytes of each piece that the file arrives in */
async function read(file: Buffer | string, size = 64 * 1024) {
  const bytes = Buffer.from(file);
  const stream = () => {
    const pieces: Buffer[] = [];
    for (let at = 0; at < bytes.length; at += size) pieces.push(bytes.subarray(at, at + size));
    return Readable.from(pieces) as AsyncIterable<Buffer>;
  };
  const charset = await likelyCharset(stream());
  const bookmarks = () =>
    rawBookmarks(
      decodeStream(stream(), charset),
      async (segment) => parseBookmarks({ value: structuredClone(segment), blobs: [] }).value,
    );
  const { total, commaTags } = await surveyBookmarks(bookmarks());
  const entries: Entry[] = [];
  for await (const entry of readBookmarks(bookmarks(), NOW, commaTags)) entries.push(entry);
  expect(entries).toHaveLength(total);
  return {
    drafts: entries.flatMap((entry) => ("draft" in entry ? [entry.draft] : [])),
    refused: entries.flatMap((entry) => ("refused" in entry ? [entry.refused] : [])),
  };
}

it("reads folders, tags and times of a browser's export", async () => {
  const { drafts, refused } = await read(fixture("shaarli-netscape_nested"));
  expect(refused).toEqual([]);
  expect(drafts.map(({ title, data, tags }) => [title, data.folder, tags])).toEqual([
    ["Nested 1", undefined, ["tag1", "tag2", "multi word"]],
    ["Nested 1-1", "Folder1, the first,folder to encounter", ["tag1", "tag2", "multi word"]],
    ["Nested 1-2", "Folder1, the first,folder to encounter", ["tag3", "tag4", "leaf multi word"]],
    // What is said of the folder.
    ["Folder2", undefined, []],
    ["Nested 2-1", "Folder2", []],
    ["Nested 2-2", "Folder2", []],
    ["Nested 3-1", "Folder3/Folder3-1", ["tag3"]],
    ["Nested 3-2", "Folder3/Folder3-1", []],
    ["Nested 2", undefined, ["tag4"]],
  ]);
  expect(drafts[4]).toMatchObject({
    data: { description: "First link of the second section" },
    createdAt: new Date(1_454_433_742_000),
    status: "later",
  });
});

it("makes a note of what is said of a folder, but not of the browser's own", async () => {
  const file = `<DL><p>
    <DT><H3 PERSONAL_TOOLBAR_FOLDER="true">Toolbar</H3>
    <DD>Add bookmarks to this folder to see them here
    <DL><p><DT><H3>Work</H3>
      <DD>What I need<br>on Mondays
      <DL><p><DT><A HREF="https://a.example/">A</A><DD>Of A</DL><p>
      <DT><H3>Empty</H3><DD>  
      <DL><p></DL><p>
    </DL><p></DL>`;
  const { drafts, refused } = await read(file);
  expect(refused).toEqual([]);
  expect(drafts.map(({ type, title, body }) => [type, title, body])).toEqual([
    ["note", "Work", "What I need\non Mondays"],
    ["bookmark", "A", ""],
  ]);
  expect(drafts[0]).toMatchObject({
    folder: "Toolbar/Work",
    status: "later",
    identity: expect.stringMatching(/^folder:/),
  });
  expect(drafts[1]).toMatchObject({ data: { folder: "Toolbar/Work", description: "Of A" } });
  expect(await read(file, 7)).toEqual({ drafts, refused });
});

it("reads descriptions of many lines, private marks and tags separated by spaces", async () => {
  const multiline = await read(fixture("shaarli-netscape_multiline"));
  expect(multiline.drafts[2]!.data.description).toBe(
    "List:\n- item1\n- item2\n\nParagraph number one.\n\nParagraph\nnumber\ntwo.",
  );
  const { drafts } = await read(`<DL><p><DT><A HREF="https://a.example/">A</A><DD>one<BR>two</DL>`);
  expect(drafts[0]!.data.description).toBe("one\ntwo");
  const basic = await read(fixture("shaarli-netscape_basic"));
  expect(basic.drafts[0]).toMatchObject({
    tags: ["private", "secret"],
    data: { private: true },
    createdAt: new Date("2000-10-10T10:55:36Z"),
  });
  expect(basic.drafts[1]).toMatchObject({ tags: ["public", "hello", "world"] });
});

it("refuses by name what is no page of the web, and keeps the others", async () => {
  const firefox = await read(fixture("shaarli-firefox_nested"));
  expect([firefox.drafts.length, firefox.refused.map(({ entry }) => entry)]).toEqual([
    // Two of them say what is in folders.
    23,
    ["Recently saved", "Recent tags", "Most visited"],
  ]);
  const { drafts, refused } = await read(`<DL><p>
    <DT><A HREF="javascript:alert(1)">Bookmarklet</A> <DT><A HREF="data:text/html,x">Data</A> <DT><A HREF="chrome://flags">Flags</A>
    <DT><A>No address</A> <DT><A HREF="http://[broken">Broken</A> <DT><A HREF="  https://good.example/ ">Good</A> </DL>`);
  expect(drafts.map(({ title }) => title)).toEqual(["Good"]);
  expect(refused.map(({ entry, message }) => `${entry}: ${message}`)).toEqual([
    "Bookmarklet: The link begins with javascript: and is a script, not a page",
    "Data: The link begins with data: and is a document inside the link, not a page",
    "Flags: The link begins with chrome: and is a page of the browser itself",
    "No address: The entry has no address",
    "Broken: The address cannot be read",
  ]);
});

it("keeps the texts that Shaarli holds among its links as notes", async () => {
  const { drafts, refused } = await read(fixture("shaarli-shaarli_with_whitespace_tags"));
  expect(refused).toEqual([]);
  const [note] = drafts.filter(({ type }) => type === "note");
  expect(note).toMatchObject({ title: "Note: Code tests", sourceUrl: null, data: {} });
  expect(note!.body).not.toBe("");
});

it("reads a file that names no character set as UTF-8, or as windows-1252 when it is not", async () => {
  const file = '<DL><p><DT><A HREF="https://example.org/">Caf\u00e9</A></DL>';
  for (const bytes of [Buffer.from(file), Buffer.from(file, "latin1")])
    expect((await read(bytes)).drafts[0]!.title).toBe("Caf\u00e9");
});

it("reads a file in segments as it reads it whole", async () => {
  const line = (at: number) =>
    `    <DT><H3>F${at}</H3>\n<DL><p><DT><A HREF="https://example.org/${at}" TAGS="a,b">Title ${at} &amp; more</A>\n<DD>Said ${at}\n</DL><p>\n`;
  const { drafts } = await read(Array.from({ length: 8000 }, (_, at) => line(at)).join(""));
  expect(drafts).toHaveLength(8000);
  for (const [at, draft] of drafts.entries())
    expect(draft).toMatchObject({
      title: `Title ${at} & more`,
      data: { description: `Said ${at}`, folder: `F${at}` },
      tags: ["a", "b"],
    });
});

it.each([
  ["shaarli-google_bookmarks_nested", 6, "2018-01-09T16:34:57.780Z"],
  ["shaarli-internet_explorer_11_nested", 27, "2016-06-18T17:37:05.000Z"],
  ["shaarli-scuttle", 4, "2011-02-18T09:21:53.000Z"],
  ["shaarli-delicious_sanitize", 2, "2013-10-01T18:20:56.000Z"],
  ["wallabag-ril_export", 2, "2023-07-06T07:31:35.000Z"],
])("reads the whole of %s, in pieces of any size alike", async (name, count, first) => {
  const whole = await read(fixture(name));
  expect([whole.drafts.length, whole.drafts[0]!.createdAt?.toISOString(), whole.refused]).toEqual([count, first, []]);
  expect(await read(fixture(name), 7)).toEqual(whole);
});

it("reads what is unclosed and wrongly nested, entities and Chinese, and leaves links of other pages alone", async () => {
  const broken = await read(
    `<!DOCTYPE NETSCAPE-Bookmark-file-1><DL><p><DT><H3>书签栏</H3><DL><p><DT><A HREF="https://a.example/?x=1&amp;y=2">A &lt;1&gt; &amp; 百度
     <DT><A HREF="https://b.example/">B</A></DL></DL></DL></DL><DT><A HREF="https://c.example/">C`,
  );
  expect(broken.drafts.map(({ title, data }) => [title, data.url, data.folder])).toEqual([
    ["A <1> & 百度", "https://a.example/?x=1&y=2", "书签栏"],
    ["B", "https://b.example/", "书签栏"],
    ["C", "https://c.example/", undefined],
  ]);
  expect(await read('<html><body><p>See <a href="https://x.example/">this</a></p></body></html>')).toEqual({
    drafts: [],
    refused: [],
  });
  expect(await read("")).toEqual({ drafts: [], refused: [] });
});

it("tells times in seconds, milliseconds, microseconds and Chrome's own apart, and believes no nonsense", () => {
  const at = new Date("2018-01-09T16:34:57Z");
  const seconds = at.getTime() / 1000;
  for (const text of [`${seconds}`, `${seconds}000`, `${seconds}000000`, `${(seconds + 11_644_473_600) * 1_000_000}`])
    expect(parseAddDate(text, NOW)).toEqual(at);
  for (const text of ["", "0", "-5", "soon", "99999999999999999999", "4102444800"])
    expect(parseAddDate(text, NOW)).toBeNull();
});

it("keeps what an app said of its links: put away, to be read, a favourite, a keyword", async () => {
  const pocket = `<h1>Unread</h1><ul><li><a href="https://a.example/" time_added="1688628695" tags="">A</a></li></ul>
    <h1>Read Archive</h1><ul><li><a href="https://b.example/" time_added="1688628695" tags="x">B</a></li></ul>`;
  const { drafts } = await read(pocket);
  expect(drafts).toMatchObject([
    { title: "A", status: "later", isUnread: true },
    { title: "B", status: "archived", tags: ["x"] },
  ]);
  const others = await read(`<H1>Archive</H1><DL><p>
    <DT><A HREF="https://a.example/" DATA-IMPORTANT="true" TAGS="x">Raindrop</A>
    <DT><A HREF="https://b.example/" TOREAD="1" TAGS="linkding:archived,y">linkding</A>
    <DT><A HREF="https://c.example/%s" SHORTCUTURL="c" TAGS="">Firefox</A><DD>Search it</DL>`);
  expect(others.drafts).toMatchObject([
    { status: "later", tags: ["x", "Starred"] },
    { status: "archived", tags: ["y", "To read"] },
    { status: "later", data: { description: "Search it\n\nKeyword: c" } },
  ]);
});

it("keeps the whole of a long title, a long description and more tags than a card has", async () => {
  const [title, said] = ["T ".repeat(400).trim(), "D ".repeat(30_000).trim()];
  const tags = Array.from({ length: 60 }, (_, at) => `tag${at}`);
  const { drafts } = await read(
    `<DL><p><DT><A HREF="https://a.example/" TAGS="${tags.join(",")}">${title}</A><DD>${said}</DL>`,
  );
  expect(drafts[0]!.tags).toEqual(tags.slice(0, 50));
  expect(drafts[0]!.data.description).toHaveLength(5000);
  expect(drafts[0]!.body).toBe(`${said}\n\nTitle: ${title}\n\nMore tags: ${tags.slice(50).join(", ")}`);
});
