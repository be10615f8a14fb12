import type pg from "pg";
import kitSql from "../../migrations/001-kit.sql";
import changesSql from "../../migrations/002-changes.sql";
import contractsSql from "../../migrations/003-contracts.sql";
import { KIT_PUBLISHED, type PublishedTable, publicationSql } from "../changes/published-table.ts";
import type { Pool } from "./database.ts";

export interface Migration {
  /** "001-items": applied in the order given, once. */
  name: string;
  sql: string;
}
export interface SchemaMigrations {
  schema: string;
  migrations: Migration[];
  published?: PublishedTable[];
}

const kit: SchemaMigrations = {
  schema: "kit",
  published: KIT_PUBLISHED,
  migrations: [
    { name: "001-kit", sql: kitSql },
    { name: "002-changes", sql: changesSql },
    { name: "003-contracts", sql: contractsSql },
  ],
};

/** Any number that no other user of advisory locks in this database takes: two processes never migrate at once. */
const LOCK = 7_355_608;

/** Brings every schema up to date, each migration in a transaction of its own. @throws Error naming the migration that failed */
export async function migrate(pool: Pool, schemas: SchemaMigrations[]): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query(`select pg_advisory_lock(${LOCK})`);
    await client.query("create schema if not exists kit");
    await client.query(
      "create table if not exists kit.migration (schema text, name text, applied_at timestamptz not null default now(), primary key (schema, name))",
    );
    const applied = new Set(
      (await client.query("select schema || '/' || name as id from kit.migration")).rows.map((row) => row.id as string),
    );
    for (const { schema, migrations } of [kit, ...schemas]) {
      for (const migration of migrations) if (!applied.has(`${schema}/${migration.name}`)) await apply(client, schema, migration);
    }
    for (const { schema, published = [] } of [kit, ...schemas]) for (const table of published) await publish(client, schema, table);
  } finally {
    await client.query(`select pg_advisory_unlock(${LOCK})`).catch(() => undefined);
    client.release();
  }
}

async function apply(client: pg.PoolClient, schema: string, migration: Migration): Promise<void> {
  await client.query("begin");
  try {
    await client.query(`create schema if not exists "${schema}"`);
    await client.query(migration.sql);
    await client.query("insert into kit.migration (schema, name) values ($1, $2)", [schema, migration.name]);
    await client.query("commit");
  } catch (error) {
    await client.query("rollback");
    throw new Error(`Migration ${schema}/${migration.name} failed: ${(error as Error).message}`, { cause: error });
  }
}

/** Makes the triggers of a published table, once a declaration. */
async function publish(client: pg.PoolClient, schema: string, table: PublishedTable): Promise<void> {
  const definition = publicationSql(schema, table);
  const { rows } = await client.query("select definition from kit.publication where schema_name = $1 and table_name = $2", [
    schema,
    table.table,
  ]);
  if (rows[0]?.definition === definition) return;
  await client.query("begin");
  try {
    await client.query(definition);
    await client.query(
      `insert into kit.publication (schema_name, table_name, definition) values ($1, $2, $3)
       on conflict (schema_name, table_name) do update set definition = excluded.definition`,
      [schema, table.table, definition],
    );
    await client.query("commit");
  } catch (error) {
    await client.query("rollback");
    throw new Error(`Publishing ${schema}.${table.table} failed: ${(error as Error).message}`, { cause: error });
  }
}
