import { type Caller, containing, type Database } from "@tessera/service-kit";
import { type SQL, sql } from "drizzle-orm";
import { conditionsOf, type Filter, wordsOf } from "./filter.ts";

/** Letters of the shortest word that an index of trigrams finds. */
const MIN_LETTERS = 3;
/** Words of one search that are looked up. */
const MAX_WORDS = 8;
/** Transactions of one word up to which they are fetched one by one; of more words, most of what is read is a hit. */
const MOST = 5_000;

/**
 * Conditions on a transaction `t`, as `conditionsOf` gives them, with the rare words of a search looked up before: they
 * say which transactions it can be.
 */
export async function lookedUp(database: Database, caller: Pick<Caller, "userId">, filter: Filter): Promise<SQL> {
  const { userId } = caller;
  const words = wordsOf(filter);
  const long = words.filter((word) => [...word].length >= MIN_LETTERS).slice(0, MAX_WORDS);
  if (!long.length) return conditionsOf(userId, filter);
  const patterns = JSON.stringify(long.map(containing));
  const { rows } = await database.read<{ ids: string[] | null }>(
    caller,
    sql`select finance.saying(w.pattern, ${MOST}::int) as ids
      from jsonb_array_elements_text(${patterns}::jsonb) with ordinality as w (pattern, place) order by w.place`,
  );
  const rare = long.filter((_, at) => rows[at]!.ids !== null);
  if (!rare.length) return conditionsOf(userId, filter);
  const [first, ...others] = rows.flatMap(({ ids }) => (ids ? [new Set(ids)] : [])).sort((a, b) => a.size - b.size);
  const ids = [...first!].filter((id) => others.every((set) => set.has(id)));
  const left = words.filter((word) => !rare.includes(word)).join(" ");
  // An array, as its length tells the planner to fetch them, not to walk all transactions by their days.
  return sql`t.id = any(${`{${ids.join()}}`}::uuid[])
    and ${conditionsOf(userId, { ...filter, q: left })}`;
}
