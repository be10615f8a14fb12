import { randomUUID } from "node:crypto";
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { pageCopyUrl } from "@tessera/contracts-items/client.ts";
import { FileStore } from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import { picture } from "../pictures/testing/pictures.ts";
import { type ItemsWorld, startItems } from "../testing/items-world.ts";

const png = Buffer.from(picture(60, 40).get_bytes());
const words = `<p>${"The quick brown fox jumps over the lazy dog. ".repeat(30)}</p>`;

let world: ItemsWorld;
let site: Server;
let origin: string;
let body: string;
let asked: string[];
const files: Record<string, (response: ServerResponse) => void> = {
  "/a.png": (response) => response.setHeader("content-type", "image/png").end(png),
  "/main.css": (response) =>
    response
      .setHeader("content-type", "text/css")
      .end(`@import "more.css"; @import "http://169.254.169.254/x.css"; article { background: url(a.png) }`),
  "/more.css": (response) => response.setHeader("content-type", "text/css").end("h1 { color: rgb(1, 2, 3) }"),
  "/page.css": (response) => response.setHeader("content-type", "text/html").end("h2 { color: red }"),
  "/inside.css": (response) => response.writeHead(302, { location: "http://169.254.169.254/latest.css" }).end(),
};
beforeAll(async () => {
  site = createServer(({ url }, response) => {
    asked.push(url!);
    if (url === "/page")
      response.setHeader("content-type", "text/html").end(
        `<html><head><title>T</title><link rel=stylesheet href=main.css><link rel=stylesheet href=page.css>
           <link rel=stylesheet href=inside.css></head><body><nav>Menu</nav><article><h1>T</h1>${words}${body}${words}
           </article><script>alert(1)</script></body></html>`,
      );
    else (files[url!] ?? ((missing: ServerResponse) => missing.writeHead(404).end()))(response);
  });
  await new Promise<void>((ready) => site.listen(0, "127.0.0.1", ready));
  origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  world = await startItems({
    environment: { ITEMS_FETCH_ALLOW: origin.slice("http://".length), RATE_LIMIT_FACTOR: "0" },
  });
});
beforeEach(() => {
  asked = [];
  body = `<figure><img src="/a.png"></figure><img src="http://127.0.0.1:1/x.png">`;
  world.billing.storageLimit = null;
});
afterAll(async () => {
  await world.stop();
  site.closeAllConnections();
  site.close();
});

async function bookmark() {
  const userId = randomUUID();
  const person = await world.person({ userId });
  const made = await person.items.create({ type: "bookmark", data: { url: `${origin}/page` } }, randomUUID());
  await world.jobsIdle();
  const copies = async () => (await person.items.pageCopies(made.id)).items;
  const fetchAgain = async () => {
    await person.items.reprocess(made.id, "readable");
    await world.jobsIdle();
  };
  return { ...person, userId, copies, fetchAgain, item: await person.items.get(made.id) };
}
const keysOf = async (userId: string) => {
  const keys: string[] = [];
  for await (const key of world.application.nest.get(FileStore).list(`items/${userId}`)) keys.push(key);
  return keys;
};

it("keeps a bookmark's page as it was, with its styles and pictures, for its person alone", async () => {
  const { item, copies, send } = await bookmark();
  const [copy, ...others] = await copies();
  expect(others).toEqual([]);
  expect(copy).toMatchObject({ picturesLeftOut: 1, bytes: expect.any(Number) });
  expect(asked.filter((path) => path === "/a.png")).toHaveLength(1);
  const answer = await send("GET", pageCopyUrl(item.id, copy!.id));
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": expect.stringMatching(/^default-src 'none'; img-src data:; .*; sandbox; /),
    "x-content-type-options": "nosniff",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "private, max-age=3600, immutable",
    vary: expect.stringContaining("authorization"),
  });
  const html = await answer.text();
  expect(html).toContain("<nav>Menu</nav>");
  expect(html).toContain("rgb(1, 2, 3)");
  expect(html).toMatch(/background: url\("data:image\/webp;base64,/);
  expect(html).not.toMatch(/<script|169\.254|127\.0\.0\.1:1\/|color: red/);
  const stranger = await world.person();
  expect((await stranger.send("GET", pageCopyUrl(item.id, copy!.id))).status).toBe(404);
  expect((await stranger.send("GET", `/api/items/${item.id}/page-copies`)).status).toBe(404);
});

it("keeps the newest three, and one of a page that stayed as it was; they go with the card", async () => {
  const { item, items, copies, fetchAgain, userId } = await bookmark();
  const [first] = await copies();
  await fetchAgain();
  const again = await copies();
  expect(again).toHaveLength(1);
  expect(again[0]!.id).not.toBe(first!.id);
  for (const words of ["One", "Two", "Three"]) {
    body = `<p>${words}</p>`;
    await fetchAgain();
  }
  expect(await copies()).toHaveLength(3);
  expect(await keysOf(userId)).toHaveLength(3);
  const { rows } = await world.database.system((tx) =>
    tx.execute<{ held: string; metered: string }>(sql`select
      (select sum(bytes)::text from items.page_copy where user_id = ${userId}) as held,
      (select sum(quantity)::text from kit.usage where user_id = ${userId} and subject = 'page_copy') as metered`),
  );
  expect(rows[0]!.metered).toBe(rows[0]!.held);
  const now = await items.get(item.id);
  await items.remove(item.id, now.version);
  await items.remove(item.id, now.version + 1);
  await world.jobsIdle();
  expect(await keysOf(userId)).toEqual([]);
});

it("keeps no copy where the plan has no room for it, and says so; the readable copy stays", async () => {
  world.billing.storageLimit = 10;
  const { item, copies, userId } = await bookmark();
  expect(await copies()).toEqual([]);
  expect(item.data).toMatchObject({
    readableHtml: expect.stringContaining("quick brown fox"),
    pageNotKept: "The page is too large to be kept as it was",
  });
  expect(await keysOf(userId)).toEqual([]);
});
