import type { Item, ItemPage, ItemSort } from "@tessera/contracts-items/items.ts";
import { MAX_RANKED } from "@tessera/contracts-items/limits.ts";
import { type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import { EXCERPT_WITHIN, highlight, type Reader } from "../search/highlight.ts";
import { parseQuery, partsOf, singleWords, toTsQuery } from "../search/search-query.ts";
import { cleanText } from "../text/clean.ts";
import { tagKey } from "../text/tags.ts";
import type { TypeRegistry } from "../types/registry.ts";
import { decodeCursor, encodeCursor } from "./cursor.ts";
import { type ItemRow, SUMMARY_COLUMNS, toSummary } from "./item-row.ts";
import type { SectionSource } from "./sections.ts";

export interface ListQuery {
  /** Types whose items are listed; null for all. */
  types: string[] | null;
  /** Status listed; null for everything but trash, "any" for everything. */
  status: Item["status"] | "any" | null;
  /** Whether snoozed items are left out, or listed alone: those that come back on their own. */
  snoozed: "out" | "alone" | null;
  /** Whether only what nobody opened yet is listed. */
  unread: boolean;
  q?: string;
  /** Languages of the person's cards by whose stems its words are looked for, besides English. */
  languages: readonly string[];
  /** All of which an item must have. */
  tags?: string[];
  /** A part of the name or the address of who sent it, where somebody did. */
  sender?: string;
  /** Days of UTC: kept on or after the one, before the other. */
  since?: string;
  until?: string;
  /** What is open and due alone: from the one moment on, before the other. */
  due?: { from?: Date; before?: Date };
  /** What is true of the items of `table`, beyond what the other fields say. */
  section?: (table: SQL) => SQL;
  /** "plan" is by when it is due, and of one moment what matters more first. */
  sort: z.infer<typeof ItemSort> | "plan";
  order: "asc" | "desc";
  cursor?: string;
  limit: number;
}

/** What each sort orders by. Items without a due time, or a time to wake, stand last in either order. */
const SORTS = {
  created: { column: sql.raw("created_at"), type: sql.raw("timestamptz") },
  updated: { column: sql.raw("updated_at"), type: sql.raw("timestamptz") },
  title: { column: sql.raw("title_key"), type: sql.raw("text") },
  due: { column: sql.raw("due_at"), type: sql.raw("timestamptz") },
  wake: { column: sql.raw("snooze_until"), type: sql.raw("timestamptz") },
  priority: { column: sql.raw("priority"), type: sql.raw("smallint") },
  plan: { column: sql.raw("due_at"), type: sql.raw("timestamptz") },
  manual: { column: sql.raw("place"), type: sql.raw("numeric") },
  relevance: { column: sql.raw("rank"), type: sql.raw("real") },
};

/** What a row of `table` is sorted by. No time is as fine as what is added for the priority. */
const keyOf = (table: SQL, sort: ListQuery["sort"]) =>
  sort === "plan"
    ? sql`(${table}.due_at + ${table}.priority * interval '1 microsecond')`
    : sql`${table}.${SORTS[sort].column}`;

/** Columns of the order that what finds words does not answer. */
const MORE: Partial<Record<ListQuery["sort"], SQL>> = {
  wake: sql.raw(", u.snooze_until"),
  priority: sql.raw(", u.priority"),
  plan: sql.raw(", u.priority"),
  manual: sql.raw(", u.place"),
};

interface PageRow extends ItemRow {
  sort_key: string | number | null;
  text: string | null;
  /** Null where the page's own statement does not say it. */
  total: number | null;
}

/**
 * One page of a person's items, with the exact number of all matches, in one statement where there is any.
 * @param reader reads under the person's row-level security
 */
export async function listItems(
  reader: Reader,
  registry: TypeRegistry,
  userId: string,
  query: ListQuery,
  now: Date,
): Promise<ItemPage> {
  const search = query.q === undefined ? undefined : toTsQuery(parseQuery(query.q, query.languages));
  if (search === null) return { items: [], nextCursor: null, total: 0 };
  const found = search || query.tags !== undefined;
  const rows = found ? await searchPage(reader, query, search, now) : await plainPage(reader, userId, query, now);
  const total = rows[0]?.total ?? (await countAlone(reader, userId, query, search, now, rows.length));

  const shown = rows.slice(0, query.limit);
  const last = rows.length > query.limit ? shown.at(-1) : undefined;
  const items = shown.map((row) => toSummary(row, registry.find(row.type)));
  if (query.q !== undefined && shown.length) {
    const texts = shown.map(({ text }) => text);
    await highlight(reader, singleWords(parseQuery(query.q)), items, texts, query.languages);
  }
  return { items, nextCursor: last ? encodeCursor(query.sort, query.order, last.sort_key, last.id) : null, total };
}

/** A page straight from the index of its order. */
async function plainPage(reader: Reader, userId: string, query: ListQuery, now: Date): Promise<PageRow[]> {
  const where = [...conditions(userId, query), ...narrower(query, now), ...after(query)];
  const { rows } = await reader.execute<PageRow>(sql`
    select ${sql.raw(SUMMARY_COLUMNS.join(", "))}, ${sortKey(query)} as sort_key, null as text,
      ${hasKeptCount(query) ? keptCount(userId, query, now) : sql`null::int`} as total
    from items.item i where ${sql.join(where, sql` and `)} order by ${order(query)} limit ${query.limit + 1}`);
  return rows;
}

/** A page of the matches of words or a tag; all matches are found once, for the order and for their number. */
async function searchPage(reader: Reader, query: ListQuery, search: SQL | undefined, now: Date): Promise<PageRow[]> {
  const where = after(query);
  const { rows } = await reader.execute<PageRow>(sql`
    with found as materialized (${find(query, search, now)}),
      page as (select i.*, ${sortKey(query)} as sort_key from found i ${where.length ? sql`where ${where[0]}` : sql``}
        order by ${order(query)} limit ${query.limit + 1})
    select ${sql.raw(SUMMARY_COLUMNS.join(", "))}, p.sort_key, left(i.body, ${EXCERPT_WITHIN}) as text, (select count(*)::int from found) as total
    from page p join items.item i on i.id = p.id order by ${order(query, sql`p`)}`);
  return rows;
}

function find(query: ListQuery, search: SQL | undefined, now: Date): SQL {
  if (query.sort !== "relevance" || !search) return findAll(query, search, now);
  return bounds(sql`u`, query).length ? findNewestOf(query, search, now) : findNewest(query, search, now);
}

/** What both ways to find are given behind the words: tags, types, status, and when cards that sleep are left out. */
const wanted = ({ types, status, snoozed, tags }: ListQuery, now: Date) =>
  sql`${tags === undefined ? null : sql.param(tags.map((tag) => tagKey(cleanText(tag))))}::text[],
    ${types === null ? null : sql.param(types)}::text[], ${status},
    ${snoozed === "out" ? now.toISOString() : null}::timestamptz`;

/**
 * By relevance the newest matches: nobody reads further down, and the rank of every match of a frequent word takes
 * seconds (decisions/009). The other orders list all matches.
 */
function findNewest(query: ListQuery, search: SQL, now: Date): SQL {
  const { whole, finished, beginning } = partsOf(parseQuery(query.q!, query.languages));
  return sql`select f.* from items.find_newest_words(${search}, ${whole}, ${finished}, ${beginning}, ${wanted(query, now)},
    ${query.snoozed === "alone" ? now.toISOString() : null}::timestamptz, ${query.unread}, ${MAX_RANKED}) f`;
}

/** The same of what was kept within some days, or sent by somebody: few enough to be found whole. */
const findNewestOf = (query: ListQuery, search: SQL, now: Date) =>
  sql`select n.id, ts_rank(n.search, ${search}, 1) as rank from (
    select u.id, u.search from items.find_tagged(${search}, ${wanted(query, now)}, false) f join items.item u on ${narrowed(query, now)}
    order by u.created_at desc, u.id desc limit ${MAX_RANKED}) n`;

const narrowed = (query: ListQuery, now: Date) =>
  sql.join(
    [
      sql`u.id = f.id`,
      ...(query.unread ? [sql`u.unread`] : []),
      ...(query.snoozed === "alone" ? [asleep(sql`u`, now)] : []),
      ...bounds(sql`u`, query),
    ],
    sql` and `,
  );

function findAll(query: ListQuery, search: SQL | undefined, now: Date): SQL {
  const { snoozed, unread, sort } = query;
  const found = sql`items.find_tagged(${search ?? null}, ${wanted(query, now)}, false) f`;
  if (!unread && snoozed !== "alone" && !MORE[sort] && !bounds(sql`u`, query).length)
    return sql`select f.* from ${found}`;
  return sql`select f.*${MORE[sort] ?? sql``} from ${found}
    join items.item u on ${narrowed(query, now)}`;
}

/** When the cards were kept, who sent them, and when they are due. */
function bounds(table: SQL, { sender, since, until, due, section }: ListQuery): SQL[] {
  const where: SQL[] = [];
  if (section) where.push(section(table));
  if (due) where.push(sql`${table}.due_at is not null and ${table}.status in ('inbox', 'later')`);
  if (due?.from) where.push(sql`${table}.due_at >= ${due.from.toISOString()}::timestamptz`);
  if (due?.before) where.push(sql`${table}.due_at < ${due.before.toISOString()}::timestamptz`);
  if (since) where.push(sql`${table}.created_at >= ${`${since}T00:00:00Z`}::timestamptz`);
  if (until) where.push(sql`${table}.created_at < ${`${until}T00:00:00Z`}::timestamptz`);
  if (sender) {
    const part = `%${sender.toLowerCase().replaceAll(/[\\%_]/g, "\\$&")}%`;
    where.push(sql`exists (select from jsonb_path_query(${table}.data, '$.from[*].*') as said
      where lower(said #>> '{}') like ${part})`);
  }
  return where;
}

const asleep = (table: SQL, now: Date) =>
  sql`${table}.snooze_until > ${now.toISOString()}::timestamptz and ${table}.status in ('inbox', 'later')`;

/** The number of all matches where no row of the page says it. */
async function countAlone(
  reader: Reader,
  userId: string,
  query: ListQuery,
  search: SQL | undefined,
  now: Date,
  onPage: number,
): Promise<number> {
  if (!query.cursor && onPage <= query.limit) return onPage;
  const where = sql.join([...conditions(userId, query), ...narrower(query, now)], sql` and `);
  const found = search || query.tags !== undefined;
  const { rows } = await reader.execute<{ n: number }>(
    found
      ? sql`select count(*)::int as n from (${find(query, search, now)}) found`
      : sql`select ${hasKeptCount(query) ? keptCount(userId, query, now) : sql`count(*)::int`} as n
          ${hasKeptCount(query) ? sql`` : sql`from items.item i where ${where}`}`,
  );
  return rows[0]!.n;
}

/** The cards of a list, of which sections are counted. */
export function cardsOf(userId: string, query: ListQuery, now: Date): Pick<SectionSource, "from" | "counts"> | null {
  const search = query.q === undefined ? undefined : toTsQuery(parseQuery(query.q, query.languages));
  if (search === null) return null;
  const where = sql.join([...conditions(userId, query), ...narrower(query, now)], sql` and `);
  if (search || query.tags !== undefined)
    return { from: sql`from (${find(query, search, now)}) found join items.item i on i.id = found.id`, counts: null };
  const isKept = hasKeptCount(query) && query.snoozed === null;
  return {
    from: sql`from items.item i where ${where}`,
    counts: isKept ? sql`from items.tally i where ${where}` : null,
  };
}

function conditions(userId: string, { types, status }: Pick<ListQuery, "types" | "status">): SQL[] {
  const where = [sql`i.user_id = ${userId}`];
  if (types?.length === 1) where.push(sql`i.type = ${types[0]}`);
  else if (types) where.push(sql`i.type = any(${sql.param(types)}::text[])`);
  if (status === null) where.push(sql`i.status <> 'trash'`);
  else if (status !== "any") where.push(sql`i.status = ${status}`);
  return where;
}

/** What the kept counts do not part by. */
function narrower(query: ListQuery, now: Date): SQL[] {
  const { snoozed, unread } = query;
  const where: SQL[] = [];
  if (snoozed === "alone") where.push(asleep(sql`i`, now));
  if (snoozed === "out")
    where.push(sql`(i.snooze_until is null or i.snooze_until <= ${now.toISOString()}::timestamptz)`);
  if (unread) where.push(sql`i.unread`);
  return [...where, ...bounds(sql`i`, query)];
}

const sortKey = ({ sort }: ListQuery) =>
  ["title", "relevance", "priority"].includes(sort) ? keyOf(sql`i`, sort) : sql`${keyOf(sql`i`, sort)}::text`;

/** Columns that are never null take the index's own order of nulls: named otherwise it is not used. */
function order({ sort, order: direction }: ListQuery, table = sql`i`): SQL {
  const way = sql.raw(direction);
  const key = keyOf(table, sort);
  return sql`${key} ${way} ${sql.raw(mayLack(sort) ? "nulls last" : "")}, ${table}.id ${way}`;
}

const mayLack = (sort: ListQuery["sort"]) => sort === "due" || sort === "wake";

/** The condition of rows behind the cursor's position, if there is one. */
function after({ order: direction, sort, cursor }: ListQuery): SQL[] {
  if (!cursor) return [];
  const at = decodeCursor(cursor, sort, direction);
  const beyond = sql.raw(direction === "asc" ? ">" : "<");
  const key = keyOf(sql`i`, sort);
  if (at.key === null) return [sql`(${key} is null and i.id ${beyond} ${at.id}::uuid)`];
  const behind = sql`(${key}, i.id) ${beyond} (${at.key}::${SORTS[sort].type}, ${at.id}::uuid)`;
  return [mayLack(sort) ? sql`(${behind} or ${key} is null)` : behind];
}

/** Whether the kept counts say how long a list is: they do not part by what was opened, or sleeps. */
const hasKeptCount = (query: ListQuery) => !query.unread && query.snoozed !== "alone" && !bounds(sql`i`, query).length;

/** The exact number of items in a list without words or tag: from the kept counts, less those that are asleep. */
function keptCount(userId: string, query: ListQuery, now: Date): SQL {
  const where = sql.join(conditions(userId, query), sql` and `);
  const left =
    query.snoozed === "out"
      ? sql`(select count(*) from items.item i where ${where} and i.snooze_until > ${now.toISOString()}::timestamptz)`
      : sql`0`;
  return sql`(select (coalesce(sum(i.count), 0) - ${left})::int from items.tally i where ${where})`;
}
