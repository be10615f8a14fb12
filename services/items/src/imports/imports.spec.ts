import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import type { ImportChoices, ImportSession } from "@tessera/contracts-items/items.ts";
import { FileStore, JobRecords } from "@tessera/service-kit";
import { until } from "@tessera/testing/until.ts";
import { sql } from "drizzle-orm";
import { bookmarksFile } from "../testing/bookmarks-file.ts";
import { type ItemsWorld, startItems } from "../testing/items-world.ts";
import { refusal } from "../testing/refusal.ts";

let world: ItemsWorld;
beforeAll(async () => {
  world = await startItems();
});
afterAll(() => world.stop());

type Items = Awaited<ReturnType<ItemsWorld["person"]>>["items"];
const fixture = (path: string) => readFileSync(new URL(path, import.meta.url));
function start(
  items: Items,
  files: Record<string, Buffer | string>,
  key: string = randomUUID(),
  choices: ImportChoices = {},
): Promise<ImportSession> {
  const form = new FormData();
  for (const [name, content] of Object.entries(files)) form.append("files", new Blob([content as BlobPart]), name);
  return items.startImport(form, key, undefined, choices);
}
async function finished(
  items: Items,
  files: Record<string, Buffer | string>,
  choices?: ImportChoices,
): Promise<ImportSession> {
  const { id } = await start(items, files, undefined, choices);
  await world.jobsIdle();
  return items.importSession(id);
}

it("keeps the good entries of a file, names each refused one, and opens a report", async () => {
  const userId = randomUUID();
  const { items } = await world.person({ userId });
  const session = await finished(items, {
    "bookmarks.html": fixture("bookmarks/fixtures/shaarli-firefox_nested.html"),
  });
  expect(session).toMatchObject({
    kind: "bookmarks",
    state: "done",
    total: 26,
    done: 26,
    created: 23,
    duplicates: 0,
    refused: 3,
    failure: null,
  });
  expect(session.errors[0]).toEqual({ entry: "Recently saved", message: expect.stringContaining("place:") });
  expect((await items.list({ type: "bookmark", status: "later" })).total).toBe(21);
  const [item] = (await items.list({ q: "Fractal Flowchart" })).items;
  expect(item).toMatchObject({
    source: "import:bookmarks",
    titleSource: "import",
    unread: false,
    createdAt: "2016-05-19T19:55:22.000Z",
  });
  expect((await items.get(item!.id)).processing).toMatchObject({ title: { state: "success", ms: 0 } });
  const report = world.received.opened.find((entry) => entry.userId === userId);
  expect(report).toMatchObject({
    kind: "import-report",
    key: `import-report:${session.id}`,
    title: "3 of 26 entries of bookmarks.html were refused",
    path: `/items/bookmark?open=import&import=${session.id}`,
  });
  expect(await items.imports()).toEqual([session]);
});

it("leaves no list of words that searches would have to read through", async () => {
  const { items } = await world.person();
  await finished(items, { "bookmarks.html": bookmarksFile(20) });
  const { rows } = await world.database.pool.query(
    "select gin_clean_pending_list('items.item_search')::int as words, gin_clean_pending_list('items.item_tags')::int as tags",
  );
  expect(rows).toEqual([{ words: 0, tags: 0 }]);
});

it("bumps what is there already instead of storing it twice", async () => {
  const { items } = await world.person();
  const file = { "b.html": bookmarksFile(30) };
  await finished(items, file);
  expect(await finished(items, file)).toMatchObject({ created: 0, duplicates: 30, done: 30 });
  expect((await items.list({})).total).toBe(30);
});

it("imports JSON of bookmarks, and what is said of folders, once however often", async () => {
  const { items } = await world.person();
  const files = {
    "pinboard.json": fixture("bookmarks/fixtures/wallabag-pinboard_export.json"),
    "Bookmarks.json": fixture("bookmarks/fixtures/wallabag-chrome-bookmarks.json"),
    "broken.json": '[{"href": "https://a.example/", "description": "cut o',
    "f.html": "<DL><p><DT><H3>Work</H3><DD>For Mondays<DL><p><DT><A HREF=https://w.example/>W</A></DL></DL>",
  };
  const session = await finished(items, files);
  expect(session).toMatchObject({ kind: "bookmarks", state: "done", created: 6, duplicates: 0, refused: 1 });
  expect(session.errors).toEqual([{ entry: "broken.json", message: expect.stringContaining("it ends early") }]);
  const [note] = (await items.list({ type: "note", status: "later" })).items;
  expect(await items.get(note!.id)).toMatchObject({ title: "Work", body: "For Mondays" });
  expect(await finished(items, files)).toMatchObject({ created: 0, duplicates: 6, refused: 1 });
});

it("imports mails with their files, which are given out as downloads alone", async () => {
  const { items, send } = await world.person();
  const names = ["enmime-attachment", "rspamd-spam_message", "enmime-mime-bad-8bit-filename"];
  const session = await finished(items, {
    ...Object.fromEntries(names.map((name) => [`${name}.eml`, fixture(`mail/fixtures/${name}.eml`)])),
    "notes.docx": "a,b",
    "empty.eml": "",
  });
  expect(session).toMatchObject({ kind: "mail", state: "done", total: 5, created: 3, refused: 2 });
  expect(session.errors.map(({ entry }) => entry).sort()).toEqual(["empty.eml", "notes.docx"]);
  const mails = (await items.list({ type: "mail", status: "inbox" })).items;
  expect(mails).toHaveLength(3);
  const withFile = await items.get(mails.find(({ title, attachmentCount }) => attachmentCount === 1 && title)!.id);
  const [attachment] = withFile.attachments;
  const download = await send("GET", attachment!.url);
  expect(download.headers.get("content-disposition")).toMatch(/^attachment; filename="/);
  expect(download.headers.get("x-content-type-options")).toBe("nosniff");
  expect(download.headers.get("content-security-policy")).toContain("sandbox");
  expect((await download.arrayBuffer()).byteLength).toBe(attachment!.bytes);
  const stranger = await world.person();
  expect((await stranger.send("GET", attachment!.url)).status).toBe(404);
  await items.remove(withFile.id, 1);
  await items.remove(withFile.id, 2);
  await world.jobsIdle();
  expect((await send("GET", attachment!.url)).status).toBe(404);
});

it("refuses uploads that are nothing it imports, and stores nothing of them", async () => {
  const { items, send } = await world.person();
  expect(await refusal(start(items, { "a.json": "{}" }))).toMatchObject({
    status: 400,
    code: "unsupported_file",
    errors: [{ path: "a.json" }],
  });
  expect(await refusal(start(items, {}))).toMatchObject({ status: 400, code: "no_files" });
  expect(await refusal(start(items, { "a.html": "<dl>", "b.eml": "From: a@b.c\n\nx" }))).toMatchObject({
    status: 400,
    code: "mixed_import",
  });
  expect((await send("POST", "/api/items/import", {})).status).toBe(415);
  expect(await items.imports()).toEqual([]);
  expect(await finished(items, { "page.html": "<a href=https://x.example>x</a>" })).toMatchObject({
    state: "done",
    refused: 1,
    errors: [{ entry: "page.html", message: "No bookmarks were found in this file" }],
  });
});

it("continues after the last stored entry after the process was killed, without storing any twice", async () => {
  const userId = randomUUID();
  const { items } = await world.person({ userId });
  const session = await finished(items, { "b.html": bookmarksFile(500) });
  // What a process that died after 200 entries leaves behind: those stored, the file there, the job taken up again.
  await world.database.system(async (tx) => {
    await tx.execute(
      sql`delete from items.item where user_id = ${userId} and created_at >= ${new Date((1_400_000_000 + 200) * 1000).toISOString()}::timestamptz`,
    );
    await tx.execute(
      sql`update items.import_session set state = 'running', done = 200, created = 200, finished_at = null where id = ${session.id}`,
    );
    await tx.execute(sql`update kit.job set state = 'failed', finished_at = now() where user_id = ${userId}`);
  });
  await world.application.nest.get(FileStore).put(`imports/${userId}/${session.id}/0`, Buffer.from(bookmarksFile(500)));
  const { rows } = await world.database.system((tx) =>
    tx.execute<{ id: string }>(sql`select id from kit.job where user_id = ${userId}`),
  );
  await world.application.nest.get(JobRecords).retry({ userId }, rows[0]!.id);
  await world.jobsIdle();
  expect(await items.importSession(session.id)).toMatchObject({
    state: "done",
    done: 500,
    created: 500,
    duplicates: 0,
  });
  expect((await items.list({ limit: 1 })).total).toBe(500);
});

it("stops when it is cancelled and keeps what it had stored, and its job is cancelled too", async () => {
  const userId = randomUUID();
  const { items } = await world.person({ userId });
  const session = await start(items, { "b.html": bookmarksFile(20_000) });
  await until("the import to get going", async () => (await items.importSession(session.id)).done > 0);
  const cancelled = await items.cancelImport(session.id);
  expect(cancelled.state).toBe("cancelled");
  await world.jobsIdle();
  const after = await items.importSession(session.id);
  expect(after.state).toBe("cancelled");
  const { jobs } = await world.application.nest.get(JobRecords).list({ userId }, { limit: 10 });
  expect(jobs.map(({ state, done }) => [state, done])).toEqual([["cancelled", after.done]]);
  expect(after.done).toBeLessThan(20_000);
  expect((await items.list({ limit: 1 })).total).toBe(after.created);
  expect(await refusal(items.cancelImport(session.id))).toMatchObject({ status: 409, code: "import_finished" });
  expect(await refusal((await world.person()).items.importSession(session.id))).toMatchObject({
    status: 404,
    code: "import_not_found",
  });
});
