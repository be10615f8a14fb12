import type pg from "pg";
import kitSql from "../../migrations/001-kit.sql";
import type { Pool } from "./database.ts";

export interface Migration {
  /** "001-items": applied in the order given, once. */
  name: string;
  sql: string;
}
export interface SchemaMigrations {
  schema: string;
  migrations: Migration[];
}

const kit: SchemaMigrations = { schema: "kit", migrations: [{ name: "001-kit", sql: kitSql }] };

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
