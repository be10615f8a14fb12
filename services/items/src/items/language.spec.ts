import { randomUUID } from "node:crypto";
import { type ItemsWorld, startItems } from "../testing/items-world.ts";
import { refusal } from "../testing/refusal.ts";

let world: ItemsWorld;
beforeAll(async () => {
  world = await startItems({ environment: { RATE_LIMIT_FACTOR: "0", EMBEDDINGS: "off" } });
});
afterAll(() => world.stop());

const GERMAN = "Der Hund ist nicht in dem Haus, und die Katze schläft auf dem Sofa.";
const FRENCH = "Le chat est sur la table et les enfants sont dans le jardin.";
const key = () => randomUUID();

it("is what its words say, whenever they change, and a step that is done says it", async () => {
  const { items } = await world.person();
  const made = await items.create({ type: "note", title: "Tiere", body: GERMAN }, key());
  expect(made).toMatchObject({ language: "de", languageBy: "text", processing: { language: { state: "success" } } });
  const changed = await items.update(made.id, made.version, { body: FRENCH });
  expect(changed).toMatchObject({ language: "fr", languageBy: "text" });
  const tagged = await items.update(made.id, changed.version, { tags: ["animals"] });
  expect(tagged).toMatchObject({ language: "fr" });
  const unclear = await items.update(made.id, tagged.version, { title: "Kubernetes", body: "12.40 EUR" });
  expect(unclear).not.toHaveProperty("language");
  expect(unclear.processing).not.toHaveProperty("language");
  const code = await items.create({ type: "snippet", title: "x", body: `// ${GERMAN}` }, key());
  expect(code).not.toHaveProperty("language");
});

it("is what a person says, until they leave it to its words again", async () => {
  const { items } = await world.person();
  const made = await items.create({ type: "note", title: "Tiere", body: GERMAN }, key());
  const said = await items.update(made.id, made.version, { language: "nl" });
  expect(said).toMatchObject({ language: "nl", languageBy: "person", version: made.version + 1 });
  const changed = await items.update(made.id, said.version, { body: FRENCH });
  expect(changed).toMatchObject({ language: "nl", languageBy: "person" });
  expect(await items.update(made.id, changed.version, { language: null })).toMatchObject({
    ...{ language: "fr", languageBy: "text", body: FRENCH },
  });
  await items.update(made.id, changed.version + 1, { language: "nl" });
  expect(await items.reprocess(made.id, "language")).toMatchObject({ language: "fr", languageBy: "text" });
  const refused = await refusal(items.update(made.id, changed.version + 2, { language: "Klingon" }));
  expect(refused).toMatchObject({ status: 400 });
});
