import { randomUUID } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { ImportChoices } from "@tessera/contracts-items/items.ts";
import { FileStore, JobRecords } from "@tessera/service-kit";
import { until } from "@tessera/testing/until.ts";
import { sql } from "drizzle-orm";
import { type ItemsWorld, startItems } from "../testing/items-world.ts";
import { refusal } from "../testing/refusal.ts";
import { UndoImport } from "./undo-import.ts";

let world: ItemsWorld;
let site: Server;
let origin: string;
let open: number;
let most: number;
let asked: string[];
beforeAll(async () => {
  site = createServer((request, response) => {
    asked.push(request.url!);
    open += 1;
    most = Math.max(most, open);
    response.setHeader("content-type", "text/html");
    response.end(`<title>Page</title><article><p>${"Words to read on and on. ".repeat(20)}</p></article>`, () => {
      open -= 1;
    });
  });
  await new Promise<void>((ready) => site.listen(0, "127.0.0.1", ready));
  origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  const environment = { ITEMS_FETCH_ALLOW: origin.slice("http://".length), RATE_LIMIT_FACTOR: "0" };
  world = await startItems({ environment });
});
beforeEach(() => {
  [open, most, asked] = [0, 0, []];
  world.clock.set("2026-11-22T09:00:00Z");
});
afterAll(async () => {
  await world.stop();
  site.closeAllConnections();
  site.close();
});

type Person = Awaited<ReturnType<ItemsWorld["person"]>>;
const links = (...paths: string[]) =>
  `<!DOCTYPE NETSCAPE-Bookmark-file-1><DL><p><DT><H3>Bookmarks bar</H3><DL><p><DT><H3>Slow Food</H3><DL><p>${paths
    .map((path) => `<DT><A HREF="${origin}${path}" TAGS="bread">Page ${path}</A>`)
    .join("")}</DL><p></DL><p></DL><p>`;
async function imported({ items }: Person, name: string, content: string, choices: ImportChoices = {}) {
  const form = new FormData();
  form.append("files", new Blob([content]), name);
  const { id } = await items.startImport(form, randomUUID(), undefined, choices);
  await world.jobsIdle();
  return items.importSession(id);
}
const someone = async () => {
  const userId = randomUUID();
  return { ...(await world.person({ userId })), userId };
};

it("puts the cards where the person wants them, with the tags of their folders and more", async () => {
  const person = await someone();
  await imported(person, "b.html", links("/1"), { status: "archived", folders: "tags", tags: "From Firefox, 2026" });
  const [card] = (await person.items.list({ status: "archived" })).items;
  expect(card).toMatchObject({ tags: ["bread", "From Firefox", "2026", "Slow Food"], archivedAt: expect.any(String) });
  const mbox = "From a@b.c Tue Mar  3 10:00:00 2026\nFrom: a@b.c\nSubject: Hello\nMessage-ID: <1@b>\n\nText\n";
  await imported(person, "Old Letters.mbox", mbox, { status: "inbox", folders: "tags" });
  expect((await person.items.list({ type: "inbox" })).items).toMatchObject([{ title: "Hello", tags: ["Old Letters"] }]);
});

it("keeps apart what its app had put away, wherever the others go", async () => {
  const rows = (of: string) =>
    `title,url,time_added,tags,status\nA,${origin}/${of}/a,1,,unread\nB,${origin}/${of}/b,1,,archive\n`;
  const person = await someone();
  await imported(person, "pocket.csv", rows("1"), { status: "inbox" });
  const inbox = await person.items.list({ type: "inbox" });
  expect(inbox.items).toMatchObject([{ title: "A", tags: [] }]);
  expect((await person.items.list({ status: "archived" })).items).toMatchObject([{ title: "B", tags: [] }]);
  await imported(person, "pocket.csv", rows("2"), { status: "archived" });
  const archive = await person.items.list({ status: "archived" });
  expect(archive.items.map(({ title, tags }) => [title, ...tags].join()).sort()).toEqual(["A,To read", "B", "B"]);
});

it("brings mails in now, in the order of their mailbox, whenever they were sent", async () => {
  const person = await someone();
  const mbox = ["Tue Mar  3 10:00:00 2020", "Mon Mar  2 10:00:00 2015", "Sun Mar  1 10:00:00 2026"]
    .map((date, at) => `From a@b.c ${date}\nFrom: a@b.c\nDate: ${date} +0000\nSubject: Mail ${at}\n\nText\n`)
    .join("\n");
  await imported(person, "a.mbox", mbox);
  const { items } = await person.items.list({ type: "mail" });
  expect(items.map(({ title, createdAt }) => [title, createdAt])).toEqual([
    ["Mail 2", "2026-11-22T09:00:00.000Z"],
    ["Mail 1", "2026-11-22T08:59:59.999Z"],
    ["Mail 0", "2026-11-22T08:59:59.998Z"],
  ]);
});

it.each([
  [{ status: "trash" }, /status/],
  [{ tags: "x".repeat(61) }, /tags/],
  [{ folder: "tags" }, /folder/],
])("refuses the choice %j", async (choices, path) => {
  const person = await someone();
  const failure = await refusal(imported(person, "b.html", links("/1"), choices as ImportChoices));
  expect(failure).toMatchObject({ status: 400 });
  expect(JSON.stringify(failure)).toMatch(path);
  expect(await person.items.imports()).toEqual([]);
});

it("is undone whole, but for cards that somebody changed since and those that were there before", async () => {
  const person = await someone();
  const { items, userId } = person;
  const before = await items.create({ type: "bookmark", data: { url: `${origin}/old` } }, randomUUID());
  const session = await imported(person, "b.html", links("/old", "/1", "/2", "/3"));
  expect(session).toMatchObject({ created: 3, duplicates: 1, undoUntil: "2026-12-06T09:00:00.000Z" });
  const changed = (await items.list({ q: "Page 2" })).items[0]!;
  await items.update(changed.id, changed.version, { tags: ["mine"] });
  const opened = (await items.list({ q: "Page 3" })).items[0]!;
  await items.markReading(opened.id, { progress: 0.2 });

  await items.undoImport(session.id);
  await world.jobsIdle();
  const undone = await items.importSession(session.id);
  expect(undone).toMatchObject({
    undo: { state: "done", removed: 2, kept: 1, named: [{ id: changed.id, title: changed.title }] },
  });
  expect(undone).not.toHaveProperty("undoUntil");
  expect((await items.list({ status: "any" })).items.map(({ id }) => id).sort()).toEqual(
    [before.id, changed.id].sort(),
  );
  const { jobs } = await world.application.nest.get(JobRecords).list({ userId }, { limit: 10 });
  expect(jobs).toContainEqual(expect.objectContaining({ title: "Undo the import of b.html", state: "done", done: 3 }));
  expect((await items.undoImport(session.id)).undo).toEqual(undone.undo);
});

it("takes the files of the cards along", async () => {
  const person = await someone();
  const mail = `From: a@b.c\nSubject: x\nContent-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: application/pdf; name=a.pdf\n\nPDF\n--b--\n`;
  const session = await imported(person, "a.eml", mail);
  const keys = async () => {
    const found: string[] = [];
    for await (const key of world.application.nest.get(FileStore).list(`items/${person.userId}`)) found.push(key);
    return found;
  };
  expect(await keys()).toHaveLength(1);
  await person.items.undoImport(session.id);
  await world.jobsIdle();
  expect(await keys()).toEqual([]);
});

it("is not undone while it runs, after two weeks, or by somebody else", async () => {
  const person = await someone();
  const session = await imported(person, "b.html", links("/1"));
  const stranger = await someone();
  expect(await refusal(stranger.items.undoImport(session.id))).toMatchObject({ status: 404, code: "import_not_found" });
  world.clock.set("2026-12-06T09:00:01Z");
  expect(await refusal(person.items.undoImport(session.id))).toMatchObject({ status: 409, code: "undo_expired" });
  expect(await person.items.importSession(session.id)).not.toHaveProperty("undoUntil");
  await world.application.nest.get(UndoImport).forget();
  const { rows } = await world.database.system((tx) =>
    tx.execute(sql`select 1 from items.imported where session_id = ${session.id}`),
  );
  expect(rows).toEqual([]);
  await world.database.system((tx) =>
    tx.execute(sql`update items.import_session set state = 'waiting', finished_at = null where id = ${session.id}`),
  );
  await world.database.system((tx) =>
    tx.execute(sql`update kit.job set state = 'running' where user_id = ${person.userId}`),
  );
  expect(await refusal(person.items.undoImport(session.id))).toMatchObject({ status: 409, code: "import_running" });
});

it("fetches the pages in the background, of one site one after the other, once each", async () => {
  const person = await someone();
  const session = await imported(person, "b.html", links("/1", "/2"), { copies: "all" });
  expect(session.copies).toEqual({ state: "done", done: 2, total: 2 });
  expect(asked.filter((path) => /^\/\d/.test(path)).sort()).toEqual(["/1", "/2"]);
  expect(most).toBe(1);
  const [card] = (await person.items.list({ type: "bookmark" })).items;
  expect((await person.items.get(card!.id)).data.readableHtml).toContain("Words to read");
  await person.items.fetchCopies(session.id);
  await world.jobsIdle();
  expect(asked.filter((path) => /^\/\d/.test(path))).toHaveLength(2);
});

it("stops fetching when its job is cancelled, and an undo cancels it", async () => {
  const person = await someone();
  const paths = Array.from({ length: 200 }, (_, at) => `/${at}`);
  const form = new FormData();
  form.append("files", new Blob([links(...paths)]), "b.html");
  const { id } = await person.items.startImport(form, randomUUID(), undefined, { copies: "all" });
  await until("the first page to be fetched", async () => (await person.items.importSession(id)).copies?.done === 1);
  await person.items.undoImport(id);
  await world.jobsIdle();
  expect(await person.items.importSession(id)).toMatchObject({
    copies: { state: "cancelled" },
    undo: { state: "done", removed: 200, kept: 0 },
  });
});
