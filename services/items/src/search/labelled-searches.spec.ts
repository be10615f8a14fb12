import { randomUUID } from "node:crypto";
import { searchClient } from "@tessera/contracts-items/search/client.ts";
import { sql } from "drizzle-orm";
import { uploader } from "../files/testing/upload.ts";
import { addAttachments } from "../items/item.store.ts";
import { type ItemsWorld, startItems } from "../testing/items-world.ts";
import { CARDS, FILE, type LabelledCard, SEARCHES } from "../testing/labelled-searches.ts";

let world: ItemsWorld;
let found: Record<"lists" | "search", (q: string) => Promise<string[]>>;
beforeAll(async () => {
  world = await startItems({ environment: { RATE_LIMIT_FACTOR: "0", EMBEDDINGS: "off" } });
  const { items, token, userId, uploaded } = await uploader(world);
  const search = searchClient(world.client(token));
  const titles = (page: { items: { title: string }[]; total: number }) => {
    expect(page.total).toBe(page.items.length);
    return page.items.map(({ title }) => title);
  };
  found = {
    lists: async (q) => titles(await items.list({ q, sort: "title" })),
    search: async (q) => titles(await search.search({ q, sort: "title" })),
  };
  const file = await uploaded(FILE.name, FILE.text);
  await items.update(file.id, file.version, { title: FILE.name });
  await Promise.all(CARDS.map((card) => store(card)));

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
});
afterAll(() => world.stop());

describe.each(Object.entries(SEARCHES))("finds what it must and nothing else: %s", (_, searches) => {
  it.each(searches.map((search) => [search.q, search] as const))("%s", async (q, search) => {
    for (const where of search.only ? [search.only] : (["lists", "search"] as const))
      expect([where, (await found[where](q)).sort()]).toEqual([where, [...search.found].sort()]);
  });
});

it("names only cards that there are, each search once, and what it must not find is none of what it must", () => {
  const titles = new Set([...CARDS.map(({ title }) => title), FILE.name]);
  const searches = Object.values(SEARCHES).flat();
  expect(searches.flatMap(({ found, not = [] }) => [...found, ...not]).filter((title) => !titles.has(title))).toEqual(
    [],
  );
  expect(searches.filter(({ found, not = [] }) => not.some((title) => found.includes(title)))).toEqual([]);
  expect(new Set(searches.map(({ q }) => q)).size).toBe(searches.length);
  expect(searches.length).toBeGreaterThanOrEqual(76);
});
