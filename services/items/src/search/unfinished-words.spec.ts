import { randomUUID } from "node:crypto";
import { type SQL, sql } from "drizzle-orm";
import { type ItemsWorld, startItems } from "../testing/items-world.ts";
import { parseQuery, partsOf, type Term, toTsQuery } from "./search-query.ts";

/** So many that the newest matches are looked for a stretch at a time. */
const CARDS = 6_000;
const MOST = 20;
const userId = randomUUID();
/** Somebody with a few of the same words, whose cards are nobody else's. */
const neighbour = randomUUID();
const FEW = 50;
/** Somebody whose cards are too many to be looked at each time, and few among those of everybody. */
const other = randomUUID();
const SOME = 300;

let world: ItemsWorld;
beforeAll(async () => {
  world = await startItems();
  const add = (
    person: string,
    last: number,
  ) => sql`insert into items.item (id, user_id, type, title, title_key, title_source, status, unread,
        tags, tag_keys, source, created_at, updated_at, search)
      select gen_random_uuid(), ${person}, case when n % 4 = 0 then 'task' else 'note' end, 'Card ' || n, 'card ' || n,
        'person', case when n % 9 = 0 then 'trash' else 'later' end, n % 50 = 0, case when n % 6 = 0 then '{sixth}'::text[] else '{}' end,
        case when n % 6 = 0 then '{sixth}'::text[] else '{}' end, 'capture',
        -- Many at the same moment, as imports make them.
        '2026-01-01'::timestamptz + make_interval(mins => n / 70), now(),
        setweight(items.lexemes(concat_ws(' ', 'all', case when n % 2 = 0 then 'half' end, case when n % 10 = 0 then 'tenth' end,
          case when n % 40 = 0 then 'fortieth' end, case when n <= 800 then 'oldest' end,
          case when n > ${CARDS} - 800 then 'newest' end, case when n % 1000 = 0 then 'rare' end)), 'A')
        || setweight(items.lexemes('leaf' || n % 200 || case when n % 7 = 0 then ' twig' || n % 30 else '' end), 'D')
      from generate_series(1, ${last}::int) as n`;
  await world.database.system(async (tx) => {
    await tx.execute(add(userId, CARDS));
    await tx.execute(add(neighbour, FEW));
    await tx.execute(add(other, SOME));
  });
  await world.database.pool.query("vacuum analyze items.item");
});
afterAll(() => world.stop());

interface Match extends Record<string, unknown> {
  id: string;
  rank: number;
}
interface Filters {
  tags?: string[];
  types?: string[];
  status?: string;
  unread?: boolean;
}
const param = (values?: string[]) => sql`${values ? sql.param(values) : null}::text[]`;

async function read(statement: SQL): Promise<Match[]> {
  return (await world.database.of("items").read<Match>({ userId }, statement)).rows;
}

const newest = (q: string, { tags, types, status, unread = false }: Filters = {}) => {
  const terms = parseQuery(q);
  return read(sql`select f.id, f.rank from ${found(terms)}
    ${param(tags)}, ${param(types)}, ${status ?? null}, null, null, ${unread}, ${MOST}) f order by f.id`);
};

const found = (terms: Term[]) => {
  const { whole, finished, beginning } = partsOf(terms);
  return sql`items.find_newest_words(${toTsQuery(terms)!}, ${whole}, ${finished}, ${beginning},`;
};

/** The same by reading every card: those that have the last word whole come first. */
const byReadingAll = (q: string, { tags, types, status, unread = false }: Filters = {}) => {
  const query = toTsQuery(parseQuery(q))!;
  const { whole } = partsOf(parseQuery(q));
  return read(sql`select n.id, ts_rank(n.search, ${query}, 1) as rank from (select i.id, i.search from items.item i
      where i.search @@ ${query} and i.tag_keys @> coalesce(${param(tags)}, '{}')
        and i.type = any(coalesce(${param(types)}, array['note', 'task']))
        and case when ${status ?? null}::text is null then i.status <> 'trash' else i.status = ${status ?? null}::text end
        and (not ${unread}::boolean or i.unread)
      order by i.search @@ ${whole ?? query} desc, i.created_at desc, i.id desc limit ${MOST}) n order by n.id`);
};

const FINISHED = ["all", "half", "tenth", "fortieth", "oldest", "newest", "rare", "nothing"];
const UNFINISHED = ["a", "half", "t", "leaf", "leaf1", "leaf13", "tw", "twig2", "twig14", "oldest", "new", "zzz"];

it.each(FINISHED)(
  "%s and a word that may be unfinished: the newest that have both, none missed, none twice",
  async (word) => {
    for (const last of UNFINISHED) {
      const q = `${word} ${last}`;
      const found = await newest(q);
      expect([q, found]).toEqual([q, await byReadingAll(q)]);
      expect(new Set(found.map(({ id }) => id)).size).toBe(found.length);
    }
  },
);

it.each<[string, Filters]>([
  ["half le", { types: ["task"] }],
  ["half le", { tags: ["sixth"] }],
  ["half le", { unread: true }],
  ["half tw", { status: "trash" }],
  ["oldest tw", { types: ["note"], tags: ["sixth"] }],
  ["fortieth le", { status: "inbox" }],
])("%s within %j: the newest of what the list shows", async (q, filters) => {
  expect(await newest(q, filters)).toEqual(await byReadingAll(q, filters));
});

it.each(["half -tenth le", "oldest or newest le", "half or le", "-half le", '"all half" le', "all half tenth le"])(
  "%s: every match of what is looked up, and no other",
  async (q) => {
    const found = await newest(q);
    expect(found.length).toBeGreaterThan(0);
    expect(found).toEqual(await byReadingAll(q));
  },
);

/** Cards that a search reads, and those of everybody that the index of words says; by the connection's counters. */
async function readBy(q: string, person = userId): Promise<{ cards: number; said: number }> {
  const terms = parseQuery(q);
  return world.database.of("items").as({ userId: person }, async (tx) => {
    const counted = async () => {
      const { rows } = await tx.execute<{ cards: number; said: number }>(
        sql`select idx_tup_fetch::int as cards, pg_stat_get_xact_tuples_returned('items.item_search'::regclass)::int as said
          from pg_stat_xact_user_tables where relid = 'items.item'::regclass`,
      );
      return rows[0]!;
    };
    const before = await counted();
    await tx.execute(sql`select count(*) from ${found(terms)} null, null, null, null, null, false, ${MOST}) f`);
    const after = await counted();
    return { cards: after.cards - before.cards, said: after.said - before.said };
  });
}

it.each(["tenth leaf", "half leaf", "fortieth leaf", "all le"])(
  "%s: reads no more cards than have both words",
  async (q) => {
    const { n } = (
      await world.database.system((tx) =>
        tx.execute<{ n: number }>(sql`select count(*)::int as n from items.item i
      where i.user_id = ${userId} and i.search @@ ${toTsQuery(parseQuery(q))!}`),
      )
    ).rows[0]!;
    expect((await readBy(q)).cards).toBeLessThan(Math.max(n / 1.5, 200));
  },
);

it.each([
  [FEW, neighbour],
  [SOME, other],
])("collects none of others' cards, who have the same words on thousands, for somebody with %d", async (_, person) => {
  for (const q of ["all tenth", "half tenth", "all fortieth", "all le"])
    expect([q, (await readBy(q, person)).said]).toEqual([q, 0]);
});
