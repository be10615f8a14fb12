import { randomUUID } from "node:crypto";
import type { Item } from "@tessera/contracts-items/items.ts";
import { sql } from "drizzle-orm";
import { type ItemsWorld, startItems } from "../testing/items-world.ts";
import { refusal } from "../testing/refusal.ts";

let world: ItemsWorld;
beforeAll(async () => {
  world = await startItems();
});
afterAll(() => world.stop());

const key = () => randomUUID();

describe("what is unread", () => {
  it("is a capture until it is marked as read, which is no change of it", async () => {
    const { items } = await world.person();
    const made = await items.create({ type: "note", body: "fresh" }, key());
    expect(made.unread).toBe(true);
    expect(await items.markRead({ ids: [made.id, made.id], unread: false })).toEqual({ changed: [made.id] });
    expect(await items.get(made.id)).toEqual({ ...made, unread: false });
    expect(await items.markRead({ ids: [made.id], unread: false })).toEqual({ changed: [] });
    await items.update(made.id, 1, { status: "archived" });
    expect(await items.list({ type: "note" })).toMatchObject({ items: [{ unread: false, status: "archived" }] });
    await items.markRead({ ids: [made.id], unread: true });
    expect(await items.get(made.id)).toMatchObject({ unread: true, version: 2 });
  });

  it("is a link again that was captured again", async () => {
    const { items } = await world.person();
    const link = { type: "bookmark", data: { url: "https://127.0.0.1:1/again" } };
    const { id } = await items.create(link, key());
    await items.markRead({ ids: [id], unread: false });
    expect(await items.create(link, key())).toMatchObject({ id, unread: true });
    await world.jobsIdle();
  });

  it("is listed alone, with its exact number, with words and without", async () => {
    const { items } = await world.person();
    const made = await Promise.all([1, 2, 3].map((n) => items.create({ type: "note", title: `Lease ${n}` }, key())));
    await items.markRead({ ids: [made[0]!.id], unread: false });
    const first = await items.list({ unread: "true", limit: 1 });
    expect([first.total, first.items.length]).toEqual([2, 1]);
    expect(await items.list({ unread: "true", limit: 1, cursor: first.nextCursor! })).toMatchObject({
      total: 2,
      nextCursor: null,
    });
    expect(await items.list({ unread: "true", q: "lease" })).toMatchObject({ total: 2 });
    expect(await items.list({ type: "inbox", unread: "true" })).toMatchObject({ total: 2 });
  });

  it("is nobody else's to mark", async () => {
    const [owner, stranger] = [await world.person(), await world.person()];
    const made = await owner.items.create({ type: "note", body: "mine" }, key());
    expect(await stranger.items.markRead({ ids: [made.id], unread: false })).toEqual({ changed: [] });
    expect(await owner.items.get(made.id)).toMatchObject({ unread: true });
    expect((await owner.send("POST", "/api/items/read-marks", { ids: [], unread: false })).status).toBe(400);
  });
});

describe("capturing", () => {
  it("stores a note as typed and makes its title from the first line [items.titles]", async () => {
    const { items } = await world.person();
    const made = await items.create({ type: "note", body: "# Winter tyres\n\nAsk at the garage." }, key());
    expect(made).toMatchObject({
      title: "Winter tyres",
      titleSource: "rule",
      version: 1,
      status: "inbox",
      source: "capture",
    });
    expect(made.processing.title).toMatchObject({ state: "success" });
    expect(await items.get(made.id)).toEqual(made);
    expect(await items.list({ type: "note" })).toMatchObject({
      total: 1,
      items: [{ id: made.id, line: "Ask at the garage." }],
    });
    expect(await items.update(made.id, 1, { body: "Summer tyres" })).toMatchObject({
      title: "Summer tyres",
      titleSource: "rule",
    });
  });

  it("never overwrites a title that a person gave [items.titles]", async () => {
    const { items } = await world.person();
    const made = await items.create({ type: "note", title: "Mine", body: "something else" }, key());
    expect(made).toMatchObject({ title: "Mine", titleSource: "person" });
    expect(await items.update(made.id, 1, { body: "a new first line" })).toMatchObject({
      title: "Mine",
      titleSource: "person",
    });
  });

  it("guesses the type of a raw capture and converts it in place, losing nothing", async () => {
    const { items } = await world.person();
    const made = await items.create({ body: "look at https://127.0.0.1:1/a?b=1 later" }, key());
    expect(made).toMatchObject({ type: "inbox", data: { guess: { type: "bookmark" } } });
    const bookmark = await items.update(made.id, 1, { type: "bookmark" });
    expect(bookmark).toMatchObject({
      type: "bookmark",
      data: { url: "https://127.0.0.1:1/a?b=1" },
      body: "look at  later",
    });
    const note = await items.update(made.id, bookmark.version, { type: "note" });
    expect(note.body).toContain("https://127.0.0.1:1/a?b=1");
    expect((await items.list({ type: "bookmark" })).total).toBe(0);
    await world.jobsIdle();
  });

  it("refuses what the type does not take, naming the place", async () => {
    const { items, send } = await world.person();
    expect(await refusal(items.create({ type: "spaceship" }, key()))).toMatchObject({
      status: 400,
      code: "unknown_item_type",
    });
    expect(await refusal(items.create({ type: "mail" }, key()))).toMatchObject({
      status: 400,
      code: "type_not_creatable",
    });
    expect(
      await refusal(items.create({ type: "bookmark", data: { url: "javascript:alert(1)" } }, key())),
    ).toMatchObject({
      status: 400,
      errors: [{ path: "/data/url" }],
    });
    expect(
      await refusal(
        items.create({ type: "bookmark", data: { url: "https://example.org", readableHtml: "<script>" } }, key()),
      ),
    ).toMatchObject({
      status: 400,
      errors: [{ path: "/data/readableHtml", message: "is written by the server" }],
    });
    expect(await refusal(items.create({ type: "note", data: { colour: "red" } }, key()))).toMatchObject({
      status: 400,
    });
    expect(await refusal(items.create({ body: " " }, key()))).toMatchObject({ status: 400, code: "empty_capture" });
    expect(
      await refusal(items.create({ type: "task", title: "x", dueAt: "0000-01-01T00:00:00Z" }, key())),
    ).toMatchObject({
      errors: [{ path: "/dueAt" }],
    });
    expect((await send("POST", "/api/items", { type: "note", color: "red" })).status).toBe(400);
    expect((await items.list({})).total).toBe(0);
  });

  it("keeps for a repeated request which card it made, not what the card says", async () => {
    const { items } = await world.person();
    const attempt = key();
    const { id } = await items.create({ type: "note", body: "kept once" }, attempt);
    const { rows } = await world.database.system((tx) =>
      tx.execute(sql`select reference, body from kit.answer where key like ${`%${attempt}`}`),
    );
    expect(rows).toEqual([{ reference: id, body: null }]);
  });

  it("brings up what is there already instead of storing it twice", async () => {
    const { items, send } = await world.person();
    const first = await items.create(
      { type: "bookmark", data: { url: "http://127.0.0.1:1/page/?utm_source=x" }, tags: ["one"] },
      key(),
    );
    await items.update(first.id, 1, { status: "archived" });
    const answer = await send("POST", "/api/items", {
      type: "bookmark",
      data: { url: "https://127.0.0.1:1/page" },
      tags: ["Two", "ONE"],
    });
    expect(answer.status).toBe(200);
    const again = (await answer.json()) as Item;
    expect(again).toMatchObject({ id: first.id, status: "inbox", archivedAt: null, tags: ["one", "Two"], version: 3 });
    expect((await items.list({ type: "bookmark" })).total).toBe(1);
    await world.jobsIdle();
  });

  it("answers the same request once, by its key", async () => {
    const { items } = await world.person();
    const same = key();
    const first = await items.create({ type: "note", body: "once" }, same);
    expect(await items.create({ type: "note", body: "once" }, same)).toEqual(first);
    expect((await items.list({})).total).toBe(1);
  });
});

describe("changing", () => {
  it("remembers the device that a change came from, alone or among many, for a conflict to name", async () => {
    const { items, send } = await world.person();
    const { id } = await items.create({ type: "note", body: "a" }, key());
    expect(await items.get(id)).not.toHaveProperty("changedWith");
    const agents = {
      phone: "Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Mobile Safari/537.36",
      desk: "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
    };
    await send("PATCH", `/api/items/${id}`, { body: "b" }, { "if-match": '"1"', "user-agent": agents.phone });
    expect(await items.get(id)).toMatchObject({ changedWith: "Chrome on Android" });
    const bulk = { "idempotency-key": key(), "user-agent": agents.desk };
    await send("POST", "/api/items/bulk", { ids: [id], set: { pinned: true } }, bulk);
    expect(await items.get(id)).toMatchObject({ changedWith: "Firefox on Linux" });
    // A program says nothing that a person would know it by.
    await items.update(id, 3, { body: "c" });
    expect(await items.get(id)).not.toHaveProperty("changedWith");
  });

  it("refuses a change of a version that is not the current one, and says which is", async () => {
    const { items, send } = await world.person();
    const made = await items.create({ type: "note", body: "a" }, key());
    await items.update(made.id, 1, { pinned: true });
    const late = await refusal(items.update(made.id, 1, { body: "b" }));
    expect(late).toMatchObject({ status: 412, code: "version_conflict", version: 2 });
    expect((await items.get(made.id)).body).toBe("a");
    expect((await send("PATCH", `/api/items/${made.id}`, { body: "b" })).status).toBe(428);
    expect((await send("PATCH", `/api/items/${made.id}`, { body: "b" }, { "if-match": "soon" })).status).toBe(400);
    expect((await send("PATCH", `/api/items/${made.id}`, { colour: "b" }, { "if-match": '"2"' })).status).toBe(400);
    expect(
      (await send("PATCH", `/api/items/${made.id}`, { body: "b" }, { "if-match": '"2"' })).headers.get("etag"),
    ).toBe('"3"');
  });

  it("keeps a task's done and its status together", async () => {
    const { items } = await world.person();
    const made = await items.create({ type: "task", title: "Call" }, key());
    expect(made.data).toEqual({ done: false, priority: "none", checklist: [] });
    expect(await items.update(made.id, 1, { data: { done: true } })).toMatchObject({
      status: "done",
      data: { done: true },
    });
    expect(await items.update(made.id, 2, { status: "inbox" })).toMatchObject({
      status: "inbox",
      data: { done: false },
    });
    const { changed } = await items.bulk({ ids: [made.id], set: { status: "done" } }, key());
    expect(changed).toEqual([{ id: made.id, version: 4, previous: { status: "inbox" } }]);
    expect((await items.list({ type: "task" })).items[0]).toMatchObject({ done: true, status: "done" });
  });

  it("merges data one level deep, null removes", async () => {
    const { items } = await world.person();
    const made = await items.create(
      { type: "bookmark", data: { url: "http://127.0.0.1:1/m", siteName: "Site", author: "A" } },
      key(),
    );
    const { data } = await items.update(made.id, 1, { data: { siteName: null, author: "B" } });
    expect(data).toEqual({ url: "http://127.0.0.1:1/m", author: "B" });
    const other = await items.create({ type: "bookmark", data: { url: "http://127.0.0.1:1/n" } }, key());
    expect(await refusal(items.update(other.id, 1, { data: { url: "http://127.0.0.1:1/m" } }))).toMatchObject({
      status: 409,
      code: "duplicate_item",
      itemId: made.id,
    });
    await world.jobsIdle();
  });

  it("changes many at once and gives back what undoes it", async () => {
    const { items } = await world.person();
    const made = await Promise.all(
      ["a", "b", "c"].map((body) => items.create({ type: "note", body, tags: ["x"] }, key())),
    );
    const stranger = randomUUID();
    const ids = [...made.map(({ id }) => id), stranger];
    const result = await items.bulk({ ids, set: { status: "archived" }, addTags: ["Tax", "X"], removeTags: [] }, key());
    expect(result.missing).toEqual([stranger]);
    expect(result.changed).toHaveLength(3);
    for (const { id, version, previous } of result.changed) {
      expect(previous).toEqual({ status: "inbox", tags: ["x"] });
      expect(await items.get(id)).toMatchObject({ status: "archived", tags: ["x", "Tax"], version });
      expect(await items.update(id, version, previous)).toMatchObject({
        status: "inbox",
        archivedAt: null,
        tags: ["x"],
      });
    }
    expect((await items.list({ q: "tax" })).total).toBe(0);
  });

  it("moves to the trash, and from there deletes for good", async () => {
    const { items } = await world.person();
    const made = await items.create({ type: "note", body: "gone" }, key());
    await items.remove(made.id, 1);
    expect((await items.list({})).total).toBe(0);
    expect((await items.list({ status: "trash" })).items[0]).toMatchObject({
      id: made.id,
      status: "trash",
      version: 2,
    });
    await items.remove(made.id, 2);
    expect(await refusal(items.get(made.id))).toMatchObject({ status: 404, code: "item_not_found" });
    expect((await items.list({ status: "any" })).total).toBe(0);
  });
});

describe("other people's items", () => {
  it("are not found, whatever one tries, and stay as they are", async () => {
    const [owner, other] = [await world.person(), await world.person()];
    const made = await owner.items.create({ type: "note", body: "private words", tags: ["secret"] }, key());
    for (const attempt of [
      other.items.get(made.id),
      other.items.update(made.id, 1, { body: "mine" }),
      other.items.remove(made.id, 1),
      other.items.reprocess(made.id, "title"),
    ])
      expect(await refusal(attempt)).toMatchObject({ status: 404, code: "item_not_found" });
    expect(await refusal(other.items.create({ type: "note", body: "x", parentId: made.id }, key()))).toMatchObject({
      errors: [{ path: "/parentId" }],
    });
    expect((await other.items.bulk({ ids: [made.id], set: { status: "trash" } }, key())).missing).toEqual([made.id]);
    expect((await other.items.list({ q: "private" })).total).toBe(0);
    expect((await other.items.list({ tag: "secret" })).total).toBe(0);
    expect(await other.items.tags()).toEqual([]);
    expect(await owner.items.get(made.id)).toEqual(made);
  });
});
