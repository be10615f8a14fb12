import { isCommon } from "./common-words.ts";
import { replacements, vocabularyOf } from "./replace-heard.ts";
import { OTHER_NAMES, termsWith } from "./testing/vocabulary.ts";

const NAMES = [
  ...["Digium", "IAX", "PBX", "Dashwood", "Inter-Asterisk", "Kowalski", "Tessera", "Szymborska", "Matteo", "Kaufland"],
  ...["Wilhelmina", "Dragomir", "Siobhan", "Klarna", "Kohl", "Marc", "Ada Lovelace", "Wien"],
];
const vocabulary = vocabularyOf(termsWith(...NAMES));

/** Words with how sure the recogniser was behind a slash; of those without, it was sure. */
const heard = (sentence: string) =>
  sentence.split(" ").map((word) => {
    const [text = "", sure] = word.split("/");
    return { text, confidence: sure ? Number(sure) : 0.9 };
  });
const changed = (sentence: string, known = vocabulary) =>
  replacements(heard(sentence), known).map(({ heard, text }) => `${heard} → ${text}`);

// What Moonshine tiny heard of recorded and of synthetic speech, with its confidence.
test.each([
  ["a demonstration server at DigiM./0.13", "DigiM → Digium."],
  ["disconnect from the Pbx.", "Pbx → PBX."],
  ["Please call Tesser-up/0.10 out to", "Tesser-up → Tessera"],
  ["We should ask Shamboska/0.24 when/0.41", "Shamboska → Szymborska"],
  ["Please call Mateo/0.39 about", "Mateo → Matteo"],
  ["I met Mateo/0.20 at", "Mateo → Matteo"],
  ["We saw/0.31 nice/0.27 carflund/0.22 wenner/0.12", "carflund → Kaufland"],
  ["Please call Carfland/0.30 about/0.30", "Carfland → Kaufland"],
  ["I met Willfil/0.23 Mina/0.27 at/0.50", "Willfil Mina → Wilhelmina"],
  ["hosted at digi/0.3 um,/0.3 they say", "digi um → Digium,"],
  ["I met Dragomi/0.45 a/0.22 rattler/0.25", "Dragomi → Dragomir"],
])("“%s” is heard right", (sentence, wanted) => expect(changed(sentence)).toEqual([wanted]));

test.each([
  ...["Please call me about the invoice tomorrow.", "Mark my words, the coal is cold.", "We went to the asterisk."],
  // Near a name, and a word of every day, however unsure.
  ...["I will mark/0.2 it", "a call/0.3 at noon", "Please call dashboard/0.35 about", "The when/0.2 and the wine/0.3"],
  // Other names, heard well.
  ...["Moran came with Hernan.", "Dashiell and Marcus know Kowalczyk.", "Fernandez wrote to Eriksen.", "Matt is here."],
  // Numbers, and words that are too short to be told apart.
  ...["Call 3000/0.09 or 10k/0.20 now", "Um/0.2 er/0.1 Ax/0.2 eh/0.1"],
  // What stands well between unsure words keeps them apart.
  ...["Wil/0.2 hell Mina/0.2", "the digi,/0.3 um/0.3"],
  ...["I meant/0.36 that/0.50 I'm going/0.42 to have/0.37 to go/0.40 conference/0.36 last week."],
])("“%s” stays as it is", (sentence) => expect(changed(sentence)).toEqual([]));

test("terms in a text that was heard right are left alone, with what stands around them", () => {
  expect(changed("“Digium’s server,” said Kowalski, (Wilhelmina) and Ada Lovelace.")).toEqual([]);
  expect(changed("“DigiM's/0.13 server”")).toEqual(["DigiM → “Digium's"]);
});

test("two terms that sound as near as each other are not guessed between", () => {
  const twins = vocabularyOf(["Meier", "Mayer"].map((term) => ({ term, soundsLike: [] })));
  expect(changed("Ask Meyar/0.2 now", twins)).toEqual([]);
  expect(changed("Ask Meyar/0.2 now", vocabularyOf([{ term: "Mayer", soundsLike: [] }]))).toHaveLength(1);
});

test("what the person says a term sounds like stands for it, also in everyday words, but no single one of them", () => {
  const known = vocabularyOf([
    { term: "Nguyen", soundsLike: ["no young", "win"] },
    { term: "Sean Oisin", soundsLike: ["shorn oh sheen"] },
  ]);
  expect(changed("We should ask no young today and win.", known)).toEqual(["no young → Nguyen"]);
  expect(changed("Did shorn oh sheen call?", known)).toEqual(["shorn oh sheen → Sean Oisin"]);
  expect(changed("A nose that is young", known)).toEqual([]);
  // A term is no spelling in several everyday words that were heard well.
  expect(changed("In may weather is nice", vocabularyOf([{ term: "Mayweather", soundsLike: [] }]))).toEqual([]);
});

test("everyday words are known in their forms, and names are none", () => {
  for (const word of [
    "the",
    "Invoices",
    "doesn't",
    "you'll",
    "Monday's",
    "well-known",
    "organised",
    "organized",
    "5th",
  ])
    expect([word, isCommon(word)]).toEqual([word, true]);
  for (const word of ["Digium", "Kowalski", "Shamboska", "Pbx"]) expect([word, isCommon(word)]).toEqual([word, false]);
  expect(OTHER_NAMES.length).toBeGreaterThanOrEqual(500);
});
