import type { Item, ItemPage, ItemSort } from "@tessera/contracts/items.ts";
import type { Tx } from "@tessera/service-kit";
import { type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import { excerpt, isMarked, markMatches } from "../search/highlight.ts";
import { parseQuery, toTsQuery } from "../search/search-query.ts";
import { cleanText } from "../text/clean.ts";
import { tagKey } from "../text/tags.ts";
import { decodeCursor, encodeCursor } from "./cursor.ts";
import { type ItemRow, SUMMARY_COLUMNS, toSummary } from "./item-row.ts";

export interface ListQuery {
  /** Types whose items are listed; null for all. */
  types: string[] | null;
  /** Status listed; null for everything but trash, "any" for everything. */
  status: Item["status"] | "any" | null;
  /** Whether snoozed items are left out. */
  awake: boolean;
  q?: string;
  tag?: string;
  sort: z.infer<typeof ItemSort>;
  order: "asc" | "desc";
  cursor?: string;
  limit: number;
}

/** Characters of the text in which the marked line of an answer to a search is looked for. */
const EXCERPT_WITHIN = 4000;
const EXCERPT = 200;

/** What each sort orders by. Items without a due time stand last in either order. */
const SORTS = {
  created: { expression: sql`i.created_at`, type: sql`timestamptz` },
  updated: { expression: sql`i.updated_at`, type: sql`timestamptz` },
  title: { expression: sql`i.title_key`, type: sql`text` },
  due: { expression: sql`i.due_at`, type: sql`timestamptz` },
};

/** One page of a person's items, with the exact number of all matches. Runs under the person's row-level security. */
export async function listItems(tx: Tx, userId: string, query: ListQuery, now: Date): Promise<ItemPage> {
  const search = query.q === undefined ? undefined : toTsQuery(parseQuery(query.q));
  if (search === null) return { items: [], nextCursor: null, total: 0 };
  const source = search ? sql`items.item i join items.matching(${search}) as m (id) on m.id = i.id` : sql`items.item i`;
  const where = conditions(userId, query, now);
  // Rank 1: matches in long texts count less.
  const { expression, type } =
    query.sort === "relevance" ? { expression: sql`ts_rank(i.search, ${search}, 1)`, type: sql`real` } : SORTS[query.sort];
  const direction = query.order === "asc" ? sql`asc` : sql`desc`;

  const page = [...where];
  if (query.cursor) page.push(after(query, decodeCursor(query.cursor, query.sort, query.order), expression, type));
  const key = query.sort === "title" || query.sort === "relevance" ? sql`${expression}` : sql`${expression}::text`;
  const { rows } = await tx.execute<ItemRow & { sort_key: string | number | null; text: string | null }>(sql`
    select ${sql.raw(SUMMARY_COLUMNS.join(", "))}, ${key} as sort_key, ${search ? sql`left(i.body, ${EXCERPT_WITHIN})` : sql`null`} as text
    from ${source} where ${sql.join(page, sql` and `)}
    order by ${expression} ${direction} ${query.sort === "due" ? sql`nulls last` : sql``}, i.id ${direction} limit ${query.limit + 1}`);
  const total = await count(tx, userId, query, source, where, now, rows.length);

  const shown = rows.slice(0, query.limit);
  const last = rows.length > query.limit ? shown.at(-1) : undefined;
  const items = shown.map(toSummary);
  if (query.q !== undefined && shown.length) {
    const marked = await markMatches(tx, query.q, [
      ...items.map((item) => item.title),
      ...items.map((item) => item.line),
      ...shown.map((row) => row.text ?? ""),
    ]);
    for (const [at, item] of items.entries()) {
      const [line, text] = [marked[at + items.length]!, marked[at + 2 * items.length]!];
      item.highlight = { title: marked[at]!, line: isMarked(line) || !isMarked(text) ? line : excerpt(text, EXCERPT) };
    }
  }
  return { items, nextCursor: last ? encodeCursor(query.sort, query.order, last.sort_key, last.id) : null, total };
}

function conditions(userId: string, { types, status, awake, tag }: ListQuery, now: Date): SQL[] {
  const where = [sql`i.user_id = ${userId}`];
  if (types?.length === 1) where.push(sql`i.type = ${types[0]}`);
  else if (types) where.push(sql`i.type = any(${sql.param(types)}::text[])`);
  if (status === null) where.push(sql`i.status <> 'trash'`);
  else if (status !== "any") where.push(sql`i.status = ${status}`);
  if (awake) where.push(sql`(i.snooze_until is null or i.snooze_until <= ${now.toISOString()}::timestamptz)`);
  if (tag !== undefined) where.push(sql`i.id in (select items.tagged(${tagKey(cleanText(tag))}))`);
  return where;
}

/** Rows behind the cursor's position. */
function after({ order, sort }: ListQuery, at: { key: string | number | null; id: string }, expression: SQL, type: SQL): SQL {
  const beyond = order === "asc" ? sql`>` : sql`<`;
  if (at.key === null) return sql`(${expression} is null and i.id ${beyond} ${at.id}::uuid)`;
  const behind = sql`(${expression}, i.id) ${beyond} (${at.key}::${type}, ${at.id}::uuid)`;
  return sort === "due" ? sql`(${behind} or ${expression} is null)` : behind;
}

/** The exact number of matches: from the kept counts where the list is one of theirs, else counted. */
async function count(tx: Tx, userId: string, query: ListQuery, source: SQL, where: SQL[], now: Date, found: number): Promise<number> {
  if (!query.cursor && found <= query.limit) return found;
  if (query.q !== undefined || query.tag !== undefined) {
    const { rows } = await tx.execute<{ n: number }>(sql`select count(*)::int as n from ${source} where ${sql.join(where, sql` and `)}`);
    return rows[0]!.n;
  }
  const kept = conditions(userId, { ...query, awake: false }, now);
  const asleep = query.awake
    ? sql`(select count(*) from items.item i where ${sql.join(kept, sql` and `)} and i.snooze_until > ${now.toISOString()}::timestamptz)`
    : sql`0`;
  const { rows } = await tx.execute<{ n: number }>(
    sql`select (coalesce(sum(i.count), 0) - ${asleep})::int as n from items.tally i where ${sql.join(kept, sql` and `)}`,
  );
  return rows[0]!.n;
}
