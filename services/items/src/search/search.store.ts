import { MAX_RANKED } from "@tessera/contracts-items/limits.ts";
import { AGE_HOURS } from "@tessera/contracts-items/search/language.ts";
import { MAX_FACETED } from "@tessera/contracts-items/search/limits.ts";
import type { SearchFacets } from "@tessera/contracts-items/search/search.ts";
import { limitedCards } from "@tessera/service-kit";
import { type SQL, sql } from "drizzle-orm";
import { decodeCursor } from "../items/cursor.ts";
import { type ItemRow, SUMMARY_COLUMNS } from "../items/item-row.ts";
import type { CompiledSearch } from "./compile-search.ts";
import { EXCERPT_WITHIN, type Reader } from "./highlight.ts";

export interface FoundRow extends ItemRow {
  text: string;
  sort_key: string | null;
}

const COLUMNS = sql.raw(SUMMARY_COLUMNS.join(", "));
const TEXT = sql`left(i.body, ${EXCERPT_WITHIN}) as text`;

/** What each order sorts by. */
const SORTS = {
  created: { column: sql.raw("i.created_at"), type: sql.raw("timestamptz") },
  updated: { column: sql.raw("i.updated_at"), type: sql.raw("timestamptz") },
  title: { column: sql.raw("i.title_key"), type: sql.raw("text") },
  due: { column: sql.raw("i.due_at"), type: sql.raw("timestamptz") },
  manual: { column: sql.raw("i.place"), type: sql.raw("numeric") },
};
export type FieldSort = keyof typeof SORTS;

/** A match with its rank, from 0. */
export interface Ranked extends Record<string, unknown> {
  id: string;
  rank: number;
}

/**
 * The newest matches, the best first; decision 009. What finds them fast knows nothing of a token's cards, and would
 * tell it how many others there are.
 */
export async function rankMatches(
  reader: Reader,
  userId: string,
  { where, words, simple }: CompiledSearch & { words: SQL },
): Promise<Ranked[]> {
  const ranked =
    simple && !limitedCards()
      ? sql`select f.id, f.rank from items.find_newest_words(${simple.words}, ${simple.whole}, ${simple.finished}, ${simple.beginning},
        ${param(simple.tags)}::text[], ${param(simple.types)}::text[], ${simple.status}, null, null, ${simple.unread}, ${MAX_RANKED}) f`
      : sql`select n.id, ts_rank(n.search, ${words}, 1) as rank from (select i.id, i.search from items.item i
        where i.user_id = ${userId} and ${where} order by i.created_at desc, i.id desc limit ${MAX_RANKED}) n`;
  const { rows } = await reader.execute<Ranked>(
    sql`select r.id, r.rank from (${ranked}) r order by r.rank desc, r.id desc`,
  );
  return rows;
}

const param = (values: string[] | null) => (values === null ? null : sql.param(values));

/** Cards in the order given; those that are gone meanwhile are left out. */
export async function readCards(reader: Reader, userId: string, ids: readonly string[]): Promise<FoundRow[]> {
  if (!ids.length) return [];
  const { rows } = await reader.execute<FoundRow>(sql`select ${COLUMNS}, ${TEXT}, null as sort_key from items.item i
    where i.user_id = ${userId} and i.id = any(${sql.param(ids)}::uuid[])`);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

export interface FieldOrder {
  sort: FieldSort;
  order: "asc" | "desc";
  cursor?: string;
  limit: number;
}

/** One row more than a page, and the number of all matches. */
export async function readSorted(
  reader: Reader,
  userId: string,
  where: SQL,
  { sort, order, cursor, limit }: FieldOrder,
): Promise<{ rows: FoundRow[]; total: number }> {
  const { column } = SORTS[sort];
  const way = sql.raw(order);
  const last = sort === "due" ? sql` nulls last` : sql``;
  const after = cursor ? sql`and ${behind(sort, order, cursor)}` : sql``;
  const matches = sql`from items.item i where i.user_id = ${userId} and ${where}`;
  const [page, count] = [
    await reader.execute<FoundRow>(sql`select ${COLUMNS}, ${TEXT}, ${column}::text as sort_key ${matches} ${after}
      order by ${column} ${way}${last}, i.id ${way} limit ${limit + 1}`),
    await reader.execute<{ n: number }>(sql`select count(*)::int as n ${matches}`),
  ];
  return { rows: page.rows, total: count.rows[0]!.n };
}

function behind(sort: FieldSort, order: "asc" | "desc", cursor: string): SQL {
  const at = decodeCursor(cursor, sort, order);
  const { column, type } = SORTS[sort];
  const beyond = sql.raw(order === "asc" ? ">" : "<");
  if (at.key === null) return sql`${column} is null and i.id ${beyond} ${at.id}::uuid`;
  const next = sql`(${column}, i.id) ${beyond} (${at.key}::${type}, ${at.id}::uuid)`;
  return sort === "due" ? sql`(${next} or ${column} is null)` : next;
}

/** Whether any card has the words. */
export async function anyHas(reader: Reader, words: SQL): Promise<boolean> {
  const { rows } = await reader.execute<{ found: boolean }>(
    sql`select exists (select from items.find_words(${words}, false) f join items.item i using (id)) as found`,
  );
  return rows[0]!.found;
}

/** Values of one kind that are counted, the most first. */
const MAX_VALUES = 12;
const AGES = { "<1d": AGE_HOURS.d, "<7d": AGE_HOURS.w, "<1m": AGE_HOURS.m, "<1y": AGE_HOURS.y } as const;

/** Counts what the newest matches are, by what narrows a search. */
export async function countFacets(reader: Reader, userId: string, where: SQL, now: Date): Promise<SearchFacets> {
  const since = (hours: number) => new Date(now.getTime() - hours * 3_600_000).toISOString();
  const ages = Object.entries(AGES).map(
    ([age, hours]) => sql`select 'age', ${age}::text, count(*)::int from found
    where created_at >= ${since(hours)}::timestamptz`,
  );
  const kinds = [
    sql`select 'type' as kind, type as value, count(*)::int as count from found group by type`,
    sql`select 'tag', min(t.tag), count(*)::int from found, unnest(tags, tag_keys) as t (tag, tag_key) group by t.tag_key`,
    sql`select 'site', host, count(*)::int from found where host is not null group by host`,
    ...ages,
    sql`select 'all', '', count(*)::int from found`,
  ];
  const { rows } = await reader.execute<{ kind: string; value: string; count: number }>(sql`
    with found as materialized (select i.type, i.tags, i.tag_keys, i.created_at,
        substring(lower(coalesce(i.source_url, i.data ->> 'url')) from '^https?://(?:www\\.)?([^/?#:]+)') as host
      from items.item i where i.user_id = ${userId} and ${where} order by i.created_at desc limit ${MAX_FACETED})
    ${sql.join(kinds, sql` union all `)}`);
  const of = (kind: string) =>
    rows.filter((row) => row.kind === kind && row.count > 0).map(({ value, count }) => ({ value, count }));
  const most = (kind: string) =>
    of(kind)
      .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1))
      .slice(0, MAX_VALUES);
  return {
    counted: rows.find(({ kind }) => kind === "all")!.count,
    ...{ type: most("type"), tag: most("tag"), site: most("site") },
    age: Object.keys(AGES).flatMap((age) => of("age").filter(({ value }) => value === age)),
  };
}
