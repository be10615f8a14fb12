/** Files in the file store; their cards are stored as others are. @databases one */
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import { pictureUrl } from "@tessera/contracts-items/client.ts";
import { FileStore } from "@tessera/service-kit";
import { imageSize } from "image-size";
import { picture } from "../pictures/testing/pictures.ts";
import { type ItemsWorld, startItems } from "../testing/items-world.ts";
import { pdfOf } from "./testing/pdf.ts";
import { tiffOf } from "./testing/tiff.ts";
import { uploader } from "./testing/upload.ts";

const fixture = (name: string) => readFileSync(path.join(import.meta.dirname, "fixtures", name));
const png = Buffer.from(picture(300, 200).get_bytes());

let world: ItemsWorld;
beforeAll(async () => {
  world = await startItems({ environment: { RATE_LIMIT_FACTOR: "0", EMBEDDINGS: "off" } });
});
beforeEach(() => Object.assign(world.billing, { storageLimit: null, cardLimit: null }));
afterAll(() => world.stop());

async function keysOf(userId: string) {
  const keys: string[] = [];
  for await (const key of world.application.nest.get(FileStore).list(`items/${userId}`)) keys.push(key);
  return keys;
}

describe("an image", () => {
  it("becomes a card with what is known of it, a preview, and the words in it", async () => {
    const { items, send, uploaded } = await uploader(world);
    const item = await uploaded("scan_of letter.png", fixture("upside-down.png"));
    expect(item).toMatchObject({
      ...{ type: "image", title: "scan of letter", status: "inbox", unread: true, source: "capture" },
      data: { width: 640, height: 480, mediaType: "image/png", fileName: "scan_of letter.png" },
      processing: { title: { state: "success" }, picture: { state: "success" }, words: { state: "success" } },
      attachments: [{ name: "scan_of letter.png", mediaType: "image/png" }],
    });
    expect(String(item.data.text).replaceAll("\n", " ")).toContain("The quick brown dog jumped over the lazy fox");
    const preview = await send("GET", pictureUrl(item.id, String(item.data.preview)));
    expect(imageSize(Buffer.from(await preview.arrayBuffer()))).toMatchObject({ width: 640, height: 480 });
    const { items: found } = await items.list({ q: "quick brown dog" });
    expect(found).toMatchObject([{ id: item.id, icon: item.data.thumbnail }]);
    const file = await send("GET", item.attachments[0]!.url);
    expect(Object.fromEntries(file.headers)).toMatchObject({
      "content-disposition": expect.stringMatching(/^attachment; /),
      "content-security-policy": "sandbox; default-src 'none'",
      "x-content-type-options": "nosniff",
      "cache-control": expect.stringContaining("no-store"),
    });
    expect(Buffer.from(await file.arrayBuffer()).equals(fixture("upside-down.png"))).toBe(true);
  });

  it("may be a TIFF, as scanners write it; where it cannot be read, the card says why", async () => {
    const { uploaded, send } = await uploader(world);
    const scan = await uploaded("scan.tif", tiffOf(fixture("upside-down.png")));
    expect(scan).toMatchObject({
      ...{ type: "image", data: { width: 640, height: 480, mediaType: "image/tiff" } },
      processing: { picture: { state: "success" }, words: { state: "success" } },
    });
    expect(String(scan.data.text).replaceAll("\n", " ")).toContain("The quick brown dog jumped over the lazy fox");
    const preview = await send("GET", pictureUrl(scan.id, String(scan.data.preview)));
    expect(imageSize(Buffer.from(await preview.arrayBuffer()))).toMatchObject({ width: 640, height: 480 });
    const packed = await uploaded("packed.tif", tiffOf(fixture("upside-down.png"), { compression: 34_712 }));
    const reason = "The image is a TIFF that is packed in an unusual way. Save it as PNG or JPEG";
    expect(packed.processing).toMatchObject({
      picture: { state: "failure", reason },
      words: { state: "failure", reason },
    });
  });

  it("is turned as its camera was held, and says when it was taken and with what", async () => {
    const { items, uploaded } = await uploader(world);
    const { data } = await uploaded("DSC01.jpg", fixture("turned.jpg"));
    expect(data).toMatchObject({ width: 120, height: 160, takenAt: "2004-01-08T22:00:22" });
    expect(data.camera).toMatch(/\w/);
    const [row] = (await items.list({ type: "image" })).items;
    expect(row?.line).toMatch(/^120 × 160 · 8 Jan 2004/);
  });

  it("keeps its notes, and refuses to have written what the server found", async () => {
    const { items, uploaded } = await uploader(world);
    const item = await uploaded("a.png", png);
    const noted = await items.update(item.id, item.version, { body: "Seen in Strasbourg", title: "Mine" });
    expect(noted).toMatchObject({ body: "Seen in Strasbourg", title: "Mine", titleSource: "person" });
    const forged = items.update(item.id, noted.version, { data: { width: 1 } });
    await expect(forged).rejects.toMatchObject({ status: 400, code: "invalid_request" });
    await expect(items.create({ type: "image", title: "No file" }, randomUUID())).rejects.toMatchObject({
      code: "type_not_creatable",
    });
  });
});

describe("a PDF", () => {
  it("is called as it calls itself, says its pages, and is found by its words", async () => {
    const { items, uploaded } = await uploader(world);
    const pdf = pdfOf(["Invoice for rhubarb", "Second page"], {
      ...{ Title: "Offer 2026", Author: "Ada", CreationDate: "D:20260410143026-07'00'" },
    });
    const item = await uploaded("scan0001.pdf", pdf);
    expect(item).toMatchObject({
      ...{ type: "file", title: "Offer 2026" },
      data: {
        ...{ mediaType: "application/pdf", pages: 2, pageWidth: 595, pageHeight: 842, author: "Ada" },
        ...{ writtenAt: "2026-04-10T21:30:26.000Z", text: "Invoice for rhubarb\n\nSecond page", textCut: false },
      },
      processing: { text: { state: "success" } },
    });
    const { items: found } = await items.list({ q: "rhubarb" });
    expect(found).toMatchObject([{ id: item.id, line: expect.stringContaining("PDF · 2 pages") }]);
  });
});

it("keeps every other file with what it is by its bytes, and reads texts", async () => {
  const { items, uploaded } = await uploader(world);
  const lie = await uploaded("holiday.png", "just a text about celeriac");
  expect(lie).toMatchObject({ type: "file", data: { mediaType: "text/plain", text: "just a text about celeriac" } });
  expect((await items.list({ q: "celeriac" })).total).toBe(1);
  const zip = await uploaded("x.zip", Buffer.concat([Buffer.from("PK\u0003\u0004"), Buffer.alloc(40)]));
  expect(zip).toMatchObject({ type: "file", data: { mediaType: "application/zip" }, processing: {} });
  expect(Object.keys(zip.processing)).toEqual(["title"]);
});

it("brings the card of the same bytes up instead of keeping them twice", async () => {
  const { items, upload, userId } = await uploader(world);
  const first = await upload("a.png", png, randomUUID(), "one");
  await items.update(first.id, first.version, { status: "archived" });
  const again = await upload("other name.png", png, randomUUID(), "two");
  expect(again).toMatchObject({ id: first.id, status: "inbox", tags: ["one", "two"], title: "a" });
  await world.jobsIdle();
  expect((await items.list({})).total).toBe(1);
  // The file, its preview and its thumbnail.
  expect(await keysOf(userId)).toHaveLength(3);
});

it("answers a repeated request with the first card, and writes nothing", async () => {
  const { items, upload, userId } = await uploader(world);
  const key = randomUUID();
  const [first, second] = [await upload("a.png", png, key), await upload("a.png", png, key)];
  expect(second).toMatchObject({ id: first.id, version: 1 });
  await world.jobsIdle();
  expect(await keysOf(userId)).toHaveLength(3);
  expect((await items.list({})).total).toBe(1);
});

it("refuses what is empty, too large for the plan, or one card too many, and keeps nothing of it", async () => {
  const { items, upload, userId } = await uploader(world);
  await expect(upload("a.txt", "")).rejects.toMatchObject({ status: 400, code: "empty_file" });
  world.billing.storageLimit = 10;
  await expect(upload("a.png", png)).rejects.toMatchObject({ status: 402, code: "storage_limit_reached" });
  world.billing.storageLimit = null;
  world.billing.cardLimit = 0;
  await expect(upload("a.png", png)).rejects.toMatchObject({ status: 402, code: "plan_limit_reached" });
  expect(await keysOf(userId)).toEqual([]);
  expect((await items.list({})).total).toBe(0);
});

it("never holds more than the plan, also of files that come at once", async () => {
  const { upload, userId } = await uploader(world);
  world.billing.storageLimit = 2500;
  const texts = Array.from({ length: 4 }, (_, at) => `${at}`.repeat(1000));
  const sent = await Promise.allSettled(texts.map((text, at) => upload(`${at}.txt`, text)));
  expect(sent.filter(({ status }) => status === "fulfilled")).toHaveLength(2);
  expect(await keysOf(userId)).toHaveLength(2);
});

it("is erased with its file and its pictures, and is nobody else's", async () => {
  const { items, send, uploaded, userId } = await uploader(world);
  const item = await uploaded("a.png", png);
  const stranger = await world.person();
  expect((await stranger.send("GET", item.attachments[0]!.url)).status).toBe(404);
  expect((await stranger.send("GET", pictureUrl(item.id, String(item.data.preview)))).status).toBe(404);
  expect((await send("POST", "/api/items/files", {})).status).toBe(415);
  await items.remove(item.id, item.version);
  await items.remove(item.id, item.version + 1);
  await world.jobsIdle();
  expect(await keysOf(userId)).toEqual([]);
});

it("runs a step again, and takes a share of code for a snippet", async () => {
  const { items, send, uploaded } = await uploader(world);
  const item = await uploaded("a.png", png);
  await items.reprocess(item.id, "picture");
  await world.jobsIdle();
  const after = await items.get(item.id);
  expect(after.data.preview).not.toBe(item.data.preview);
  expect((await send("GET", pictureUrl(item.id, String(after.data.preview)))).status).toBe(200);
  const share = await send("POST", "/api/items/shares", { text: "```ts\nconst a: number = 1;\n```" });
  expect(await share.json()).toMatchObject({
    ...{ type: "snippet", body: "const a: number = 1;", title: "const a: number = 1;", data: { language: "ts" } },
  });
});
