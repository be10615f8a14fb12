/** What is made of a file's content, outside the database. @databases one @run all */
import { readFileSync } from "node:fs";
import path from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { picture } from "../pictures/testing/pictures.ts";
import { type ItemsWorld, startItems } from "../testing/items-world.ts";
import { pdfBomb, pdfOf } from "./testing/pdf.ts";
import { uploader } from "./testing/upload.ts";

const fixture = (name: string) => readFileSync(path.join(import.meta.dirname, "fixtures", name));
const png = Buffer.from(picture(60, 40).get_bytes());
const jpeg = Buffer.from(picture(60, 40).get_bytes_jpeg(90));
/** A PNG whose header claims other dimensions than its pixels have. */
function claiming(width: number, height: number): Buffer {
  const claimed = Buffer.from(png);
  claimed.writeUInt32BE(width, 16);
  claimed.writeUInt32BE(height, 20);
  return claimed;
}
const script = "<script>fetch('/api/items')</script>";

let world: ItemsWorld;
let person: Awaited<ReturnType<typeof uploader>>;
beforeAll(async () => {
  world = await startItems({ environment: { RATE_LIMIT_FACTOR: "0", EMBEDDINGS: "off" } });
  person = await uploader(world);
});
afterAll(() => world.stop());

const stateOf = (step: string, reason: RegExp) => ({
  [step]: { state: "failure", reason: expect.stringMatching(reason) },
});

it.each([
  ["an image of 900 million pixels", "bomb.png", claiming(30_000, 30_000), stateOf("picture", /too many pixels/)],
  ["an image of no width", "flat.png", claiming(0, 40), stateOf("picture", /damaged|no picture|too many/)],
  ["half an image", "half.png", png.subarray(0, 120), stateOf("picture", /damaged/)],
  ["half a photograph", "half.jpg", jpeg.subarray(0, 20), stateOf("picture", /damaged|no picture/)],
  ["a page with the name of an image", "page.png", `<!doctype html>${script}`, {}],
  ["a drawing with a script", "drawing.svg", `<svg xmlns="http://www.w3.org/2000/svg">${script}</svg>`, {}],
  ["a page that begins like a bitmap", "page.bmp", `BM${script}`.padEnd(400), {}],
  ["a PDF that is none", "not.pdf", "%PDF-1.7\nnothing of it", stateOf("text", /damaged/)],
  ["half a PDF", "half.pdf", pdfOf(["One", "Two"]).subarray(0, 300), stateOf("text", /damaged/)],
  ["a PDF behind a password", "password.pdf", fixture("password.pdf"), stateOf("text", /protected by a password/)],
])("keeps %s as a file, and says what could not be read of it", async (_, name, content, processing) => {
  const item = await person.uploaded(name, content);
  expect(item).toMatchObject({ attachments: [{ name, bytes: Buffer.byteLength(content) }], processing });
  expect(JSON.stringify(item.data)).not.toContain("preview");
  const file = await person.send("GET", item.attachments[0]!.url);
  expect(file.headers.get("content-disposition")).toMatch(/^attachment;/);
  expect(file.headers.get("content-type")).not.toMatch(/html|svg|xml/);
});

it("shows an image without what stands behind its pixels", async () => {
  const item = await person.uploaded("polyglot.png", Buffer.concat([png, Buffer.from(script), pdfOf(["Inside"])]));
  expect(item).toMatchObject({ type: "image", data: { width: 60 }, processing: { picture: { state: "success" } } });
  const preview = await person.send("GET", `/api/items/${item.id}/pictures/${item.data.preview}`);
  expect(Buffer.from(await preview.arrayBuffer()).includes("script")).toBe(false);
});

it("does not run the scripts of a PDF, and reads its text", async () => {
  const pdf = pdfOf(["Harmless words"]).toString("latin1");
  const armed = pdf.replace("/Type /Catalog", "/Type /Catalog /OpenAction << /S /JavaScript /JS (app.alert\\(1\\)) >>");
  const item = await person.uploaded("armed.pdf", Buffer.from(armed, "latin1"));
  expect(item).toMatchObject({ data: { text: "Harmless words" } });
});

it("keeps answering while a PDF unpacks to half a gigabyte", async () => {
  const delay = monitorEventLoopDelay({ resolution: 10 });
  const bomb = pdfBomb(500);
  delay.enable();
  const item = await person.uploaded("bomb.pdf", bomb);
  delay.disable();
  expect(["success", "failure"]).toContain(item.processing.text?.state);
  expect((await person.items.list({})).total).toBeGreaterThan(0);
  // The bound is far from what unpacking it takes, and from what a busy machine adds.
  expect(delay.max / 1e6).toBeLessThan(1000);
});

it("cleans the name of a file", async () => {
  const { title, attachments } = await person.uploaded("../../etc/\u0007pass\u0000wd<img onerror=1>.txt", "words");
  expect(attachments[0]!.name).not.toMatch(/[\p{Cc}/]/u);
  expect(title).toMatch(/^passwd/);
});
