import { randomUUID } from "node:crypto";
import { searchClient } from "@tessera/contracts-items/search/client.ts";
import { sql } from "drizzle-orm";
import { uploader } from "../files/testing/upload.ts";
import { addAttachments } from "../items/item.store.ts";
import { type ItemsWorld, startItems } from "../testing/items-world.ts";
import {
  CARDS,
  FILE,
  INFLECTIONS,
  type LabelledCard,
  type LabelledSearch,
  SEARCHES,
} from "../testing/labelled-searches.ts";

let world: ItemsWorld;
type Find = Record<"lists" | "search", (q: string) => Promise<string[]>>;
let found: Find;
beforeAll(async () => {
  world = await startItems({ environment: { RATE_LIMIT_FACTOR: "0", EMBEDDINGS: "off" } });
  const { uploaded, ...person } = await uploader(world);
  found = await keep(person, CARDS);
  const file = await uploaded(FILE.name, FILE.text);
  await person.items.update(file.id, file.version, { title: FILE.name });
});
afterAll(() => world.stop());

type Person = Pick<Awaited<ReturnType<typeof uploader>>, "items" | "token" | "userId">;

async function keep({ items, token, userId }: Person, cards: LabelledCard[]): Promise<Find> {
  const search = searchClient(world.client(token));
  const titles = (page: { items: { title: string }[]; total: number }) => {
    expect(page.total).toBe(page.items.length);
    return page.items.map(({ title }) => title);
  };
  await Promise.all(cards.map((card) => store(card)));
  return {
    lists: async (q) => titles(await items.list({ q, sort: "title" })),
    search: async (q) => titles(await search.search({ q, sort: "title" })),
  };

  async function store({ files, stored, type = "note", ...card }: LabelledCard): Promise<void> {
    const { id } = await items.create({ type, ...card }, randomUUID());
    if (files) {
      const added = files.map((name) => ({ name, mediaType: "application/zip", bytes: 1, fileKey: randomUUID() }));
      await world.database.of("items").as({ userId }, (tx) => addAttachments(tx, userId, id, added));
    }
    if (stored)
      await world.database.system((tx) =>
        tx.execute(sql`update items.item set created_at = coalesce(${stored.createdAt ?? null}::timestamptz, created_at),
          type = coalesce(${stored.type ?? null}, type), unread = coalesce(${stored.unread ?? null}, unread),
          data = coalesce(${stored.data ? JSON.stringify(stored.data) : null}::jsonb, data) where id = ${id}`),
      );
  }
}

async function check(by: Find, { q, found, only }: LabelledSearch): Promise<void> {
  for (const where of only ? [only] : (["lists", "search"] as const))
    expect([where, (await by[where](q)).sort()]).toEqual([where, [...found].sort()]);
}

describe.each(Object.entries(SEARCHES))("finds what it must and nothing else: %s", (_, searches) => {
  it.each(searches.map((search) => [search.q, search] as const))("%s", (_q, search) => check(found, search));
});

describe.each(Object.entries(INFLECTIONS))("finds other forms of words: %s", (_, { cards, searches }) => {
  let own: Find;
  beforeAll(async () => {
    own = await keep(await uploader(world), cards);
  });
  it.each(searches.map((search) => [search.q, search] as const))("%s", (_q, search) => check(own, search));
});

it.each([
  { cards: [...CARDS, { title: FILE.name }], searches: Object.values(SEARCHES).flat(), atLeast: 76 },
  ...Object.values(INFLECTIONS).map((one) => ({ ...one, atLeast: 7 })),
])(
  "names only cards that there are, each search once, and what must not be found is none of what must",
  ({ cards, searches, atLeast }) => {
    const titles = new Set(cards.map(({ title }) => title));
    expect(searches.flatMap(({ found, not = [] }) => [...found, ...not]).filter((title) => !titles.has(title))).toEqual(
      [],
    );
    expect(searches.filter(({ found, not = [] }) => not.some((title) => found.includes(title)))).toEqual([]);
    expect(new Set(searches.map(({ q }) => q)).size).toBe(searches.length);
    expect(searches.length).toBeGreaterThanOrEqual(atLeast);
  },
);
