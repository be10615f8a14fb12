import { randomUUID } from "node:crypto";
import type { Item, NewItem } from "@tessera/contracts-items/items.ts";
import { mentionsClient } from "@tessera/contracts-items/mentions-client.ts";
import { referenceTo } from "@tessera/contracts-items/references.ts";
import { type ItemsWorld, startItems } from "../testing/items-world.ts";

let world: ItemsWorld;
beforeAll(async () => {
  world = await startItems();
});
afterAll(() => world.stop());

async function person(claims?: { email?: string }) {
  const one = await world.person(claims);
  const mentions = mentionsClient(world.client(one.token));
  const make = (item: NewItem) => one.items.create(item, randomUUID());
  return { ...one, mentions, make };
}
const marked = (text: string) => text.replace("\u0002", "«").replace("\u0003", "»");

describe("mentions", () => {
  it("are kept with the text that is written, with the sentence around each", async () => {
    const { make, items, mentions } = await person();
    const ada = await make({ type: "person", title: "Ada Lovelace" });
    const note = await make({
      type: "note",
      title: "Monday",
      body: `Rain. **Met** ${referenceTo(ada)} at the station, late. Then home.`,
    });
    const found = await mentions.ofCard(ada.id);
    expect(found).toMatchObject({ mentioned: [], total: 1 });
    expect(found.mentions[0]).toMatchObject({ source: { id: note.id, title: "Monday" }, target: { id: ada.id } });
    expect(marked(found.mentions[0]!.context)).toBe("Met «Ada Lovelace» at the station, late.");
    expect((await mentions.ofCard(note.id)).mentioned).toEqual([
      { id: ada.id, type: "person", title: "Ada Lovelace", status: "inbox", aliases: [] },
    ]);

    const edited = await items.update(note.id, note.version, { body: "Nobody was there." });
    expect((await mentions.ofCard(ada.id)).total).toBe(0);
    await items.update(note.id, edited.version, { body: `Saw ${referenceTo(ada)}` });
    expect((await mentions.ofCard(ada.id)).total).toBe(1);
  });

  it("say the title that a card has now, and that a card was deleted", async () => {
    const { make, items, mentions } = await person();
    const plan = await make({ type: "note", title: "The plan" });
    const note = await make({ type: "note", title: "Monday", body: `See ${referenceTo(plan)}.` });
    const renamed = await items.update(plan.id, plan.version, { title: "The other plan" });
    expect(marked((await mentions.ofCard(plan.id)).mentions[0]!.context)).toBe("See «The other plan».");
    expect((await mentions.ofCard(note.id)).mentioned).toMatchObject([{ title: "The other plan" }]);

    const trashed = await items.update(plan.id, renamed.version, { status: "trash" });
    expect((await mentions.ofCard(note.id)).mentioned).toMatchObject([{ status: "trash" }]);
    expect((await mentions.list({})).items).toEqual([]);
    await items.remove(plan.id, trashed.version);
    expect((await mentions.ofCard(note.id)).mentioned).toEqual([{ id: plan.id, gone: true }]);
  });

  it("keep another name of a card where a text says it", async () => {
    const { make, mentions } = await person();
    const ada = await make({ type: "person", title: "Ada Lovelace", data: { aliases: ["Countess"] } });
    const note = await make({ type: "note", body: `The ${referenceTo({ ...ada, title: "Countess" })} wrote.` });
    expect(marked((await mentions.ofCard(ada.id)).mentions[0]!.context)).toBe("The «Countess» wrote.");
    expect((await mentions.ofCard(note.id)).mentioned).toMatchObject([{ aliases: ["Countess"] }]);
  });

  it("are nobody else's: a link to another person's card is one to a card that is not there", async () => {
    const [one, other] = [await person(), await person()];
    const secret = await one.make({ type: "note", title: "Secret" });
    const note = await other.make({ type: "note", title: "Guess", body: referenceTo(secret) });
    expect((await other.mentions.ofCard(note.id)).mentioned).toEqual([{ id: secret.id, gone: true }]);
    expect((await other.mentions.list({})).items).toEqual([]);
    expect((await one.mentions.ofCard(secret.id)).total).toBe(0);
    await expect(other.mentions.ofCard(secret.id)).rejects.toMatchObject({ code: "item_not_found" });
    await expect(other.mentions.unlinked(secret.id)).rejects.toMatchObject({ code: "item_not_found" });
  });

  it("are not found by the address in the text, but by the title", async () => {
    const { make, items } = await person();
    const ada = await make({ type: "person", title: "Ada" });
    await make({ type: "note", title: "Monday", body: `With ${referenceTo({ ...ada, title: "Countess" })}` });
    const titles = async (q: string) => (await items.list({ q })).items.map(({ title }) => title);
    expect(await titles("countess")).toEqual(["Monday"]);
    expect(await titles(ada.id.slice(0, 8))).toEqual([]);
  });

  it("are listed newest first, page by page: all, of me, of people, of other cards", async () => {
    const { make, mentions } = await person({ email: "Ines@Example.org" });
    const me = await make({ type: "person", title: "Ines", data: { email: "ines@example.org" } });
    const ada = await make({ type: "person", title: "Ada" });
    const plan = await make({ type: "note", title: "The plan" });
    const notes: Item[] = [];
    for (const target of [me, ada, plan])
      notes.push(await make({ type: "note", title: `About ${target.title}`, body: referenceTo(target) }));
    const titles = async (of: "all" | "me" | "people" | "cards") =>
      (await mentions.list({ of })).items.map(({ source }) => source.title);
    expect(await titles("all")).toEqual(["About The plan", "About Ada", "About Ines"]);
    expect(await titles("me")).toEqual(["About Ines"]);
    expect(await titles("people")).toEqual(["About Ada", "About Ines"]);
    expect(await titles("cards")).toEqual(["About The plan"]);
    const first = await mentions.list({ limit: 2 });
    expect(first.me).toEqual({ id: me.id, type: "person", title: "Ines" });
    const second = await mentions.list({ limit: 2, cursor: first.nextCursor! });
    expect([...first.items, ...second.items].map(({ source }) => source.id)).toEqual(
      notes.map(({ id }) => id).reverse(),
    );
    expect(second.nextCursor).toBeNull();
    await expect(mentions.list({ cursor: "bm8" })).rejects.toMatchObject({ code: "invalid_cursor" });
  });

  it("of me are none while no card has my address", async () => {
    const { make, mentions } = await person({ email: "new@example.org" });
    const other = await make({ type: "person", title: "Somebody", data: { email: "other@example.org" } });
    await make({ type: "note", body: referenceTo(other) });
    expect(await mentions.list({ of: "me" })).toEqual({ items: [], nextCursor: null, me: null });
  });
});

describe("unlinked mentions", () => {
  it("are names and aliases in other cards' texts, as words, in no link and no code", async () => {
    const { make, mentions } = await person();
    const ada = await make({ type: "person", title: "Ada Lovelace", data: { aliases: ["Countess"] } });
    const texts = [
      "Tea with ada lovelace on Friday. Then rest.",
      "The Countess wrote.",
      "Adagio, lovelaces and countesses",
      `[Ada Lovelace](https://example.org/ada) and \`Ada Lovelace\``,
      `Linked: ${referenceTo(ada)}, and Ada Lovelace again`,
    ];
    for (const [n, body] of texts.entries()) await make({ type: "note", title: `Note ${n}`, body });
    const found = await mentions.unlinked(ada.id);
    expect(found.map(({ source, name, context }) => [source.title, name, marked(context)])).toEqual([
      ["Note 1", "Countess", "The «Countess» wrote."],
      ["Note 0", "ada lovelace", "Tea with «ada lovelace» on Friday."],
    ]);
    const [, first] = found;
    expect(texts[0]!.slice(first!.from, first!.to)).toBe("ada lovelace");
  });

  it("are not looked for by a title that was made from the card's own text, nor by two letters", async () => {
    const { make, mentions } = await person();
    const capture = await make({ body: "Strasbourg" });
    const short = await make({ type: "person", title: "Al" });
    await make({ type: "note", title: "Trip", body: "Strasbourg with Al" });
    expect(await mentions.unlinked(capture.id)).toEqual([]);
    expect(await mentions.unlinked(short.id)).toEqual([]);
  });
});

describe("a person", () => {
  it("is one card for an email address, also when the address is written later", async () => {
    const { make, items } = await person();
    const ada = await make({ type: "person", title: "Ada", data: { email: "ada@example.org" } });
    expect((await make({ type: "person", title: "A. L.", data: { email: "ADA@example.org" } })).id).toBe(ada.id);
    const other = await make({ type: "person", title: "Augusta" });
    await expect(items.update(other.id, other.version, { data: { email: "Ada@Example.org" } })).rejects.toMatchObject({
      code: "duplicate_item",
    });
    await expect(make({ type: "person", title: "B", data: { email: "nobody" } })).rejects.toMatchObject({
      status: 400,
    });
  });

  it("is found by an alias and an address, which its row says", async () => {
    const { make, items } = await person();
    await make({
      type: "person",
      title: "Ada Lovelace",
      body: "Met in Turin",
      data: { email: "ada@example.org", aliases: ["Countess"] },
    });
    for (const q of ["countess", "ada@example.org", "turin"])
      expect((await items.list({ q })).items[0]).toMatchObject({
        type: "person",
        line: "ada@example.org · Countess · Met in Turin",
      });
  });
});

describe("something shared", () => {
  it.each([
    [
      { title: "Row locks", text: "https://queuecraft.dev/locks" },
      { type: "bookmark", title: "Row locks" },
    ],
    [
      { title: "Row locks", url: "https://queuecraft.dev/more", text: "Read it" },
      { type: "bookmark", body: "Read it" },
    ],
    [{ text: "[] call Ada" }, { type: "task", title: "call Ada" }],
    [
      { text: "Ada Lovelace <ada@example.org>\nFrom Turin" },
      { type: "person", title: "Ada Lovelace", body: "From Turin" },
    ],
    [{ title: "A thought" }, { type: "note", body: "A thought" }],
    [
      { text: "", url: "geo:48.58,7.75" },
      { type: "note", body: "geo:48.58,7.75" },
    ],
  ])("is handled by the type that is surest of it: %j [items.share]", async (share, card) => {
    const { mentions } = await person();
    expect(await mentions.share(share, randomUUID())).toMatchObject(card);
  });

  it("twice with one key is one card, and nothing is refused with a sentence [items.share]", async () => {
    const { mentions, items } = await person();
    const key = randomUUID();
    const first = await mentions.share({ text: "Once" }, key);
    expect((await mentions.share({ text: "Once" }, key)).id).toBe(first.id);
    expect((await items.list({})).total).toBe(1);
    await expect(mentions.share({ text: " " }, randomUUID())).rejects.toMatchObject({ code: "empty_capture" });
  });
});
