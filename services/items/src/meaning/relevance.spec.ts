/** How well answers rank; src/meaning/meaning.spec.ts stores and finds. @databases one @run all */
import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { searchClient } from "@tessera/contracts-items/search/client.ts";
import { parseSearch, type SearchNode, termsOf } from "@tessera/contracts-items/search/language.ts";
import { compileSearch } from "../search/compile-search.ts";
import type { Reader } from "../search/highlight.ts";
import { rankMatches } from "../search/search.store.ts";
import { type ItemsWorld, startItems } from "../testing/items-world.ts";
import { EmbedCards } from "./embed-cards.ts";
import { KnownVectors } from "./known-vectors.ts";
import { MeaningModel } from "./meaning-model.ts";

const read = async <T>(name: string): Promise<T> =>
  JSON.parse(await readFile(path.join(import.meta.dirname, "../testing/fixtures/labelled", name), "utf8"));

let world: ItemsWorld;
let reader: Reader;
let search: ReturnType<typeof searchClient>;
const userId = randomUUID();
const titles = new Map<string, string>();

beforeAll(async () => {
  world = await startItems({ environment: { EMBEDDINGS: "on", RATE_LIMIT_FACTOR: "0" } });
  const { items, token } = await world.person({ userId });
  search = searchClient(world.client(token));
  for (const card of await read<{ title: string; body: string }[]>("cards.json"))
    titles.set((await items.create({ type: "note", ...card }, randomUUID())).id, card.title);
  await world.application.nest.get(EmbedCards).embedAll();
  await world.jobsIdle();
  const database = world.database.of("items");
  reader = { execute: database.read.bind(database, { userId }) as Reader["execute"] };
}, 240_000);
afterAll(() => world.stop());

/** Cards that have all of the words, ranked as without meanings. */
async function byWords(node: SearchNode): Promise<string[]> {
  const compiled = compileSearch(node, { now: new Date(), zone: "UTC", family: (type) => [type], languages: [] });
  if (!compiled?.words) return [];
  return (await rankMatches(reader, userId, { ...compiled, words: compiled.words })).map(({ id }) => id);
}

/** Cards whose meaning is nearest. */
async function byMeaning(q: string): Promise<string[]> {
  const [vector] = await world.application.nest.get(MeaningModel).embed([q], userId);
  const cosines = await new KnownVectors().compare(reader, userId, vector!);
  return [...cosines]
    .filter(([, cosine]) => cosine >= 0.25)
    .sort(([, a], [, b]) => b - a)
    .map(([id]) => id);
}

/** Reciprocal rank fusion, which the service does not use. */
function fused(lists: string[][]): string[] {
  const ranks = new Map<string, number>();
  for (const list of lists) for (const [at, id] of list.entries()) ranks.set(id, (ranks.get(id) ?? 0) + 1 / (61 + at));
  return [...ranks].sort(([, a], [, b]) => b - a).map(([id]) => id);
}

async function both(q: string): Promise<string[]> {
  let page = await search.search({ q });
  // The model may have to give way to others on a busy machine.
  while (page.meaning === "late") page = await search.search({ q });
  return page.items.map(({ id }) => id);
}

/** Gain of the first ten against the best order, and one over the place of the first right one. */
function figures(list: string[], found: string[]): { nDCG: number; MRR: number } {
  const hits = list.map((id) => found.includes(titles.get(id)!));
  const gain = (marks: boolean[]) =>
    marks.slice(0, 10).reduce((sum, hit, at) => sum + (hit ? 1 / Math.log2(at + 2) : 0), 0);
  const first = hits.indexOf(true);
  return { nDCG: gain(hits) / gain(found.map(() => true)), MRR: first < 0 ? 0 : 1 / (first + 1) };
}

it("ranks words and meaning together better than either, and than reciprocal ranks; decision 013 [items.embeddings]", async () => {
  const ways: Record<string, (q: string, node: SearchNode) => Promise<string[]>> = {
    words: (_, node) => byWords(node),
    meaning: byMeaning,
    "reciprocal ranks": async (q, node) => fused([await byWords(node), await byMeaning(q)]),
    both,
  };
  const queries = await read<{ q: string; found: string[] }[]>("queries.json");
  const mean: Record<string, { nDCG: number; MRR: number; cards: number }> = {};
  for (const [way, list] of Object.entries(ways)) {
    const sum = { nDCG: 0, MRR: 0, cards: 0 };
    for (const { q, found } of queries) {
      const { node } = parseSearch(q);
      expect(termsOf(node!).length).toBeGreaterThan(0);
      const ids = await list(q, node!);
      const { nDCG, MRR } = figures(ids, found);
      sum.nDCG += nDCG / queries.length;
      sum.MRR += MRR / queries.length;
      sum.cards += ids.length / queries.length;
    }
    mean[way] = { nDCG: Number(sum.nDCG.toFixed(2)), MRR: Number(sum.MRR.toFixed(2)), cards: Math.round(sum.cards) };
  }
  if (process.env.FIGURES) process.stdout.write(`${JSON.stringify(mean, null, 1)}\n`);
  expect(queries.length).toBeGreaterThanOrEqual(30);
  expect(mean.both!.nDCG).toBeGreaterThan(3 * mean.words!.nDCG);
  expect(mean.both!.nDCG).toBeGreaterThanOrEqual(mean.meaning!.nDCG);
  expect(mean.both!.MRR).toBeGreaterThan(mean["reciprocal ranks"]!.MRR);
  expect(mean.both!.cards).toBeLessThan(mean["reciprocal ranks"]!.cards);
}, 240_000);
