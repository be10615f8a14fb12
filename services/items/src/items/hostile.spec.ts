import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Item } from "@tessera/contracts-items/items.ts";
import { GROUPS } from "@tessera/contracts-items/sections.ts";
import { type ItemsWorld, startItems } from "../testing/items-world.ts";

let world: ItemsWorld;
beforeAll(async () => {
  world = await startItems();
});
afterAll(() => world.stop());

const fixture = <T>(name: string) =>
  JSON.parse(readFileSync(new URL(`../testing/fixtures/${name}`, import.meta.url), "utf8")) as T;
const clean = (text: string) => text.replaceAll("\u0000", "").toWellFormed();

it("stores every naughty string as it is, finds it again or finds nothing, and never fails", async () => {
  const { items } = await world.person();
  const check = async (text: string) => {
    const title = text.trim() ? text.slice(0, 500) : undefined;
    const made = await items.create({ type: "note", title, body: text, tags: ["list"] }, randomUUID());
    expect(made.body).toBe(clean(text));
    expect(made.title).not.toBe("");
    expect((await items.list({ q: text.slice(0, 500), limit: 1 })).total).toBeGreaterThanOrEqual(0);
    const tag = text.replaceAll(/[,\n]/g, "").trim().slice(0, 60);
    if (tag) expect((await items.update(made.id, 1, { tags: [tag] })).tags.length).toBeLessThanOrEqual(1);
  };
  const texts = fixture<string[]>("blns.json");
  for (let at = 0; at < texts.length; at += 10) await Promise.all(texts.slice(at, at + 10).map(check));
});

it("takes or refuses every torture test of JSON with a clear answer, and never fails", async () => {
  const { send } = await world.person();
  for (const [name, base64] of Object.entries(fixture<Record<string, string>>("json-torture.json"))) {
    const json = Buffer.from(base64, "base64");
    const bare = await send("POST", "/api/items", json);
    expect([name, bare.status]).toEqual([name, 400]);
    expect([name, bare.headers.get("content-type")]).toEqual([
      name,
      expect.stringContaining("application/problem+json"),
    ]);
    const within = await send(
      "POST",
      "/api/items",
      Buffer.concat([Buffer.from('{"type":"note","body":"x","data":{"a":'), json, Buffer.from("}}")]),
    );
    expect([name, within.status]).toEqual([name, 400]);
  }
});

it("makes texts storable that PostgreSQL does not take", async () => {
  const { send, items } = await world.person();
  const made = (await (
    await send(
      "POST",
      "/api/items",
      '{"type":"note","title":"a\\u0000b","body":"lone \\ud800 and \\u0000 nul","tags":["t\\u0000ag","\\u0000"]}',
    )
  ).json()) as Item;
  expect(made).toMatchObject({ title: "ab", body: "lone \ufffd and  nul", tags: ["tag"] });
  expect(await items.update(made.id, 1, { title: "\u0000" })).toMatchObject({ titleSource: "rule" });
  expect((await send("GET", "/api/items?q=%00")).status).toBe(200);
  expect((await send("GET", "/api/items?tag=%00x")).status).toBe(200);
  for (const group of GROUPS)
    expect([group, (await send("GET", `/api/items?group=${group}&section=a%00b`)).status]).toEqual([group, 200]);
  expect((await send("GET", "/api/items?assignee=%00")).status).toBe(200);
  expect((await send("GET", "/api/items?q=%ff%fe")).status).toBeLessThan(500);
});

it("refuses what is nested too deeply, too long or unknown, before anything is stored", async () => {
  const { send, items } = await world.person();
  const deep = (levels: number) => `{"type":"note","body":"x","data":{"a":${"[".repeat(levels)}${"]".repeat(levels)}}}`;
  for (const body of [
    deep(20),
    deep(5_000),
    deep(200_000),
    JSON.stringify({ type: "note", body: "x".repeat(500_001) }),
    JSON.stringify({ type: "note", body: "x", tags: Array(51).fill("t") }),
    JSON.stringify({ type: "note", body: "x", userId: randomUUID() }),
    '{"type":"note","body":"x","__proto__":{"a":1}}',
    "null",
    "[]",
  ])
    expect([
      body.slice(0, 60),
      (await send("POST", "/api/items", body, { "idempotency-key": randomUUID() })).status,
    ]).toEqual([body.slice(0, 60), 400]);
  expect((await send("POST", "/api/items", JSON.stringify({ type: "note", body: "ä".repeat(2_500_000) }))).status).toBe(
    413,
  );
  expect((await send("GET", "/api/items/not-an-id")).status).toBe(400);
  expect((await send("GET", "/api/items?limit=100000")).status).toBe(400);
  expect((await send("GET", "/api/items?colour=red")).status).toBe(400);
  expect((await items.list({ status: "any" })).total).toBe(0);
});

it("indexes the longest and oddest texts there can be", async () => {
  const { items } = await world.person();
  const words = (make: (at: number) => string) =>
    Array.from({ length: 60_000 }, (_, at) => make(at))
      .join(" ")
      .slice(0, 250_000);
  for (const body of [
    words((at) => at.toString(36)),
    words((at) => String.fromCodePoint(0x4e00 + (at % 20_000)).repeat(3)),
    "x".repeat(400_000),
  ]) {
    const made = await items.create({ type: "note", title: "long", body }, randomUUID());
    expect((await items.get(made.id)).body).toBe(body);
  }
});

it("refuses data of very many values with a short answer, and keeps half a million empty lines", async () => {
  const { send, items } = await world.person();
  const keys = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, [at]]));
  const refused = await send("POST", "/api/items", { type: "note", body: "x", data: keys(6000) });
  expect([refused.status, await refused.json()]).toEqual([
    400,
    expect.objectContaining({ detail: "data: holds more than 10000 values" }),
  ]);
  const unknown = await send("POST", "/api/items", { type: "note", body: "x", data: keys(4000) });
  expect([unknown.status, (await unknown.text()).length < 2000]).toEqual([400, true]);
  const lines = `${"\n".repeat(400_000)}${"- - -\n".repeat(1000)}`;
  expect((await items.create({ type: "note", body: lines }, randomUUID())).body).toHaveLength(lines.length);
});
