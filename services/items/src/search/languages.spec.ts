import { randomUUID } from "node:crypto";
import { searchClient } from "@tessera/contracts-items/search/client.ts";
import { sql } from "drizzle-orm";
import { addAttachments } from "../items/item.store.ts";
import { type ItemsWorld, startItems } from "../testing/items-world.ts";
import { languagesOf } from "./languages.ts";
import { StaleWords } from "./stale-words.ts";

let world: ItemsWorld;
beforeAll(async () => {
  world = await startItems({ environment: { RATE_LIMIT_FACTOR: "0", EMBEDDINGS: "off" } });
});
afterAll(() => world.stop());

const GERMAN = "Der Rabe sitzt auf dem Ast, und das ist nicht zu hören.";

async function someone() {
  const userId = randomUUID();
  const { items, token } = await world.person({ userId });
  const { search } = searchClient(world.client(token));
  return {
    ...{ userId, items },
    create: (card: { title: string; body?: string; tags?: string[] }) =>
      items.create({ type: "note", body: "", ...card }, randomUUID()),
    found: async (q: string) => {
      const titles = (await items.list({ q, sort: "title" })).items.map(({ title }) => title);
      // What is found by another word instead is not found by its stems.
      const page = await search({ q, sort: "title" });
      expect(page.corrected.length ? [] : page.items.map(({ title }) => title)).toEqual(titles);
      return titles;
    },
    languages: () =>
      world.database.of("items").as({ userId }, (tx) => languagesOf({ execute: tx.execute.bind(tx) as never }, userId)),
  };
}

it("asks for the stems of the three languages that most cards are in, for none of English ones", async () => {
  const { create, languages, items } = await someone();
  await create({ title: "A cat", body: "The cat sat on the mat and it was happy with the house." });
  await create({ title: "Кошка", body: "Кошка сидит на столе" });
  expect(await languages()).toEqual([]);
  const sitting = await Promise.all(
    ["sv", "de", "fr", "fr", "de", "es", "es"].map(async (language) => {
      const { id, version } = await create({ title: "Uno" });
      return items.update(id, version, { language });
    }),
  );
  expect(await languages()).toEqual(["de", "es", "fr"]);
  await items.update(sitting[1]!.id, sitting[1]!.version, { language: "sv" });
  expect(await languages()).toEqual(["es", "fr", "sv"]);
  await world.database.system((tx) => tx.execute(sql`delete from items.item where language in ('es', 'fr')`));
  expect(await languages()).toEqual(["sv", "de"]);
});

it("finds a card by the stems of the language that a person says, until they say another", async () => {
  const { userId, items, create, found } = await someone();
  await create({ title: "Rabe", body: GERMAN });
  const { id, version } = await create({ title: "Neue Häuser", tags: ["Kinder"] });
  const file = { name: "Männer.zip", mediaType: "application/zip", bytes: 1, fileKey: randomUUID() };
  await world.database.of("items").as({ userId }, (tx) => addAttachments(tx, userId, id, [file]));
  const inflections = ["hauses", "kindern", "mannes"];
  const index = () => world.application.nest.get(StaleWords).index();

  const english = await items.update(id, version, { language: "en" });
  expect(await found("hauses")).toEqual([]);
  await index();
  for (const q of inflections) expect(await found(q)).toEqual([]);
  const german = await items.update(id, english.version, { language: "de" });
  expect(await found("hauses")).toEqual(["Neue Häuser"]);
  await index();
  for (const q of inflections) expect(await found(q)).toEqual(["Neue Häuser"]);
  await items.update(id, german.version, { tags: ["Bücher"] });
  expect(await found("buches")).toEqual(["Neue Häuser"]);
});

it("takes a card that does not say its language for one of the language of most cards", async () => {
  const { create, found } = await someone();
  await create({ title: "Rabe", body: GERMAN });
  expect(await create({ title: "Neue Häuser" })).not.toHaveProperty("language");
  expect(await found("hauses")).toEqual(["Neue Häuser"]);
});

it("marks the forms that it finds", async () => {
  const { items, create } = await someone();
  await create({ title: "Drei Häuser", body: GERMAN });
  const [card] = (await items.list({ q: "hauses" })).items;
  expect(card!.highlight!.title).toBe("Drei \u0002Häuser\u0003");
});

it("finds what a version before has stored, once its language is found and it is indexed again", async () => {
  const { items, create, found } = await someone();
  const { id, version, updatedAt } = await create({ title: "Drei Häuser", body: GERMAN });
  const { id: english } = await create({ title: "A mat", body: "The cat sat on the mat and it was happy with it." });
  const before = sql`language = null, unstemmed = default`;
  await world.database.system((tx) =>
    tx.execute(sql`update items.item set ${before}, search = items.lexemes('drei hauser') where id = ${id}`),
  );
  await world.database.system((tx) => tx.execute(sql`update items.item set ${before} where id = ${english}`));
  expect(await found("hauses")).toEqual([]);
  await world.application.nest.get(StaleWords).index();
  expect(await found("hauses")).toEqual(["Drei Häuser"]);
  expect(await found("mats")).toEqual(["A mat"]);
  expect(await items.get(id)).toMatchObject({ version, updatedAt, language: "de" });
  expect(await items.get(english)).toMatchObject({ language: "en" });
});
