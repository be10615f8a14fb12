import type { ServiceDefinition } from "@tessera/service-kit";
import type { World } from "@tessera/testing/services.ts";
import { kitTables } from "../../../../libs/service-kit/src/tables/table-declaration.ts";

type Declared = (typeof kitTables)[number];
type Row = Record<string, unknown>;

interface Column {
  name: string;
  type: string;
  required: boolean;
}
interface Key {
  columns: string[];
  to: string;
  target: string[];
}

/** A text that was written, and where. */
export interface Planted {
  place: string;
  text: string;
  /** Whether an export has to hold it. */
  shown: boolean;
}

/** Tables whose rows the export itself writes. */
const OWN = ["kit.export"];
const BINARY = ["bytea", "tsvector"];

export const personalTables = (services: ServiceDefinition[]): Declared[] =>
  [
    ...services.flatMap(({ schema, tables = [] }) => tables.map((table) => ({ ...table, schema }))),
    ...kitTables,
  ].filter(({ personal, schema, table }) => personal && !OWN.includes(`${schema}.${table}`));

export async function columnsOf(world: World, { schema, table }: Declared): Promise<Column[]> {
  const { rows } = await world.database.pool.query(
    `select a.attname as name, format_type(a.atttypid, a.atttypmod) as type, a.attnotnull and not a.atthasdef as required
     from pg_attribute a where a.attrelid = format('%I.%I', $1::text, $2::text)::regclass and a.attnum > 0 and not a.attisdropped
       and a.attidentity = '' and a.attgenerated = ''`,
    [schema, table],
  );
  return rows as Column[];
}

/** Checks fall, and so do keys to what is nobody's: planted rows need make no sense. */
export async function dropChecks(world: World, tables: Declared[]): Promise<void> {
  const names = tables.map(({ schema, table }) => `${schema}.${table}`);
  const { rows } = await world.database.pool.query(
    `select format('alter table %s drop constraint %I', c.conrelid::regclass, c.conname) as statement from pg_constraint c
     where c.conrelid = any($1::text[]::regclass[]) and (c.contype = 'c' or c.contype = 'f' and not c.confrelid = any($1::text[]::regclass[]))`,
    [names],
  );
  const triggers = await world.database.pool.query(
    `select format('drop trigger %I on %s', t.tgname, t.tgrelid::regclass) as statement from pg_trigger t
     where t.tgrelid = any($1::text[]::regclass[]) and t.tgdeferrable and not t.tgisinternal`,
    [names],
  );
  for (const { statement } of [...rows, ...triggers.rows] as { statement: string }[])
    await world.database.pool.query(statement);
}

/** Writes a row with a text in every column that takes one into every personal table, as rows of this person. */
export async function plant(world: World, tables: Declared[], userId: string, mark: string): Promise<Planted[]> {
  const planted: Planted[] = [];
  const written = new Map<string, Row>([["identity.users", { id: userId }]]);
  for (const table of await inOrder(world, tables)) {
    const name = `${table.schema}.${table.table}`;
    const values: Row = {};
    const { personal, withheld = [] } = table;
    for (const { name: column, type, required } of await columnsOf(world, table)) {
      const text = `${mark}.${name}.${column}`;
      const value = valueFor(type, text, required);
      if (value === undefined) continue;
      values[column] = value;
      if (type !== "uuid" && String(JSON.stringify(value)).includes(text))
        planted.push({ place: `${name}.${column}`, text, shown: !withheld.includes(column) && !BINARY.includes(type) });
    }
    for (const key of await keysOf(world, table)) {
      const parent = written.get(key.to);
      key.columns.forEach((column, index) => {
        values[column] = parent ? parent[key.target[index]!] : null;
      });
    }
    if (personal && "owner" in personal) values[personal.owner] = userId;
    const owned = planted.filter(({ place }) => place.startsWith(`${name}.`));
    for (const one of owned)
      if (!JSON.stringify(values[one.place.slice(name.length + 1)] ?? null).includes(one.text))
        planted.splice(planted.indexOf(one), 1);
    const columns = Object.keys(values);
    const { rows } = await world.database.pool.query(
      `insert into ${name} as t (${columns.map((column) => `"${column}"`).join()}) values (${columns.map((_, index) => `$${index + 1}`).join()})
       on conflict do nothing returning to_jsonb(t) as row`,
      columns.map((column) => values[column]),
    );
    const row = (rows[0] as { row: Row } | undefined)?.row;
    if (row) written.set(name, row);
    else planted.splice(0, planted.length, ...planted.filter(({ place }) => !place.startsWith(`${name}.`)));
  }
  return planted;
}

function valueFor(type: string, text: string, required: boolean): unknown {
  if (type === "text" || type.startsWith("character varying")) return text;
  if (type === "text[]") return [text];
  if (type === "jsonb" || type === "json") return JSON.stringify({ planted: text });
  if (!required) return undefined;
  if (type === "uuid") return crypto.randomUUID();
  if (type === "bytea") return Buffer.from(text);
  if (type === "tsvector") return "";
  if (type === "boolean") return false;
  if (type === "date") return "2026-11-22";
  if (type.startsWith("timestamp")) return new Date().toISOString();
  return 1;
}

async function keysOf(world: World, { schema, table }: Declared): Promise<Key[]> {
  const { rows } = await world.database.pool.query(
    `select c.confrelid::regclass::text as to,
       (select json_agg(a.attname order by k.place) from unnest(c.conkey) with ordinality k (number, place)
          join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.number) as columns,
       (select json_agg(a.attname order by k.place) from unnest(c.confkey) with ordinality k (number, place)
          join pg_attribute a on a.attrelid = c.confrelid and a.attnum = k.number) as target
     from pg_constraint c where c.conrelid = format('%I.%I', $1::text, $2::text)::regclass and c.contype = 'f'`,
    [schema, table],
  );
  return rows as Key[];
}

/** Tables after those that they refer to. */
async function inOrder(world: World, tables: Declared[]): Promise<Declared[]> {
  const nameOf = ({ schema, table }: Declared) => `${schema}.${table}`;
  const ordered: Declared[] = [];
  const visit = async (table: Declared, above: string[]): Promise<void> => {
    if (ordered.includes(table)) return;
    for (const { to } of await keysOf(world, table)) {
      const parent = tables.find((one) => nameOf(one) === to);
      if (parent && to !== nameOf(table) && !above.includes(to)) await visit(parent, [...above, nameOf(table)]);
    }
    ordered.push(table);
  };
  for (const table of tables) await visit(table, []);
  return ordered;
}
