/** What comes back from an archive; its statements are those of exports and imports. @databases one @run all */
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { pageCopyUrl, pictureUrl } from "@tessera/contracts-items/client.ts";
import type { Item } from "@tessera/contracts-items/items.ts";
import { textVersionsClient } from "@tessera/contracts-items/text-versions-client.ts";
import { Exports } from "@tessera/service-kit";
import AdmZip from "adm-zip";
import { picture } from "../pictures/testing/pictures.ts";
import { type ItemsWorld, startItems } from "../testing/items-world.ts";

const png = Buffer.from(picture(60, 40).get_bytes());
const icon = Buffer.from(picture(16, 16).get_bytes());
let world: ItemsWorld;
/** A person with a card of each kind, their export, and what it is to bring back. */
let ada: Person;
let archive: Buffer;
let before: Awaited<ReturnType<typeof shelf>>;
/** A page of the web, which changes. */
let site: Server;
let origin: string;
let words: string;
beforeAll(async () => {
  site = createServer(({ url }, response) => {
    if (url === "/main.css") response.setHeader("content-type", "text/css").end("article { color: rgb(1, 2, 3) }");
    else if (url === "/a.png" || url === "/favicon.ico")
      response.setHeader("content-type", "image/png").end(url === "/a.png" ? png : icon);
    else if (url !== "/page") response.writeHead(404).end();
    else
      response.setHeader("content-type", "text/html").end(
        `<html><head><title>Kept page</title><link rel=stylesheet href=main.css></head><body><nav>Menu</nav>
           <article><h1 style="top:0">Kept page</h1><p>${words.repeat(40)}</p><figure><img src="/a.png" alt='A "plan" &amp; more'></figure>
           <img src="/none.png"><p>${words.repeat(20)}</p></article><script>alert(1)</script></body></html>`,
      );
  });
  await new Promise<void>((ready) => site.listen(0, "127.0.0.1", ready));
  origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  world = await startItems({ environment: { ITEMS_FETCH_ALLOW: origin.slice("http://".length) } });
  ada = await filled();
  archive = await exported(ada);
  before = await shelf(ada);
});
afterAll(async () => {
  await world.stop();
  site.closeAllConnections();
  site.close();
});

type Person = Awaited<ReturnType<ItemsWorld["person"]>> & { userId: string };
const person = async (): Promise<Person> => {
  const userId = randomUUID();
  return { userId, ...(await world.person({ userId })) };
};
const fixture = (path: string) => readFileSync(new URL(path, import.meta.url));
const form = (field: string, name: string, content: Buffer) => {
  const data = new FormData();
  data.append(field, new Blob([content as BlobPart]), name);
  return data;
};

async function imported({ items }: Person, name: string, content: Buffer) {
  const { id } = await items.startImport(form("files", name, content), randomUUID(), undefined, { status: "later" });
  await world.jobsIdle();
  return items.importSession(id);
}

async function exported(caller: Person): Promise<Buffer> {
  const exports = world.application.nest.get(Exports);
  await exports.request(caller, "/settings");
  await world.jobsIdle();
  return buffer((await exports.open(caller)).content);
}

/** Every card with what a person sees of it, its files byte for byte, by title; ids are replaced by titles. */
async function shelf({ items, token, send }: Person) {
  const [kept, trashed] = [await items.list({ limit: 100 }), await items.list({ limit: 100, status: "trash" })];
  const rows = [...kept.items, ...trashed.items];
  const texts = textVersionsClient(world.client(token));
  const cards = await Promise.all(rows.map(({ id }) => items.get(id)));
  const titles = new Map(cards.map(({ id, title }) => [id, title]));
  const places = new Map(rows.map(({ id, placed }) => [id, placed]));
  const named = (text: string) =>
    text.replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, (id) => titles.get(id) ?? id);
  const shown = async ({
    title,
    titleSource,
    body,
    type,
    data,
    tags,
    status,
    pinned,
    unread,
    dueAt,
    createdAt,
    sourceUrl,
    ...rest
  }: Item) => {
    const { versions } = await texts.list(rest.id);
    const earlier = await Promise.all(
      versions.map(async ({ id, writtenAt, keptAt }) => {
        const { body: text } = await texts.get(rest.id, id);
        return { body: named(text), writtenAt, keptAt };
      }),
    );
    const files = await Promise.all(
      rest.attachments.map(async ({ name, mediaType, url }) => {
        const answer = await fetch(new URL(url, world.url), { headers: { authorization: `Bearer ${token}` } });
        return { name, mediaType, content: Buffer.from(await answer.arrayBuffer()).toString("base64") };
      }),
    );
    const { items: list } = type === "bookmark" ? await items.pageCopies(rest.id) : { items: [] };
    const copies = await Promise.all(
      list.map(async ({ id, ...copy }) => {
        const answer = await send("GET", pageCopyUrl(rest.id, id));
        return { ...copy, content: await answer.text() };
      }),
    );
    const { thumbnail: _, preview: __, ...kept } = data as Record<string, unknown>;
    const shown = [kept.icon, ...String(kept.readableHtml).matchAll(/(?<=data-picture=")[^"]*/g)].flatMap(
      (id) => id ?? [],
    );
    for (const id of shown.map(String)) {
      const answer = await send("GET", pictureUrl(rest.id, id));
      const content = answer.ok ? Buffer.from(await answer.arrayBuffer()).toString("base64") : "none";
      if (kept.icon === id) kept.icon = content;
      else kept.readableHtml = String(kept.readableHtml).replaceAll(id, content);
    }
    return [
      title,
      {
        ...{ titleSource, body: named(body), type, data: kept, tags, status, pinned, unread, dueAt, createdAt },
        ...{ sourceUrl, files, copies, earlier, placed: places.get(rest.id) },
        // What its words say is found again.
        language: rest.languageBy === "person" ? rest.language : undefined,
      },
    ] as const;
  };
  return Object.fromEntries(await Promise.all(cards.map(shown)));
}

async function filled(): Promise<Person> {
  const owner = await person();
  const { items } = owner;
  const create = (card: object) =>
    items.create({ body: "", ...card } as Parameters<typeof items.create>[0], randomUUID());
  const plan = await items.upload(
    form("file", "plan: v1.png", fixture("../files/fixtures/upside-down.png")),
    randomUUID(),
  );
  const trip = await create({
    type: "note",
    title: "Trip / Málaga?",
    body: "# Trip\n\nWe go.\n\n\nBy train.\n",
    tags: ["travel", "two words"],
  });
  await create({
    type: "note",
    title: "Index",
    body: `See [an old title](/items/all/${trip.id}), ![the plan](/items/all/${plan.id}) and \`[[code]]\`.\r\n---\nMore`,
  });
  const long = await create({
    type: "note",
    title: "Rewritten",
    body: `First, with [the trip](/items/all/${trip.id}).\n`,
  });
  const second = await items.update(long.id, long.version, { body: "Second\r\n" });
  world.clock.advance(600_000);
  await items.update(long.id, second.version, { body: "Third" });
  await items.markRead({ ids: [trip.id], unread: false });
  const gone = await create({ type: "note", title: "Thrown away", body: "Not wanted" });
  await items.update(gone.id, gone.version, { status: "trash" });
  const task = await create({
    type: "task",
    title: "Pack",
    dueAt: "2031-01-02T09:00:00.000Z",
    data: { priority: "high", reminder: 60, checklist: [{ text: "Hat", done: true }] },
  });
  await items.update(task.id, task.version, { pinned: true, status: "later", language: "nl" });
  await items.place({ ids: [task.id], after: long.id });
  const read = await create({
    type: "bookmark",
    title: "A page",
    data: { url: "https://a.example/x?y=1#z" },
    sourceUrl: "https://a.example/x?y=1#z",
  });
  const selector = [{ type: "TextQuoteSelector", exact: "Two *lines*\n[quoted](x)", prefix: "", suffix: "." }];
  await create({ type: "highlight", parentId: read.id, body: "> mine\n", data: { selector } });
  await create({ type: "highlight", parentId: read.id, title: "Bare", data: { selector } });
  words = "The quick brown fox jumps over the lazy dog. ";
  const page = await create({ type: "bookmark", data: { url: `${origin}/page` }, sourceUrl: `${origin}/page` });
  await world.jobsIdle();
  words = "Sphinx of black quartz, judge my vow. ";
  world.clock.advance(60_000);
  await items.reprocess(page.id, "readable");
  await create({ type: "snippet", title: "Hello", body: "const a = `<b>`;\n", data: { language: "typescript" } });
  await imported(owner, "mail.eml", fixture("../imports/mail/fixtures/enmime-attachment.eml"));
  await imported(owner, "inline.eml", fixture("../imports/mail/fixtures/enmime-html-only-inline.eml"));
  await world.jobsIdle();
  return owner;
}

it("brings every card back from an export, field by field and byte for byte, for another person too", async () => {
  const bob = await person();
  const session = await imported(bob, "tessera.zip", archive);
  expect(session).toMatchObject({
    contents: "notes",
    state: "done",
    created: 13,
    duplicates: 0,
    refused: session.refused,
  });
  const after = await shelf(bob);
  expect(before).toMatchObject({
    Rewritten: {
      earlier: [{ body: "Second\r\n" }, { body: "First, with [the trip](/items/all/Trip / Málaga?).\n" }],
    },
    "Thrown away": { status: "trash" },
    "Trip / Málaga?": { unread: false },
    Index: { unread: true },
    "Kept page": {
      data: {
        icon: expect.stringMatching(/^UklGR/),
        readableHtml: expect.stringMatching(/<img data-picture="UklGR[^"]*" width="60" height="40" alt="A &quot;plan/),
        picturesNotKept: 1,
      },
      copies: [
        { content: expect.stringContaining("black quartz"), picturesLeftOut: 1 },
        { content: expect.stringContaining("lazy dog") },
      ],
    },
  });
  expect(Object.values(before).flatMap(({ copies }) => copies)).toHaveLength(2);
  for (const title of Object.keys(before)) expect([title, after[title]]).toEqual([title, before[title]]);
});

it("makes nothing twice for the person whose export it is, nor for one who imports it twice", async () => {
  const texts = new AdmZip(archive).getEntries().filter(({ entryName }) => /highlight\/Bare .*\.md$/.test(entryName));
  expect(texts.map((one) => one.getData().toString().split("---\n\n")[1])).toEqual([
    "> Two \\*lines\\*\n> \\[quoted\\](x)\n\n\n",
  ]);
  expect(await imported(ada, "tessera.zip", archive)).toMatchObject({ created: 0, duplicates: 13, refused: 0 });
  expect(await shelf(ada)).toEqual(before);
  const bob = await person();
  await imported(bob, "tessera.zip", archive);
  expect(await imported(bob, "tessera.zip", archive)).toMatchObject({ created: 0, duplicates: 13, refused: 0 });
});

it("believes no archive that was tampered with: scripts go, and what is no card of ours is refused by name", async () => {
  const record = (card: object) =>
    Buffer.from(
      JSON.stringify({
        ...{ format: "tessera-card", version: 1, id: randomUUID(), type: "note", title: "T", titleSource: "person" },
        ...{ status: "later", tags: [], pinned: false, unread: false, dueAt: null, sourceUrl: null, identity: null },
        ...{ createdAt: "2024-01-02T00:00:00.000Z", parentId: null, data: {}, files: [], ...card },
      }),
    );
  const bad = '<p>Hi<script>alert(1)</script><img src="https://tracker.example/x"><a href="javascript:x">y</a></p>';
  const cards: Record<string, object> = {
    mail: { type: "mail", title: "Mail", data: { from: [], to: [], cc: [], date: null, html: bad, warnings: [] } },
    page: {
      type: "bookmark",
      title: "Page",
      data: { url: "https://a.example/", readableHtml: bad, icon: randomUUID() },
    },
    ship: { type: "spaceship", title: "Ship" },
    task: { type: "task", title: "Task", data: { priority: "urgent" } },
    kept: {
      type: "bookmark",
      title: "Kept",
      data: { url: "https://b.example/", pageKeptAt: "2020-01-01T00:00:00.000Z" },
      copies: [
        { fetchedAt: "2024-01-03T00:00:00.000Z", picturesLeftOut: 0, path: "../bad.html" },
        { fetchedAt: "2024-01-02T00:00:00.000Z", picturesLeftOut: 0, path: "../../../etc/passwd" },
      ],
    },
    lost: { type: "note", title: "Lost", files: [{ name: "a.bin", mediaType: "image/png", path: "../a.bin" }] },
    escape: { type: "note", title: "Out", files: [{ name: "a", mediaType: "a/b", path: "../../../../etc/passwd" }] },
  };
  const zip = new AdmZip();
  for (const [name, card] of Object.entries(cards)) {
    zip.addFile(`items/cards/${name}.md`, Buffer.from("---\ntitle: x\n---\n\nText\n"));
    zip.addFile(`items/cards/${name}.json`, record(card));
  }
  zip.addFile("items/bad.html", Buffer.from(`<script>alert(1)</script>${bad}`));
  const bob = await person();
  const session = await imported(bob, "evil.zip", zip.toBuffer());
  expect(session).toMatchObject({ created: 3, refused: 4 });
  expect(session.errors.map(({ entry, message }) => `${entry.split("/").at(-1)}: ${message}`).sort()).toEqual([
    "escape.md: 1 of its 1 files are not in the archive",
    "lost.md: 1 of its 1 files are not in the archive",
    "ship.md: There are no cards of the type “spaceship” here",
    "task.md: Its data are not those of a card of the type “task”",
  ]);
  const { Mail, Page, Kept } = await shelf(bob);
  expect(Kept).toMatchObject({ copies: [], data: { pageNotKept: expect.stringContaining("changed since") } });
  expect(Kept!.data).not.toHaveProperty("pageKeptAt");
  expect(Mail!.data.html).toBe("<p>Hi<a>y</a></p>");
  expect(Page!.data).toEqual({ url: "https://a.example/", readableHtml: "<p>Hi<a>y</a></p>", picturesNotKept: 0 });
});
