import { languageOf, TEXT_LANGUAGES } from "./text-language.ts";

it.each([
  ["The cat sat on the mat and it was happy with the house", "en"],
  ["Der Hund ist nicht in dem Haus und die Katze schläft auf dem Sofa", "de"],
  ["Le chat est sur la table et les enfants sont dans le jardin", "fr"],
  ["El perro y los gatos que viven en la casa son del vecino", "es"],
  ["Jag har inte sett katten som är på taket och det är för sent", "sv"],
  ["Hunden er ikke i huset, og jeg har af og til set den på gaden", "da"],
  ["Kedi bir evde ve köpek için bu çok küçük", "tr"],
  ["Кошка сидит на столе", "ru"],
  ["Кішка сидить на столі, і їй тепло", "uk"],
  ["猫はテーブルの上にいます。Kubernetes", "ja"],
  ["Η γάτα είναι στο τραπέζι", "el"],
  ["He wrote to Дмитрий, and it was the last that was heard of it", "en"],
  ["Kubernetes Docker PostgreSQL", undefined],
  ["A queue keeps what came first. A stack keeps what came last.", undefined],
  ["to do, to buy, to let", undefined],
  ["12.40 EUR — 2026-11-28", undefined],
  ["", undefined],
])("takes %j for %s", (text, language) => {
  expect(languageOf(text)).toBe(language);
});

it("reads the beginning of a text alone, and names languages that have a name", () => {
  expect(languageOf(`${"Le chat est sur la table. ".repeat(200)}${"The dog is in the house. ".repeat(2000)}`)).toBe(
    "fr",
  );
  const names = new Intl.DisplayNames("en", { type: "language" });
  for (const language of TEXT_LANGUAGES) expect(names.of(language)).not.toBe(language);
});
