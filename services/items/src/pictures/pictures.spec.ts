/** What is fetched and kept in the file store; its card is stored as others are. @databases one */
import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { pictureUrl } from "@tessera/contracts-items/client.ts";
import type { Item } from "@tessera/contracts-items/items.ts";
import { FileStore } from "@tessera/service-kit";
import { imageSize } from "image-size";
import { type ItemsWorld, startItems } from "../testing/items-world.ts";
import { readPicture } from "./picture.store.ts";
import { picture } from "./testing/pictures.ts";

const png = Buffer.from(picture(60, 40).get_bytes());
const icon = Buffer.from(picture(16, 16).get_bytes());
const dot = Buffer.from(picture(1, 1).get_bytes());
const words = `<p>${"The quick brown fox jumps over the lazy dog. ".repeat(30)}</p>`;

let world: ItemsWorld;
let site: Server;
let origin: string;
let body: string;
let asked: string[];
const files: Record<string, (request: IncomingMessage, response: ServerResponse) => void> = {
  "/a.png": (_, response) => response.setHeader("content-type", "image/png").end(png),
  "/named-text.png": (_, response) => response.setHeader("content-type", "application/octet-stream").end(png),
  "/dot.png": (_, response) => response.setHeader("content-type", "image/png").end(dot),
  "/favicon.ico": (_, response) => response.setHeader("content-type", "image/x-icon").end(icon),
  "/script.svg": (_, response) =>
    response.setHeader("content-type", "image/svg+xml").end('<svg xmlns="http://www.w3.org/2000/svg"/>'),
  "/lie.png": (_, response) => response.setHeader("content-type", "image/png").end("<script>alert(1)</script>"),
  "/inside.png": (_, response) => response.writeHead(302, { location: "http://169.254.169.254/latest/x.png" }).end(),
};
beforeAll(async () => {
  site = createServer((request, response) => {
    asked.push(request.url!);
    if (request.url === "/page")
      response
        .setHeader("content-type", "text/html")
        .end(
          `<html><head><title>T</title></head><body><article><h1>T</h1>${words}${body}${words}</article></body></html>`,
        );
    else (files[request.url!] ?? ((_, missing) => missing.writeHead(404).end()))(request, response);
  });
  await new Promise<void>((ready) => site.listen(0, "127.0.0.1", ready));
  origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  world = await startItems({
    environment: { ITEMS_FETCH_ALLOW: origin.slice("http://".length), RATE_LIMIT_FACTOR: "0" },
  });
});
beforeEach(() => {
  asked = [];
  world.billing.storageLimit = null;
});
afterAll(async () => {
  await world.stop();
  site.closeAllConnections();
  site.close();
});

async function bookmark(html: string) {
  body = html;
  const userId = randomUUID();
  const person = await world.person({ userId });
  const made = await person.items.create({ type: "bookmark", data: { url: `${origin}/page` } }, randomUUID());
  await world.jobsIdle();
  return { ...person, userId, item: await person.items.get(made.id) };
}
const keysOf = async (userId: string) => {
  const keys: string[] = [];
  for await (const key of world.application.nest.get(FileStore).list(`items/${userId}`)) keys.push(key);
  return keys;
};
const idsOf = ({ data }: Item) =>
  [...String(data.readableHtml).matchAll(/data-picture="([^"]+)"/g)].map(([, id]) => id!);
const figure = (path: string) => `<figure><img src="${path}" alt="A > b"><figcaption>Seen</figcaption></figure>`;

it("keeps the pictures of a page and its icon, for their person alone", async () => {
  const { item, items, send, userId } = await bookmark(figure("/a.png"));
  const [id] = idsOf(item);
  expect(item.data.readableHtml).toContain(`<img data-picture="${id}" width="60" height="40" alt="A &gt; b" />`);
  expect(item.data).toMatchObject({ icon: expect.any(String), picturesNotKept: 0 });
  const answer = await send("GET", pictureUrl(item.id, id!));
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    "content-type": "image/webp",
    "content-security-policy": "sandbox; default-src 'none'",
    "x-content-type-options": "nosniff",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "private, max-age=3600, immutable",
    vary: expect.stringContaining("authorization"),
  });
  expect(imageSize(Buffer.from(await answer.arrayBuffer()))).toMatchObject({ width: 60, height: 40 });
  const ofIcon = await send("GET", pictureUrl(item.id, String(item.data.icon)));
  expect(imageSize(Buffer.from(await ofIcon.arrayBuffer()))).toMatchObject({ width: 16, height: 16 });
  const stranger = await world.person();
  expect((await stranger.send("GET", pictureUrl(item.id, id!))).status).toBe(404);
  const note = await items.create({ type: "note", title: "Another card of the person" }, randomUUID());
  expect((await send("GET", pictureUrl(note.id, id!))).status).toBe(404);
  // The statement asks for the person itself, where row-level security would not.
  const readAs = (person: string) => world.database.system((tx) => readPicture(tx, person, item.id, id!));
  expect([await readAs(userId), await readAs(randomUUID())]).toEqual([expect.anything(), null]);
  expect(await keysOf(userId)).toHaveLength(3);
  expect((await items.list({ type: "bookmark" })).items[0]).toMatchObject({ icon: item.data.icon });
});

it("says how many it did not keep, reaches nothing inside the network, and drops what nobody would see", async () => {
  const { item } = await bookmark(
    ["/a.png", "/script.svg", "/lie.png", "/inside.png", "/gone.png", "/dot.png", "/named-text.png"]
      .map(figure)
      .join(""),
  );
  expect(idsOf(item)).toHaveLength(2);
  expect(item.data.picturesNotKept).toBe(4);
  expect(item.data.readableHtml).not.toMatch(/src=|svg|169\.254/);
});

it("asks once for a picture that stands twice, and for 40 of a readable copy, 80 of a page at most", async () => {
  const many = Array.from({ length: 90 }, (_, at) => figure(`/missing-${at}.png`)).join("");
  const { item } = await bookmark(figure("/a.png") + figure("/a.png") + many);
  expect(asked.filter((path) => path === "/a.png")).toHaveLength(1);
  expect(asked.filter((path) => path.startsWith("/missing"))).toHaveLength(79);
  expect(new Set(idsOf(item)).size).toBe(1);
  expect(item.data.picturesNotKept).toBe(90);
});

it("keeps no more than the plan holds, and counts what is kept", async () => {
  world.billing.storageLimit = 10;
  const { item, userId } = await bookmark(figure("/a.png"));
  expect(item.data).toMatchObject({ picturesNotKept: 1 });
  expect(item.data).not.toHaveProperty("icon");
  expect(await keysOf(userId)).toEqual([]);
});

it("puts new pictures in the place of the old when the page is fetched again, and erases them with the card", async () => {
  const { item, items, send, userId } = await bookmark(figure("/a.png"));
  const [before] = idsOf(item);
  await items.reprocess(item.id, "readable");
  await world.jobsIdle();
  const [after] = idsOf(await items.get(item.id));
  expect(after).not.toBe(before);
  expect((await send("GET", pictureUrl(item.id, before!))).status).toBe(404);
  expect((await send("GET", pictureUrl(item.id, after!))).status).toBe(200);
  expect(await keysOf(userId)).toHaveLength(3);
  await items.remove(item.id, item.version);
  await items.remove(item.id, item.version + 1);
  await world.jobsIdle();
  expect(await keysOf(userId)).toEqual([]);
});

it("keeps how far a card was read, and takes that for no change of it", async () => {
  const { item, items, send } = await bookmark("");
  expect(item).not.toHaveProperty("reading");
  await items.markReading(item.id, { progress: 0.5 });
  expect(await items.get(item.id)).toMatchObject({ reading: 0.5, version: item.version, updatedAt: item.updatedAt });
  expect((await items.list({ type: "bookmark" })).items[0]).toMatchObject({ reading: 0.5 });
  const stranger = await world.person();
  expect((await stranger.send("PUT", `/api/items/${item.id}/reading`, { progress: 1 })).status).toBe(404);
  expect((await send("PUT", `/api/items/${item.id}/reading`, { progress: 2 })).status).toBe(400);
});
