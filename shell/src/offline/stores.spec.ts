import "fake-indexeddb/auto";
import { IDBFactory } from "fake-indexeddb";
import { MAX_ACTS } from "./act-store.ts";
import { createAnswerStore } from "./answer-store.ts";
import { NAME, openDatabase } from "./database.ts";
import { LIMITS } from "./limits.ts";
import type { Stores } from "./offline.ts";
import { openStores } from "./stores.ts";

const DAY = 24 * 60 * 60 * 1000;
let stores: Stores;
beforeEach(async () => {
  globalThis.indexedDB = new IDBFactory();
  stores = await openStores();
});

const act = (id: string, text = "") => ({
  id,
  area: "items",
  kind: "items.create",
  subjects: [id],
  title: `Capture ${id}`,
  text,
  path: null,
  body: { text },
  at: 0,
  reason: null,
});

/** Everything that the browser has on its disk, as text. */
async function dump(): Promise<string> {
  const db = await openDatabase();
  const parts: string[] = [db.name];
  for (const name of db.objectStoreNames) {
    parts.push(JSON.stringify(await db.getAllKeys(name)));
    for (const record of await db.getAll(name)) {
      parts.push(JSON.stringify(record));
      const { data } = record as { data?: ArrayBuffer };
      if (data) parts.push(new TextDecoder("latin1").decode(data));
    }
  }
  return parts.join("\n");
}

describe("answers kept on the device", () => {
  it("are the newest of each address, and each person's own", async () => {
    await stores.answers.put("ada", "/api/items?type=inbox", "1");
    await stores.answers.put("ada", "/api/items?type=inbox", "2");
    await stores.answers.put("ada", "/api/items?type=note", "3");
    expect(await stores.answers.get("ada", "/api/items?type=inbox")).toMatchObject({ text: "2" });
    expect(await stores.answers.get("ada", "/api/items?type=note")).toMatchObject({ text: "3" });
    expect(await stores.answers.get("bob", "/api/items?type=inbox")).toBeNull();
  });

  it("are on the disk without their text, their address or a key that can be read", async () => {
    await stores.answers.put("ada", "/api/items?q=divorce", "The offer stands at 4200");
    const disk = await dump();
    expect(disk).toContain("ada");
    expect(disk).not.toMatch(/divorce|offer/);
    const db = await openDatabase();
    for (const key of await db.getAll("keys")) {
      expect(key.extractable).toBe(false);
      await expect(crypto.subtle.exportKey("raw", key)).rejects.toThrow();
    }
  });

  it("go at sign-out, with what waits and both keys; another person's stay", async () => {
    for (const person of ["ada", "bob"]) {
      await stores.answers.put(person, "/api/items", person);
      await stores.acts.add(person, act(person, person));
    }
    await stores.erase("ada");
    expect(await dump()).not.toContain("ada");
    expect(await stores.acts.list("bob")).toHaveLength(1);
    expect(await stores.answers.get("bob", "/api/items")).not.toBeNull();
  });

  it("go when another person signs in; what could not be sent waits for its person", async () => {
    await stores.answers.put("ada", "/api/items", "of Ada");
    await stores.acts.add("ada", act("one", "of Ada"));
    await stores.eraseAnswersOfOthers("bob");
    expect(await stores.answers.get("ada", "/api/items")).toBeNull();
    expect(await (await openDatabase()).count("answers")).toBe(0);
    expect(await stores.acts.list("bob")).toEqual([]);
    expect(await stores.acts.list("ada")).toMatchObject([{ id: "one", text: "of Ada" }]);
  });

  it("cannot be read with another key than theirs", async () => {
    await stores.answers.put("ada", "/api/items", "1");
    const db = await openDatabase();
    await db.delete("keys", ["ada", "answers"]);
    expect(await stores.answers.get("ada", "/api/items")).toBeNull();
  });

  it("are bounded in age, number and size: the oldest go first", async () => {
    let now = 100 * DAY;
    const db = await openDatabase();
    const small = createAnswerStore(db, () => now++, { ...LIMITS, answers: 3, bytesOfOne: 10 });
    for (const path of ["/1", "/2", "/3", "/4"]) await small.put("ada", path, "x");
    expect(await small.get("ada", "/1")).toBeNull();
    expect(await small.get("ada", "/2")).not.toBeNull();
    await small.put("ada", "/long", "more than ten bytes");
    expect(await small.get("ada", "/long")).toBeNull();
    const light = createAnswerStore(db, () => now++, { ...LIMITS, bytes: 60 });
    await light.put("ada", "/5", "x".repeat(20));
    expect(await db.count("answers")).toBe(2);
    now += LIMITS.days * DAY;
    expect(await light.get("ada", "/5")).toBeNull();
    await light.put("ada", "/6", "x");
    expect(await db.count("answers")).toBe(1);
  });
});

describe("acts that wait on the device", () => {
  it("keep their order, and an act that was sent is not written back", async () => {
    await stores.acts.add("ada", act("one"));
    await stores.acts.add("ada", act("two"));
    const [first, second] = await stores.acts.list("ada");
    expect([first?.id, second?.id]).toEqual(["one", "two"]);
    expect(await stores.acts.replace("ada", { ...first!, reason: "no" })).toBe(true);
    expect((await stores.acts.list("ada")).map(({ reason }) => reason)).toEqual(["no", null]);
    await stores.acts.remove(first!.seq);
    expect(await stores.acts.replace("ada", first!)).toBe(false);
    expect(await stores.acts.list("ada")).toHaveLength(1);
  });

  it("are bounded, with words", async () => {
    for (let n = 0; n < MAX_ACTS; n++) await stores.acts.add("ada", act(String(n)));
    await expect(stores.acts.add("ada", act("more"))).rejects.toThrow("500 changes wait on this device already.");
    await stores.acts.add("bob", act("other"));
  });
});

it("is one database for all tabs", async () => {
  expect((await indexedDB.databases()).map(({ name }) => name)).toEqual([NAME]);
});
