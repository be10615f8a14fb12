import kitSql from "../../migrations/001-kit.sql";
import changesSql from "../../migrations/002-changes.sql";
import contractsSql from "../../migrations/003-contracts.sql";
import endedSessionsSql from "../../migrations/005-ended-sessions.sql";
import answersSql from "../../migrations/006-answers.sql";
import personalTablesSql from "../../migrations/007-personal-tables.sql";
import rateLimitsSql from "../../migrations/008-rate-limits.sql";
import exportSql from "../../migrations/011-export.sql";
import contributionsSql from "../../migrations/020-contributions.sql";
import usageSql from "../../migrations/040-usage.sql";
import cursorKeySql from "../../migrations/051-cursor-key.sql";
import jobHistorySql from "../../migrations/060-job-history.sql";
import schedulesSql from "../../migrations/070-schedules.sql";
import planStandingSql from "../../migrations/080-plan-standing.sql";
import planLimitsSql from "../../migrations/081-plan-limits.sql";
import jobWordsSql from "../../migrations/090-job-words.sql";
import jobListsSql from "../../migrations/091-job-lists.sql";
import { type PublishedTable, publicationSql, publishedTables } from "../changes/published-table.ts";
import { checkTables } from "../tables/check-tables.ts";
import { declaredTables, type TableDeclaration } from "../tables/table-declaration.ts";
import { grantToCallers } from "./caller-roles.ts";
import type { Lease } from "./lease.ts";
import type { Pool } from "./pool.ts";
import { StartError } from "./start-error.ts";

export interface Migration {
  /** "001-items": applied in the order given, once. */
  name: string;
  sql: string;
}
export interface SchemaMigrations {
  schema: string;
  migrations: Migration[];
  tables?: TableDeclaration[];
}

const kit: SchemaMigrations = {
  schema: "kit",
  migrations: [
    { name: "001-kit", sql: kitSql },
    { name: "002-changes", sql: changesSql },
    { name: "003-contracts", sql: contractsSql },
    { name: "005-ended-sessions", sql: endedSessionsSql },
    { name: "006-answers", sql: answersSql },
    { name: "007-personal-tables", sql: personalTablesSql },
    { name: "008-rate-limits", sql: rateLimitsSql },
    { name: "011-export", sql: exportSql },
    { name: "020-contributions", sql: contributionsSql },
    { name: "040-usage", sql: usageSql },
    { name: "051-cursor-key", sql: cursorKeySql },
    { name: "060-job-history", sql: jobHistorySql },
    { name: "070-schedules", sql: schedulesSql },
    { name: "080-plan-standing", sql: planStandingSql },
    { name: "081-plan-limits", sql: planLimitsSql },
    { name: "090-job-words", sql: jobWordsSql },
    { name: "091-job-lists", sql: jobListsSql },
  ],
};

/** Any number that no other user of advisory locks in this database takes: two processes never migrate at once. */
const LOCK = 7_355_608;

/**
 * Brings every schema up to date, each migration in a transaction of its own, and checks the tables that were declared.
 * A `guest` leaves the kit's own schema to the product: it may be newer than the guest's kit, never older.
 * @throws StartError when the database is of a newer version
 * @throws Error naming the migration that failed, or the tables that are not as they are declared
 */
export async function migrate(
  pool: Pool,
  schemas: SchemaMigrations[],
  { guest = false }: { guest?: boolean } = {},
): Promise<void> {
  const client = await pool.connect();
  let timeout = "0";
  try {
    // Another process may take long over the same migrations, and so may one of them.
    timeout = (await client.query("select current_setting('statement_timeout') as timeout")).rows[0].timeout;
    await client.query("set statement_timeout = 0");
    await client.query(`select pg_advisory_lock(${LOCK})`);
    if (guest) await requireKit(client);
    else {
      await client.query("create schema if not exists kit");
      await client.query(
        "create table if not exists kit.migration (schema text, name text, applied_at timestamptz not null default now(), primary key (schema, name))",
      );
    }
    const applied = new Set(
      (await client.query("select schema || '/' || name as id from kit.migration")).rows.map((row) => row.id as string),
    );
    if (guest) refuseOlderKit(applied);
    const all = guest ? schemas : [kit, ...schemas];
    refuseNewer(applied, all);
    for (const { schema, migrations } of all) {
      for (const migration of migrations)
        if (!applied.has(`${schema}/${migration.name}`)) await apply(client, schema, migration);
    }
    await grantToCallers(client, [...new Set(all.map(({ schema }) => schema))]);
    const tables = declaredTables(schemas);
    await checkTables(
      client,
      schemas.map(({ schema }) => schema),
      tables,
    );
    await publish(client, publishedTables(tables));
  } finally {
    await client.query(`select pg_advisory_unlock(${LOCK})`).catch(() => undefined);
    await client.query("select set_config('statement_timeout', $1, false)", [timeout]).catch(() => undefined);
    client.release();
  }
}

async function requireKit(client: Lease): Promise<void> {
  const { rows } = await client.query("select to_regclass('kit.migration') is not null as there");
  if (!rows[0]!.there)
    throw new StartError(
      "The database is not a product's. Name the product's own database in DATABASE_URL, and start the product first.",
    );
}

function refuseOlderKit(applied: Set<string>): void {
  const missing = kit.migrations.map(({ name }) => `${kit.schema}/${name}`).filter((id) => !applied.has(id));
  if (missing.length)
    throw new StartError(
      `The product is older than this service's kit: its database lacks ${missing.join(", ")}. ` +
        "Update the product, or install the @tessera/service-kit that it was packed with.",
    );
}

/** Going on would let this version write what the newer one no longer understands. */
function refuseNewer(applied: Set<string>, all: SchemaMigrations[]): void {
  const ours = new Map<string, Set<string>>();
  for (const { schema, migrations } of all) {
    const known = ours.get(schema) ?? new Set();
    ours.set(schema, known);
    for (const { name } of migrations) known.add(`${schema}/${name}`);
  }
  const unknown = [...applied].filter((id) => ours.get(id.slice(0, id.indexOf("/")))?.has(id) === false).sort();
  if (!unknown.length) return;
  throw new StartError(
    `The database was written by a newer version of Tessera: this one does not know its migrations ${unknown.join(", ")}. ` +
      "Start the newer version, or restore the copy that was made before the upgrade.",
  );
}

async function apply(client: Lease, schema: string, migration: Migration): Promise<void> {
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

/** Makes the triggers of published tables, once a declaration. */
async function publish(client: Lease, published: { schema: string; table: PublishedTable }[]): Promise<void> {
  const { rows } = await client.query(
    "select schema_name || '.' || table_name as name, definition from kit.publication",
  );
  const kept = new Map(rows.map(({ name, definition }) => [name as string, definition as string]));
  for (const { schema, table } of published) {
    const definition = publicationSql(schema, table);
    if (kept.get(`${schema}.${table.table}`) !== definition) await publishTable(client, schema, table, definition);
  }
}

async function publishTable(client: Lease, schema: string, table: PublishedTable, definition: string): Promise<void> {
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
