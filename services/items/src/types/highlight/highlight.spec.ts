import { randomUUID } from "node:crypto";
import type { Item, NewItem } from "@tessera/contracts-items/items.ts";
import { MAX_QUOTE_CONTEXT, MAX_QUOTE_LENGTH } from "@tessera/contracts-items/limits.ts";
import { type ItemsWorld, startItems } from "../../testing/items-world.ts";
import { refusal } from "../../testing/refusal.ts";

let world: ItemsWorld;
beforeAll(async () => {
  world = await startItems();
});
afterAll(() => world.stop());

const key = () => randomUUID();
type Person = Awaited<ReturnType<ItemsWorld["person"]>>;
const page = ({ items }: Person) =>
  items.create({ type: "bookmark", data: { url: `https://127.0.0.1:1/${key()}` } }, key());
const quote = (exact: string) => ({ type: "TextQuoteSelector", exact, prefix: "before ", suffix: " after" });
const position = (start: number, end: number) => ({ type: "TextPositionSelector", start, end });
const highlight = ({ items }: Person, parentId: string | null, exact: string, more: Partial<NewItem> = {}) =>
  items.create({ type: "highlight", parentId, data: { selector: [quote(exact), position(7, 20)] }, ...more }, key());

describe("a highlight", () => {
  it("is a card with its quote for a title, out of the inbox and read", async () => {
    const ada = await world.person();
    const parent = await page(ada);
    const made = await highlight(ada, parent.id, "Queues keep order.\nAlways.", { body: "Cite *this*." });
    expect(made).toMatchObject({
      ...{ type: "highlight", parentId: parent.id, title: "Queues keep order.", titleSource: "rule" },
      ...{ status: "archived", unread: false, body: "Cite *this*.", version: 1 },
      data: { selector: [quote("Queues keep order.\nAlways."), position(7, 20)] },
    });
    expect(await ada.items.get(made.id)).toMatchObject({ data: made.data });
    expect(await ada.items.list({ type: "highlight" })).toMatchObject({
      items: [{ id: made.id, line: "Cite this. · Always." }],
    });
    expect((await ada.items.list({ type: "inbox", only: "highlight" })).total).toBe(0);
    expect((await ada.items.list({ type: "bookmark" })).items.map(({ id }) => id).sort()).toEqual(
      [made.id, parent.id].sort(),
    );
    const back = await ada.items.update(made.id, 1, { status: "inbox" });
    expect(await ada.items.update(made.id, back.version, { body: "Another note" })).toMatchObject({
      ...{ status: "inbox", body: "Another note", data: made.data },
    });
  });

  it("is found by the words of its quote and of its note", async () => {
    const ada = await world.person();
    const made = await highlight(ada, (await page(ada)).id, "A heron waits", { body: "patience" });
    for (const q of ["heron", "patience", "type:highlight heron"])
      expect((await ada.items.list({ q })).items.map(({ id }) => id)).toEqual([made.id]);
  });

  it("belongs to a bookmark of one's own, and nothing else", async () => {
    const [ada, bob] = [await world.person(), await world.person()];
    const note = await ada.items.create({ type: "note", body: "text" }, key());
    for (const parent of [null, note.id, (await page(bob)).id, key()]) {
      expect(await refusal(highlight(ada, parent, "words"))).toMatchObject({
        ...{ status: 400, code: "invalid_request", errors: [{ path: "/parentId" }] },
      });
    }
    expect((await ada.items.list({ type: "highlight" })).total).toBe(0);
  });

  it("becomes no other type, and no other type becomes one: the quote would be lost", async () => {
    const ada = await world.person();
    const made = await highlight(ada, (await page(ada)).id, "words");
    const note = await ada.items.create({ type: "note", body: "text" }, key());
    expect(await refusal(ada.items.update(made.id, 1, { type: "note" }))).toMatchObject({
      code: "type_not_convertible",
    });
    expect(
      await refusal(ada.items.update(note.id, 1, { type: "highlight", data: { selector: [quote("x")] } })),
    ).toMatchObject({ code: "type_not_convertible" });
  });

  it.each([
    ["no selector", {}],
    ["no quote", { selector: [position(1, 2)] }],
    ["an empty list", { selector: [] }],
    ["two quotes", { selector: [quote("a"), quote("b")] }],
    ["three selectors", { selector: [quote("a"), position(1, 2), position(3, 4)] }],
    ["a blank quote", { selector: [quote(" \n ")] }],
    ["a long quote", { selector: [quote("x".repeat(MAX_QUOTE_LENGTH + 1))] }],
    ["long words before it", { selector: [{ ...quote("a"), prefix: "x".repeat(MAX_QUOTE_CONTEXT + 1) }] }],
    ["long words after it", { selector: [{ ...quote("a"), suffix: "x".repeat(MAX_QUOTE_CONTEXT + 1) }] }],
    ["a place before the text", { selector: [quote("a"), position(-1, 2)] }],
    ["a place that ends where it starts", { selector: [quote("a"), position(2, 2)] }],
    ["a place beyond any text", { selector: [quote("a"), position(1, 3_000_000)] }],
    ["another selector", { selector: [quote("a"), { type: "XPathSelector", value: "//p" }] }],
    ["another field of a selector", { selector: [{ ...quote("a"), refinedBy: {} }] }],
    ["another field", { selector: [quote("a")], colour: "red" }],
  ])("is refused with %s", async (_, data) => {
    const ada = await world.person();
    const parent = await page(ada);
    const refused = await refusal(ada.items.create({ type: "highlight", parentId: parent.id, data }, key()));
    expect(refused).toMatchObject({ status: 400, code: "invalid_request" });
    expect(refused.errors!.every(({ path }) => path.startsWith("/data"))).toBe(true);
    expect((await ada.items.children(parent.id)).items).toEqual([]);
  });

  it("takes a quote of the greatest length", async () => {
    const ada = await world.person();
    const parent = await page(ada);
    const made = await highlight(ada, parent.id, "🦉".repeat(MAX_QUOTE_LENGTH / 2));
    expect((await ada.items.children(parent.id)).items).toEqual([await ada.items.get(made.id)]);
  });

  it("stays a card when its bookmark is deleted for good", async () => {
    const ada = await world.person();
    const parent = await page(ada);
    await world.jobsIdle();
    const made = await highlight(ada, parent.id, "words");
    await ada.items.remove(parent.id, (await ada.items.get(parent.id)).version);
    await ada.items.remove(parent.id, (await ada.items.get(parent.id)).version);
    expect(await ada.items.get(made.id)).toMatchObject({ parentId: null, title: "words", data: made.data });
  });
});

describe("the children of a card", () => {
  it("are answered whole, the oldest first, in pages, without those in the trash", async () => {
    const ada = await world.person();
    const [parent, other] = [await page(ada), await page(ada)];
    const made: Item[] = [];
    for (const words of ["one", "two", "three", "four"]) made.push(await highlight(ada, parent.id, words));
    const note = await ada.items.create({ type: "note", body: "aside", parentId: parent.id }, key());
    await highlight(ada, other.id, "elsewhere");
    await ada.items.remove(made[1]!.id, 1);
    const ids = async (query: Parameters<typeof ada.items.children>[1]) => {
      const { items, nextCursor } = await ada.items.children(parent.id, query);
      return { ids: items.map(({ id }) => id), nextCursor };
    };
    expect(await ids({})).toEqual({ ids: [made[0]!.id, made[2]!.id, made[3]!.id, note.id], nextCursor: null });
    const first = await ids({ type: "highlight", limit: 2 });
    expect(first).toEqual({ ids: [made[0]!.id, made[2]!.id], nextCursor: expect.any(String) });
    expect(await ids({ type: "highlight", limit: 2, cursor: first.nextCursor! })).toEqual({
      ids: [made[3]!.id],
      nextCursor: null,
    });
  });

  it("are nobody else's to see, and a question that makes no sense is refused", async () => {
    const [ada, bob] = [await world.person(), await world.person()];
    const parent = await page(ada);
    await highlight(ada, parent.id, "mine");
    expect(await refusal(bob.items.children(parent.id))).toMatchObject({ status: 404, code: "item_not_found" });
    expect(await refusal(ada.items.children(parent.id, { cursor: "x" }))).toMatchObject({ code: "invalid_cursor" });
    expect(await refusal(ada.items.children(parent.id, { limit: 101 }))).toMatchObject({ code: "invalid_request" });
    expect((await ada.send("GET", `/api/items/${parent.id}/children?of=all`)).status).toBe(400);
  });
});
