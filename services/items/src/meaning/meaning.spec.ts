import { randomUUID } from "node:crypto";
import { searchClient } from "@tessera/contracts-items/search/client.ts";
import type { SearchQuery } from "@tessera/contracts-items/search/search.ts";
import { until } from "@tessera/testing/until.ts";
import { sql } from "drizzle-orm";
import { z } from "zod";
import { type ItemsWorld, startItems } from "../testing/items-world.ts";
import { definePlugin } from "../types/plugin.ts";
import { EmbedCards } from "./embed-cards.ts";
import { MeaningModel } from "./meaning-model.ts";

const data = z.record(z.string(), z.unknown());
const recipe = definePlugin({
  definition: { type: "recipe", label: "Recipe", newMenuItem: { label: "New recipe" } },
  data,
  embeddingFields: ["data.dish"],
});
const poem = definePlugin({
  definition: { type: "poem", label: "Poem", newMenuItem: { label: "New poem" } },
  data,
  getEmbeddingsContent: ({ title }) => `A poem about ${title}`,
});
const secret = definePlugin({
  definition: { type: "secret", label: "Secret", newMenuItem: { label: "New secret" } },
  data,
  excludeFromProcessing: true,
});
const types = [recipe, poem, secret].map((plugin) => ({
  name: plugin.definition.type,
  load: async () => ({ default: plugin }),
}));

let world: ItemsWorld;
beforeAll(async () => {
  world = await startItems({ types, environment: { EMBEDDINGS: "on", RATE_LIMIT_FACTOR: "0" } });
});
afterAll(() => world.stop());

/** Embeds all cards, also those that a job of the service has taken up. */
async function embedAll(): Promise<void> {
  await world.application.nest.get(EmbedCards).embedAll();
  await world.jobsIdle();
}
const key = () => randomUUID();

async function person() {
  const userId = randomUUID();
  const { items, token } = await world.person({ userId });
  const client = searchClient(world.client(token));
  /** Asked until the model has answered in time. */
  const search = async (q: string, more: Partial<SearchQuery> = {}) => {
    for (;;) {
      const page = await client.search({ q, ...more });
      if (page.meaning !== "late") return page;
    }
  };
  const found = async (q: string) => (await search(q)).items.map(({ title }) => title);
  return { userId, items, search, found, facets: client.facets };
}
const vectorsOf = async (id: string) => {
  const { rows } = await world.database.system((tx) =>
    tx.execute<{ part: number; written: string; bytes: number | null }>(
      sql`select part, written::text, length(vector) as bytes from items.embedding where item_id = ${id} order by part`,
    ),
  );
  return rows;
};

it("works out the vectors that the model's authors did", async () => {
  const [vector] = await world.application.nest.get(MeaningModel).embed(["How do I reset my password?"], "");
  // By @energetic-ai/embeddings 0.2.0 on TensorFlow.js.
  const theirs = [-0.048459, -0.054573, 0.040226, -0.053938, 0.054374, -0.05447, 0.053996, 0.01416];
  const scale = theirs[1]! / vector![1]!;
  for (const [at, number] of theirs.entries()) expect(Math.abs(vector![at]! * scale - number)).toBeLessThan(0.001);
});

it("finds cards by what they mean, marks and counts them, within what else is asked for [items.embeddings]", async () => {
  const me = await person();
  const kitten = await me.items.create({ type: "note", title: "A kitten was lying on the rug", tags: ["pets"] }, key());
  await me.items.create({ type: "task", title: "Buy stamps for the letters", body: "at the post office" }, key());
  await embedAll();
  const page = await me.search("cat asleep on a carpet");
  expect(page).toMatchObject({ total: 1, meaning: "searched", corrected: [] });
  expect(page.items).toMatchObject([{ id: kitten.id, match: "meaning" }]);
  expect(await me.facets({ q: "cat asleep on a carpet" })).toMatchObject({
    counted: 1,
    tag: [{ value: "pets", count: 1 }],
  });
  for (const sort of ["created", "title"] as const)
    expect(await me.search("cat asleep on a carpet", { sort })).toMatchObject({
      total: 1,
      items: [{ id: kitten.id, match: "meaning" }],
    });
  expect(await me.found("cat asleep on a carpet tag:pets")).toHaveLength(1);
  expect(await me.found("cat asleep on a carpet type:task")).toEqual([]);
  expect(await me.found("cat asleep on a carpet -tag:pets")).toEqual([]);
  const [exact] = (await me.search("kitten on the rug")).items;
  expect(exact).toMatchObject({ id: kitten.id });
  expect(exact).not.toHaveProperty("match");
  expect(await (await person()).found("cat asleep on a carpet")).toEqual([]);
  await me.items.remove(kitten.id, kitten.version);
  expect(await me.found("cat asleep on a carpet")).toEqual([]);
  expect(await vectorsOf(kitten.id)).toHaveLength(1);
  await me.items.remove(kitten.id, kitten.version + 1);
  expect(await vectorsOf(kitten.id)).toEqual([]);
});

it.each([
  "carpet",
  '"cat asleep" carpet',
  "cat or carpet",
  "cat carpet -dog",
  "tag:pets is:unread",
  "title:cat title:rug",
])("looks for words alone by %j, as before", async (q) => {
  const me = await person();
  expect(await me.search(q)).toMatchObject({ meaning: "not-asked", total: 0 });
});

it("still finds what was probably meant by a mistyped word", async () => {
  const me = await person();
  await me.items.create({ type: "note", title: "The lighthouse keeper" }, key());
  await embedAll();
  const page = await me.search("lihgthouse keeper");
  expect(page).toMatchObject({ corrected: [{ from: "lihgthouse", to: "lighthouse" }], total: 1 });
  expect(page.items[0]).not.toHaveProperty("match");
});

it("embeds what the type names, part by part, and nothing of a type that is excluded [items.server-plugin] [items.exclude]", async () => {
  const me = await person();
  const soup = {
    type: "recipe",
    title: "Untitled 7",
    body: "Taxes are due in May",
    data: { dish: "Soup of tomatoes" },
  };
  await me.items.create(soup, key());
  await me.items.create({ type: "poem", title: "the ocean" }, key());
  const hidden = await me.items.create({ type: "secret", title: "A boat sails over the sea" }, key());
  const long = await me.items.create({ type: "note", body: "A walk through the old town. ".repeat(60) }, key());
  await embedAll();
  expect(await me.found("vegetable broth for dinner")).toEqual(["Untitled 7"]);
  expect(await me.found("when to pay the revenue office")).not.toContain("Untitled 7");
  expect(await me.found("verses on the sea")).toContain("the ocean");
  expect(await vectorsOf(hidden.id)).toEqual([]);
  expect((await me.items.get(hidden.id)).processing).toEqual({});
  expect((await vectorsOf(long.id)).map(({ part, bytes }) => [part, bytes])).toEqual(
    [0, 1, 2, 3, 4].map((part) => [part, 512]),
  );
});

it("follows a card's text, and lets its other changes be", async () => {
  const me = await person();
  const card = await me.items.create({ type: "task", title: "Water the plants" }, key());
  await embedAll();
  const [before] = await vectorsOf(card.id);
  const done = await me.items.update(card.id, card.version, { data: { done: true }, tags: ["garden"] });
  await embedAll();
  expect(await vectorsOf(card.id)).toEqual([before]);
  expect(await me.found("give the flowers something to drink")).toEqual(["Water the plants"]);
  await me.items.update(card.id, done.version, { title: "Renew the passport" });
  await embedAll();
  expect(await vectorsOf(card.id)).not.toEqual([before]);
  expect(await me.found("give the flowers something to drink")).toEqual([]);
  expect(await me.found("get new travel documents")).toEqual(["Renew the passport"]);
});

it("embeds what is captured soon after on its own, and says so on the card", async () => {
  const me = await person();
  const { id } = await me.items.create({ type: "note", title: "Fresh bread from the bakery" }, key());
  const step = async () => (await me.items.get(id)).processing.embedding;
  // It is taken up a second later at the earliest.
  expect(await step()).toEqual({ state: "pending" });
  const settled = async () => (await step())?.state === "success";
  await until("the card to be embedded", settled, { limitMs: 60_000 });
  expect((await me.items.get(id)).version).toBe(1);
});

it("gives up a card whose text ended its process three times, says why, and tries again when asked", async () => {
  const me = await person();
  const { id } = await me.items.create({ type: "note", title: "Poison" }, key());
  await embedAll();
  await world.database.system((tx) =>
    tx.execute(sql`update items.embedding_state set waiting = true, attempts = 3, text_hash = null,
      taken_until = now() - interval '1 second' where item_id = ${id}`),
  );
  await embedAll();
  const reason = "The content could not be read: reading it ended unexpectedly";
  expect((await me.items.get(id)).processing.embedding).toEqual({ state: "failure", reason });
  expect((await me.items.reprocess(id, "embedding")).processing.embedding).toEqual({ state: "pending" });
  await embedAll();
  expect((await me.items.get(id)).processing.embedding).toEqual({ state: "success" });
});

it("is metered, once a day and card, and new cards wait at the limit until there is room", async () => {
  const me = await person();
  const query = async <R extends Record<string, unknown>>(statement: ReturnType<typeof sql>) =>
    (await world.database.system((tx) => tx.execute<R>(statement))).rows;
  const metered = () =>
    query(sql`select quantity::int, card_id from kit.usage
    where user_id = ${me.userId} and meter = 'embeddings' order by at`);
  const first = await me.items.create({ type: "note", title: "A lighthouse keeper", body: "by the sea" }, key());
  const embedded = async (id: string) => {
    await embedAll();
    return (await query(sql`select 1 from items.embedding_state where item_id = ${id} and not waiting`)).length > 0;
  };
  await until("the first card is embedded", () => embedded(first.id));
  const { length } = await vectorsOf(first.id);
  expect(await metered()).toEqual([{ quantity: length, card_id: first.id }]);
  await me.items.update(first.id, first.version, { body: "far from the sea" });
  await until("its change is embedded", () => embedded(first.id));
  expect(await metered()).toHaveLength(1);

  await query(sql`insert into kit.usage_standing (user_id, meter, month, used, stop_at)
    values (${me.userId}, 'embeddings', date_trunc('month', ${world.clock.now().toISOString()}::timestamptz at time zone 'UTC'), 0, ${length})`);
  const second = await me.items.create({ type: "note", title: "A kitten on the rug" }, key());
  const isLeft = async () => {
    await embedAll();
    return (
      (
        await query(sql`select 1 from items.embedding_state where item_id = ${second.id} and waiting
      and attempts = 0 and taken_until > now() + interval '30 minutes'`)
      ).length > 0
    );
  };
  await until("the second card waits", isLeft);
  expect([await vectorsOf(second.id), await metered()]).toEqual([[], [{ quantity: length, card_id: first.id }]]);
  expect(await me.found("kitten")).toEqual(["A kitten on the rug"]);
  const step = async () => (await me.items.get(second.id)).processing.embedding;
  const reason = expect.stringContaining("The embeddings of this month are used.");
  expect(await step()).toEqual({ state: "failure", reason });

  await query(sql`update kit.usage_standing set stop_at = 1000 where user_id = ${me.userId}`);
  await query(sql`update items.embedding_state set taken_until = now() where item_id = ${second.id}`);
  await until("the second card is embedded", () => embedded(second.id));
  expect(await step()).toEqual({ state: "success" });
  expect(await metered()).toHaveLength(2);
});

it("looks for words alone, and says so, when the model fails", async () => {
  const me = await person();
  await me.items.create({ type: "note", title: "A kitten on the rug" }, key());
  await embedAll();
  world.application.nest.get(MeaningModel).onModuleDestroy();
  expect(await me.search("kitten rug")).toMatchObject({ meaning: "unavailable", total: 1 });
  expect(await me.search("cat asleep on a carpet")).toMatchObject({ meaning: "unavailable", total: 0 });
});
