/** How archives are read; src/imports/imports.spec.ts stores what is read. @databases one @run all */
import { createHash, randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import type { ImportChoices, ImportSession } from "@tessera/contracts-items/items.ts";
import { FileStore, JobRecords } from "@tessera/service-kit";
import AdmZip from "adm-zip";
import { sql } from "drizzle-orm";
import { type ItemsWorld, startItems } from "../testing/items-world.ts";

let world: ItemsWorld;
beforeAll(async () => {
  world = await startItems();
});
beforeEach(() => {
  world.billing.storageLimit = null;
});
afterAll(() => world.stop());

type Items = Awaited<ReturnType<ItemsWorld["person"]>>["items"];
const png = readFileSync(new URL("../files/fixtures/upside-down.png", import.meta.url));

function zip(files: Record<string, string | Buffer>): Buffer {
  const archive = new AdmZip();
  for (const [name, content] of Object.entries(files)) archive.addFile(name, Buffer.from(content as string));
  return archive.toBuffer();
}

async function imported(
  items: Items,
  files: Record<string, Buffer | string>,
  choices: ImportChoices = {},
): Promise<ImportSession> {
  const form = new FormData();
  for (const [name, content] of Object.entries(files)) form.append("files", new Blob([content as BlobPart]), name);
  const { id } = await items.startImport(form, randomUUID(), undefined, choices);
  await world.jobsIdle();
  return items.importSession(id);
}

const VAULT = {
  ".obsidian/app.json": "{}",
  "Vault/Home.md": "---\ntags: start\ncreated: 2024-01-02\n---\nSee [[Málaga|the trip]] and ![[plan.png]].",
  "Vault/Trips/Málaga.md": "# Málaga\n\nBack to [[Home]]. #summer",
  "Vault/Trips/plan.png": png,
  "Vault/Trips/bill.bin": Buffer.from([0, 1, 2, 255, 254]),
};

it("makes notes of an archive of Markdown, cards of its files, and mentions of its links", async () => {
  const { items, send } = await world.person({});
  const session = await imported(items, { "vault.zip": zip(VAULT) }, { folders: "tags" });
  expect(session).toMatchObject({ contents: "notes", state: "done", total: 4, created: 4, refused: 0, errors: [] });
  const notes = (await items.list({ type: "note" })).items;
  const home = await items.get(notes.find(({ title }) => title === "Home")!.id);
  const trip = await items.get(notes.find(({ title }) => title === "Málaga")!.id);
  const [picture] = (await items.list({ type: "image" })).items;
  const [file] = (await items.list({ type: "file" })).items;
  expect(home.body).toBe(`See the trip ([Málaga](/items/all/${trip.id})) and ![plan.png](/items/all/${picture!.id}).`);
  expect(home).toMatchObject({ tags: ["start"], createdAt: "2024-01-02T00:00:00.000Z", source: "import:notes" });
  expect(trip).toMatchObject({ body: `Back to [Home](/items/all/${home.id}). #summer`, tags: ["summer", "Trips"] });
  // The picture was looked at: its card knows its size.
  expect((await items.get(picture!.id)).data.width).toEqual(expect.any(Number));
  expect(file!.title).toBe("bill");
  const jobs = await world.database.system((tx) =>
    tx.execute<{ title: string }>(sql`select title from kit.job where item_id = ${picture!.id} order by title`),
  );
  expect(jobs.rows.map(({ title }) => title)).toEqual(["Preview of plan", "Words in the image of plan"]);
  const mentioned = await (await send("GET", `/api/items/${home.id}/mentions`)).json();
  expect(mentioned.mentioned.map(({ id }: { id: string }) => id).sort()).toEqual([trip.id, picture!.id].sort());
});

it("keeps notes without a text, names files that it cannot take, and links to none of these", async () => {
  const { items } = await world.person({});
  const archive = new AdmZip(
    zip({ "Empty.md": "", "Home.md": "[[Empty]] [[Link]] [[Übung]]", "Link.md": "/etc/passwd" }),
  );
  archive.addFile("Ubung.md", Buffer.from("Notes"));
  for (const entry of archive.getEntries()) {
    if (entry.entryName === "Link.md") [entry.header.made, entry.attr] = [0x0314, (0o120777 << 16) >>> 0];
    // As programs of Apple write it: in UTF-8, which they do not say.
    if (entry.entryName === "Ubung.md") entry.entryName = "Übung.md";
  }
  const bytes = archive.toBuffer();
  const named = Buffer.from("Übung.md");
  for (let at = bytes.indexOf(named); at >= 0; at = bytes.indexOf(named, at + 1)) {
    const flags = at - (bytes.readUInt32LE(Math.max(0, at - 30)) === 0x04034b50 ? 24 : 38);
    bytes.writeUInt16LE(bytes.readUInt16LE(flags) & ~0x800, flags);
  }
  const session = await imported(items, { "vault.zip": bytes });
  expect(session).toMatchObject({
    ...{ created: 3, refused: 1 },
    errors: [{ entry: "Link.md", message: "It is a link to another file, and no file itself" }],
  });
  const notes = (await items.list({ type: "note" })).items;
  const idOf = (title: string) => notes.find((one) => one.title === title)!.id;
  expect((await items.get(idOf("Empty"))).body).toBe("");
  expect((await items.get(idOf("Home"))).body).toBe(
    `[Empty](/items/all/${idOf("Empty")}) [[Link]] [Übung](/items/all/${idOf("Übung")})`,
  );
});

it("takes the first of two files of one path, and names the other", async () => {
  const { items } = await world.person({});
  const bytes = zip({ "a/One.md": "first", "a/Two.md": "second" });
  for (let at = bytes.indexOf("Two.md"); at >= 0; at = bytes.indexOf("Two.md", at)) bytes.write("One.md", at);
  expect(await imported(items, { "vault.zip": bytes })).toMatchObject({
    ...{ created: 1, refused: 1 },
    errors: [{ entry: "a/One.md (2 times in the archive)", message: "Another file has the same path" }],
  });
});

it("makes notes of what Evernote exports, with their pictures and times, and nothing twice", async () => {
  const { items } = await world.person({});
  const hash = createHash("md5").update(png).digest("hex");
  const enex = `<?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE en-export SYSTEM "http://xml.evernote.com/pub/evernote-export4.dtd"><en-export>
    <note><title>The trip</title><content><![CDATA[<en-note><div>By train.</div>
    <en-media hash="${hash}" type="image/png"/></en-note>]]></content><created>20240102T000000Z</created>
    <tag>travel</tag><resource><data encoding="base64">${png.toString("base64")}</data><mime>image/png</mime>
    <resource-attributes><file-name>harbour.png</file-name></resource-attributes></resource></note></en-export>`;
  const session = await imported(items, { "Trips.enex": enex }, { folders: "tags" });
  expect(session).toMatchObject({ contents: "notes", state: "done", total: 2, created: 2, errors: [] });
  const [picture] = (await items.list({ type: "image" })).items;
  const [note] = (await items.list({ type: "note" })).items;
  expect(await items.get(note!.id)).toMatchObject({
    ...{ title: "The trip", tags: ["travel", "Trips"], createdAt: "2024-01-02T00:00:00.000Z" },
    body: `By train.\n\n![harbour.png](/items/all/${picture!.id})`,
  });
  expect(await imported(items, { "Evernote.enex": enex })).toMatchObject({ created: 0, duplicates: 2 });
});

it("refuses an export of Evernote that holds no note, or is something else", async () => {
  const { items } = await world.person({});
  const session = await imported(items, { "a.enex": "<en-export></en-export>", "b.enex": "no XML at all" });
  expect(session).toMatchObject({ created: 0, refused: 2 });
});

it("makes nothing twice of an archive that is imported again, and links to the cards that are there", async () => {
  const { items } = await world.person({});
  await imported(items, { "vault.zip": zip(VAULT) });
  const [before] = (await items.list({ type: "image" })).items;
  const again = await imported(items, {
    "vault.zip": zip({ ...VAULT, "Vault/New.md": "![[plan.png]] of [[Home]]" }),
  });
  expect(again).toMatchObject({ total: 5, created: 1, duplicates: 4 });
  const notes = (await items.list({ type: "note" })).items;
  const added = await items.get(notes.find(({ title }) => title === "New")!.id);
  const home = notes.find(({ title }) => title === "Home")!;
  expect(added.body).toBe(`![plan.png](/items/all/${before!.id}) of [Home](/items/all/${home.id})`);
});

it("opens the archives of an archive, as Notion writes them", async () => {
  const { items } = await world.person({});
  const id = "0123456789abcdef0123456789abcdef";
  const part = zip({
    [`Export/Page ${id}.md`]: "# Page\n\nText",
    [`Export/Other ${id}.md`]: `[Page](Page%20${id}.md)`,
  });
  const session = await imported(items, { "notion.zip": zip({ "Export-Part-1.zip": part }) });
  expect(session).toMatchObject({ created: 2, refused: 0 });
  const notes = (await items.list({ type: "note" })).items;
  const page = notes.find(({ title }) => title === "Page")!;
  const other = await items.get(notes.find(({ title }) => title === "Other")!.id);
  expect(other.body).toBe(`[Page](/items/all/${page.id})`);
});

it("refuses by name what is damaged, empty, too long or leads out, and keeps the others", async () => {
  const { items } = await world.person({});
  const archive = new AdmZip();
  archive.addFile("Good.md", Buffer.from("Good"));
  archive.addFile("Empty.bin", Buffer.alloc(0));
  archive.addFile("Long.md", Buffer.from("x".repeat(500_001)));
  archive.addFile("aa_escape.md", Buffer.from("Out"));
  const bytes = archive.toBuffer();
  // The name stands twice: before the content, and in the list at the end.
  for (let at = bytes.indexOf("aa_escape.md"); at >= 0; at = bytes.indexOf("aa_escape.md", at))
    bytes.write("../escape.md", at, "latin1");
  const session = await imported(items, { "mixed.zip": bytes, "plain.md": "# plain\n\nText" });
  expect(session).toMatchObject({ total: 5, created: 2, refused: 3 });
  expect(session.errors.map(({ entry, message }) => `${entry}: ${message}`).sort()).toEqual([
    "mixed.zip: ../escape.md: Its path leads out of the archive",
    "mixed.zip: Empty.bin: It is empty",
    "mixed.zip: Long.md: The text is longer than 500,000 characters",
  ]);
});

it("takes what is good of hostile files, each with its neighbours", async () => {
  const { items } = await world.person({});
  const archive = zip({
    "Good.md": "Good",
    "aaaaaaaaaaaa.md": "absolute",
    "bbbbbbbbbbbb.md": "backslashes",
    "dir/invoice\u202efdp.bin": Buffer.from([0, 1, 2]),
    [`${"deep/".repeat(500)}Deep.md`]: "Deep",
    "Page.md":
      "<script>alert(1)</script><base href=//evil.example><form name=getElementById>[x](javascript:alert(1))\0\ud800",
    "Mixed.md": "\uFEFF---\r\ntitle: Mixed\rtags: a\n---\rOne\r\nTwo\rThree",
  });
  for (const [from, to] of [
    ["aaaaaaaaaaaa.md", "/etc/crontab.md"],
    ["bbbbbbbbbbbb.md", "..\\..\\evil_1.md"],
  ] as const)
    for (let at = archive.indexOf(from); at >= 0; at = archive.indexOf(from, at)) archive.write(to, at, "latin1");
  const note = (title: string, content: string) =>
    `<note><title>${title}</title><content><![CDATA[<en-note>${content}</en-note>]]></content></note>`;
  const enex = `<en-export>${note("First", "One")}${note("Nested", "<div>".repeat(50_000))}${note("&xxe;", "Three")}</en-export>`;
  const session = await imported(items, { "vault.zip": archive, "notes.enex": enex });
  expect(session).toMatchObject({ state: "done", created: 7, refused: 3 });
  expect(session.errors.map(({ entry, message }) => `${entry}: ${message}`).sort()).toEqual([
    "notes.enex: Nested.md: Its elements are nested more than 512 deep",
    "vault.zip: ../../evil_1.md: Its path leads out of the archive",
    "vault.zip: etc/crontab.md: Its path leads out of the archive",
  ]);
  const notes = (await items.list({ type: "note" })).items;
  expect(notes.map(({ title }) => title).sort()).toEqual(["&xxe;", "Deep", "First", "Good", "Mixed", "Page"]);
  const body = async (title: string) => (await items.get(notes.find((one) => one.title === title)!.id)).body;
  expect(await body("Mixed")).toBe("One\nTwo\nThree");
  expect(await body("Page")).toContain("<script>alert(1)</script>");
  const [file] = (await items.list({ type: "file" })).items;
  expect((await items.get(file!.id)).data).toMatchObject({ fileName: "invoicefdp.bin" });
});

it("refuses an archive that is none, or a bomb, with its reason", async () => {
  const { items } = await world.person({});
  const broken = await imported(items, { "broken.zip": Buffer.from("PK\u0003\u0004 and then nothing") });
  expect(broken).toMatchObject({ state: "done", total: 1, refused: 1 });
  expect(broken.errors).toEqual([{ entry: "broken.zip", message: "The archive could not be read" }]);
  const bomb = new AdmZip();
  for (let at = 0; at < 17; at += 1) bomb.addFile(`zeros-${at}.bin`, Buffer.alloc(1000));
  const bytes = bomb.toBuffer();
  // What its list says that each becomes: nothing of it is unpacked.
  for (let at = bytes.indexOf("PK\u0001\u0002"); at >= 0; at = bytes.indexOf("PK\u0001\u0002", at + 1))
    bytes.writeUInt32LE(63 * 1024 * 1024, at + 24);
  const refused = await imported(items, { "bomb.zip": bytes });
  expect(refused.errors).toEqual([
    { entry: "bomb.zip", message: "The archive is larger than 1 GB, and than 20 times its size, once unpacked" },
  ]);
});

it("continues after the last stored file of an archive after the process was killed, and links as before", async () => {
  const userId = randomUUID();
  const { items } = await world.person({ userId });
  const packed = zip(
    Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`${at + 10}.md`, `Next: [[${at + 11}]]`])),
  );
  const { id } = await imported(items, { "vault.zip": packed });
  const shown = async () =>
    (await Promise.all((await items.list({ type: "note", limit: 100 })).items.map((one) => items.get(one.id))))
      .map(({ title, body }) => `${title}: ${body}`)
      .sort();
  const whole = await shown();
  // What a process that died after 25 files leaves behind: those stored, the file there, the job taken up again.
  await world.application.nest.get(FileStore).put(`imports/${userId}/${id}/0`, packed);
  const job = await world.database.system(async (tx) => {
    await tx.execute(sql`delete from items.item where user_id = ${userId} and title >= '35'`);
    await tx.execute(
      sql`update items.import_session set state = 'running', done = 25, created = 25, finished_at = null where id = ${id}`,
    );
    const { rows } = await tx.execute<{ id: string }>(
      sql`update kit.job set state = 'failed', finished_at = now() where user_id = ${userId} returning id`,
    );
    return rows[0]!.id;
  });
  await world.application.nest.get(JobRecords).retry({ userId }, job);
  await world.jobsIdle();
  expect(await items.importSession(id)).toMatchObject({ state: "done", done: 40, created: 40, duplicates: 0 });
  expect(await shown()).toEqual(whole);
});

it("keeps no more files than the plan has room for", async () => {
  world.billing.storageLimit = 1_000_000;
  const { items } = await world.person({});
  const packed = zip({ "a.bin": Buffer.alloc(600_000, 1), "b.bin": Buffer.alloc(600_000, 2), "Note.md": "Text" });
  const session = await imported(items, { "files.zip": packed });
  expect(session).toMatchObject({ created: 2, refused: 1 });
  expect(session.errors[0]).toMatchObject({ entry: "b.bin" });
});

it("makes bookmarks of CSV files, and names what is none", async () => {
  const { items } = await world.person({});
  const session = await imported(items, {
    "raindrop.csv":
      'title,url,folder,tags,created\nA,https://a.example/,Work/Web,"one,two words",2023-04-05T06:07:08Z\nNo page,javascript:x,,,',
    "other.csv": "name,amount\nBread,3",
  });
  expect(session).toMatchObject({ kind: "bookmarks", contents: "bookmarks", total: 3, created: 1, refused: 2 });
  const [card] = (await items.list({ type: "bookmark" })).items;
  expect(card).toMatchObject({ title: "A", tags: ["one", "two words"], createdAt: "2023-04-05T06:07:08.000Z" });
  expect(session.errors.map(({ entry }) => entry).sort()).toEqual(["other.csv", "raindrop.csv: No page"].sort());
});
