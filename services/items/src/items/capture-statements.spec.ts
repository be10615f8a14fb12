import { randomUUID } from "node:crypto";
import { type ItemsWorld, startItems } from "../testing/items-world.ts";

let world: ItemsWorld;
beforeAll(async () => {
  world = await startItems();
});
afterAll(() => world.stop());

/** Most round trips to the database that a capture may take. */
const MAX_ROUND_TRIPS = 5;

type Query = (...all: unknown[]) => unknown;

/** Round trips of every lease and every lone query while `work` runs, a list for each. */
async function roundTrips(work: () => Promise<unknown>): Promise<string[][]> {
  const { pool } = world.database;
  const found: string[][] = [];
  const textOf = (query: unknown) => (typeof query === "string" ? query : (query as { text: string }).text);
  const [connect, query] = [pool.connect.bind(pool) as Query, pool.query.bind(pool) as Query];
  Object.assign(pool, {
    connect: async (...callback: unknown[]) => {
      // node-postgres's own way to a lone query.
      if (callback.length) return connect(...callback);
      const client = (await connect()) as { query: Query };
      const statements: string[] = [];
      found.push(statements);
      const own = client.query.bind(client);
      return Object.create(client, {
        query: {
          value: (...all: unknown[]) => {
            statements.push(textOf(all[0]));
            return own(...all);
          },
        },
      });
    },
    query: (...all: unknown[]) => {
      found.push([textOf(all[0])]);
      return query(...all);
    },
  });
  try {
    await work();
  } finally {
    Reflect.deleteProperty(pool, "connect");
    Reflect.deleteProperty(pool, "query");
  }
  return found;
}

it.each([null, 100])("a capture takes few round trips, with a limit of cards of %s", async (cardLimit) => {
  world.billing.cardLimit = cardLimit;
  const { items } = await world.person();
  await items.create({ type: "note", body: "the first also takes the welcome out of the queue" }, randomUUID());
  const all = await roundTrips(() => items.create({ type: "note", body: "the second" }, randomUUID()));
  // Not those of jobs that run meanwhile: the capture's transaction keeps its answer.
  const counted = all.filter((statements) => statements.some((text) => /kit\.answer|kit\.rate_limit/.test(text)));
  expect(counted.flat().length).toBeGreaterThan(2);
  expect(counted.flat().length).toBeLessThanOrEqual(MAX_ROUND_TRIPS);
  expect(counted.flat().filter((text) => /^\s*(insert into|delete from) items\.content/.test(text))).toEqual([]);
});

it("a list, a search for known words and an item take one round trip, a change two", async () => {
  world.billing.cardLimit = null;
  const { items } = await world.person();
  const { id } = await items.create({ type: "note", title: "Lighthouse keepers", body: "on islands" }, randomUUID());
  await items.list({ q: "lighthouse keep" });
  const trips = async (work: () => Promise<unknown>) =>
    (await roundTrips(work)).filter((texts) => texts.some((text) => /items\.(item|find)|tsvector/.test(text))).flat();
  expect(await trips(() => items.list({}))).toHaveLength(1);
  expect(await trips(() => items.list({ q: "lighthouse keep" }))).toHaveLength(1);
  expect(await trips(() => items.get(id))).toHaveLength(1);
  const changed = await trips(async () => {
    const { title, version } = await items.update(id, 1, { title: "Lighthouses" });
    expect([title, version]).toEqual(["Lighthouses", 2]);
  });
  expect(changed).toHaveLength(2);
});
