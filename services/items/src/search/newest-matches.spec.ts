import { randomUUID } from "node:crypto";
import type { ItemQuery } from "@tessera/contracts-items/items.ts";
import { MAX_RANKED } from "@tessera/contracts-items/limits.ts";
import { sql } from "drizzle-orm";
import { type ItemsWorld, startItems } from "../testing/items-world.ts";

const LATER = 5;
const SOON = "2026-03-02T08:00:00Z";

let world: ItemsWorld;
let items: Awaited<ReturnType<ItemsWorld["person"]>>["items"];
beforeAll(async () => {
  world = await startItems();
  world.clock.set("2026-03-01T12:00:00Z");
  const userId = randomUUID();
  ({ items } = await world.person({ userId }));
  const note = (n: string) => sql`insert into items.item
      (id, user_id, type, title, title_key, title_source, body, status, unread, snooze_until, tags, tag_keys, source,
       created_at, updated_at, search)
    select gen_random_uuid(), ${userId}, case when n = 2 then 'task' else 'note' end, 'Card ' || n, 'card ' || n,
      'person', 'harbour', 'later', n = 1, case when n = 3 then ${SOON}::timestamptz end,
      case when n = 4 then array['rare'] else '{}' end, case when n = 4 then array['rare'] else '{}' end, 'capture',
      '2026-01-01'::timestamptz + make_interval(mins => n), now(),
      setweight(items.lexemes(case when n <= ${LATER} then 'harbour harbour' else 'card' end), 'A')
        || setweight(items.lexemes('harbour words'), 'D')
    from ${sql.raw(n)} as n`;
  // The oldest ones match best.
  await world.database.system((tx) => tx.execute(note(`generate_series(1, ${MAX_RANKED + LATER})`)));
});
afterAll(() => world.stop());

async function allPages(query: ItemQuery) {
  const titles: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await items.list({ ...query, limit: 150, cursor });
    titles.push(...page.items.map(({ title }) => title));
    cursor = page.nextCursor ?? undefined;
  } while (cursor);
  return titles;
}
const newest = Array.from({ length: MAX_RANKED }, (_, at) => `Card ${MAX_RANKED + LATER - at}`);

it("ranks the newest matches alone, each on one page, and counts those", async () => {
  const titles = await allPages({ q: "harbour" });
  expect(new Set(titles)).toEqual(new Set(newest));
  expect(titles).toHaveLength(MAX_RANKED);
  expect((await items.list({ q: "harbour", limit: 1 })).total).toBe(MAX_RANKED);
  expect((await items.list({ q: "h", limit: 1, order: "asc" })).total).toBe(MAX_RANKED);
});

it("lists and counts all matches in the other orders", async () => {
  const titles = await allPages({ q: "harbour", sort: "created" });
  expect(titles).toEqual([...newest, ...[5, 4, 3, 2, 1].map((n) => `Card ${n}`)]);
  expect((await items.list({ q: "harbour", limit: 1, sort: "title" })).total).toBe(MAX_RANKED + LATER);
});

it("looks for the newest of what the list shows", async () => {
  const found = async (query: ItemQuery) => {
    const page = await items.list({ q: "harbour", ...query });
    return [page.items.map(({ title }) => title), page.total];
  };
  expect(await found({ unread: "true" })).toEqual([["Card 1"], 1]);
  expect(await found({ type: "task" })).toEqual([["Card 2"], 1]);
  expect(await found({ type: "snoozed", sort: "relevance" })).toEqual([["Card 3"], 1]);
  expect(await found({ tag: "rare" })).toEqual([["Card 4"], 1]);
  expect(await found({ status: "inbox" })).toEqual([[], 0]);
});

it("finds nothing of other people", async () => {
  const other = await world.person();
  expect((await other.items.list({ q: "harbour" })).total).toBe(0);
});
