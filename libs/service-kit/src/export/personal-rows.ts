import { sql } from "drizzle-orm";
import pg from "pg";
import type { Database } from "../database/database.ts";
import type { DeclaredTable } from "../tables/table-declaration.ts";

/** One row as an export shows it, by column. */
export type ExportedRow = Record<string, unknown>;

/** What a batch of rows should take, in characters of JSON: what one export holds in memory. */
const BATCH_CHARACTERS = 1_000_000;
const FIRST_BATCH = 10;
const MAX_BATCH = 1_000;
/** No data of a person: hashes and keys are binary, and search vectors repeat other columns. */
const LEFT_OUT_TYPES = ["bytea", "tsvector"];

interface Column {
  name: string;
  type: string;
}

/**
 * Every row of a declared table that is the person's, in the order of its primary key, read in batches of bounded size.
 */
export async function* personalRows(
  database: Database,
  table: DeclaredTable,
  declared: DeclaredTable[],
  userId: string,
): AsyncGenerator<ExportedRow> {
  const { schema, table: name, withheld = [] } = table;
  const [key, leftOut] = await Promise.all([keyOf(database, table), leftOutColumns(database, table)]);
  const own = await ownCondition(database, table, declared, userId, "t");
  const shown = `to_jsonb(t) - ${pg.escapeLiteral(`{${[...withheld, ...leftOut].map((column) => `"${column}"`).join()}}`)}::text[]`;
  const keys = key.map((column) => `t.${pg.escapeIdentifier(column.name)}`).join(", ");
  const read = (after: string[] | null, limit: number) => {
    const last = after?.map((value, index) => `${pg.escapeLiteral(value)}::${key[index]!.type}`).join(", ");
    return database.system((tx) =>
      tx.execute<{ row: string; key: string[] }>(
        sql.raw(`select (${shown})::text as row, array[${key.map((column) => `t.${pg.escapeIdentifier(column.name)}::text`).join(", ")}] as key
          from ${quoted(schema, name)} t where ${own} ${last ? `and (${keys}) > (${last})` : ""} order by ${keys} limit ${limit}`),
      ),
    );
  };
  let limit = FIRST_BATCH;
  for (let after: string[] | null = null; ; ) {
    const { rows } = await read(after, limit);
    for (const { row } of rows) yield JSON.parse(row) as ExportedRow;
    if (rows.length < limit) return;
    after = rows.at(-1)!.key;
    const characters = rows.reduce((sum, { row }) => sum + row.length, 0);
    limit = Math.min(Math.max(Math.floor((BATCH_CHARACTERS * rows.length) / characters), 1), MAX_BATCH);
  }
}

/** SQL that is true of the person's rows: those they own, and those that go with them by a foreign key. */
async function ownCondition(
  database: Database,
  { schema, table, personal }: DeclaredTable,
  declared: DeclaredTable[],
  userId: string,
  alias: string,
): Promise<string> {
  if (!personal) throw new Error(`${schema}.${table} is nobody's`);
  if ("owner" in personal) return `${alias}.${pg.escapeIdentifier(personal.owner)} = ${pg.escapeLiteral(userId)}`;
  const parent = declared.find((one) => one.schema === schema && one.table === personal.with);
  if (!parent) throw new Error(`${schema}.${personal.with} is not declared`);
  const pairs = await foreignKey(database, schema, table, personal.with);
  const inner = `${alias}p`;
  const joined = pairs.map(
    ({ from, to }) => `${inner}.${pg.escapeIdentifier(to)} = ${alias}.${pg.escapeIdentifier(from)}`,
  );
  const above = await ownCondition(database, parent, declared, userId, inner);
  return `exists (select from ${quoted(schema, personal.with)} ${inner} where ${[...joined, above].join(" and ")})`;
}

const quoted = (schema: string, table: string) => `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(table)}`;

/** Columns that identify a row: the primary key, or where a table has none the place of the row. */
async function keyOf(database: Database, { schema, table }: DeclaredTable): Promise<Column[]> {
  const { rows } = await database.system((tx) =>
    tx.execute<{ name: string; type: string }>(sql`
      select a.attname as name, format_type(a.atttypid, a.atttypmod) as type
      from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
      where i.indrelid = ${quoted(schema, table)}::regclass and i.indisprimary order by array_position(i.indkey, a.attnum)`),
  );
  return rows.length ? rows : [{ name: "ctid", type: "tid" }];
}

/** Columns of types that are left out, and those that the database computes from others. */
async function leftOutColumns(database: Database, { schema, table }: DeclaredTable): Promise<string[]> {
  const { rows } = await database.system((tx) =>
    tx.execute<{ name: string }>(sql`
      select attname as name from pg_attribute
      where attrelid = ${quoted(schema, table)}::regclass and attnum > 0 and not attisdropped
        and (attgenerated <> '' or format_type(atttypid, null) in (${sql.join(
          LEFT_OUT_TYPES.map((type) => sql`${type}`),
          sql`, `,
        )}))`),
  );
  return rows.map(({ name }) => name);
}

/**
 * The foreign key by which rows of `table` are deleted with those of `parent`; check-tables.ts has seen that there is
 * one.
 */
async function foreignKey(
  database: Database,
  schema: string,
  table: string,
  parent: string,
): Promise<{ from: string; to: string }[]> {
  const { rows } = await database.system((tx) =>
    tx.execute<{ from: string; to: string }>(sql`
      select f.attname as "from", t.attname as "to"
      from (select * from pg_constraint where contype = 'f' and confdeltype = 'c' and conrelid = ${quoted(schema, table)}::regclass
            and confrelid = ${quoted(schema, parent)}::regclass order by oid limit 1) c,
        unnest(c.conkey, c.confkey) as k (from_number, to_number)
        join pg_attribute f on f.attnum = k.from_number join pg_attribute t on t.attnum = k.to_number
      where f.attrelid = c.conrelid and t.attrelid = c.confrelid`),
  );
  return rows;
}
