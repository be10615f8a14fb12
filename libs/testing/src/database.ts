import { createHash, randomUUID } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import {
  createApplication,
  EmbeddedPool,
  embedded,
  migrate,
  type OpenDatabase,
  openDatabase,
  type ServiceDefinition,
} from "@tessera/service-kit";
import pg from "pg";
import { withoutTemplates } from "./small-tar.ts";

export type TestDatabase = OpenDatabase & { url?: string };

/**
 * An empty database for one test file: PGlite in memory, or a new database on the server that TEST_DATABASE_URL names.
 */
export async function openTestDatabase(): Promise<TestDatabase> {
  const server = process.env.TEST_DATABASE_URL;
  return server ? onServer(server) : embedded(await EmbeddedPool.open("memory://", await emptyDatabase()));
}

/**
 * The same with the tables of the kit, of the job queue and of services in it, which took most of a start. They are
 * made once for each version of all of them, and copied.
 */
export async function openPreparedDatabase(services: ServiceDefinition[] = []): Promise<TestDatabase> {
  const server = process.env.TEST_DATABASE_URL;
  if (!server) return embedded(await EmbeddedPool.open("memory://", await preparedFolder(services)));
  const template = `tessera_template_${version(services)}`;
  return onServer(server, template).catch(async (error: { code?: string }) => {
    if (error.code !== NO_SUCH_DATABASE) throw error;
    await makeTemplate(server, template, services);
    return onServer(server, template);
  });
}

/** SQLSTATE of a template that is not there. */
const NO_SUCH_DATABASE = "3D000";

async function onServer(server: string, template?: string): Promise<OpenDatabase & { url: string }> {
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  await administer(server, `create database ${name} ${template ? `template ${template}` : ""}`);
  const url = addressOf(server, name);
  const database = await openDatabase({ databaseUrl: url, dataDir: "" });
  return {
    ...database,
    url,
    close: async () => {
      await database.close();
      await administer(server, `drop database if exists ${name} with (force)`);
    },
  };
}

function addressOf(server: string, database: string): string {
  const url = new URL(server);
  url.pathname = `/${database}`;
  return url.href;
}

async function administer(server: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Makes a template on a server; of several processes that want the same, the first keeps its own. */
async function makeTemplate(server: string, template: string, services: ServiceDefinition[]): Promise<void> {
  const draft = `test_${randomUUID().replaceAll("-", "")}`;
  await administer(server, `create database ${draft}`);
  const url = addressOf(server, draft);
  const database = await openDatabase({ databaseUrl: url, dataDir: "" });
  await prepare(database, services, url).finally(() => database.close());
  // Nobody connects to a template, or it could not be copied meanwhile.
  const keep = [
    `alter database ${draft} with allow_connections false`,
    `alter database ${draft} rename to ${template}`,
  ];
  await administer(server, ...keep).catch(() => administer(server, `drop database ${draft} with (force)`));
}

/** Starts and ends a process without services on a database, and migrates the schemas of services. */
async function prepare(database: OpenDatabase, services: ServiceDefinition[], url?: string): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), "tessera-test-"));
  try {
    const environment = {
      NODE_ENV: "test",
      DATA_DIR: dataDir,
      LOG_LEVEL: "silent",
      ...(url ? { DATABASE_URL: url } : {}),
    };
    await (await createApplication([], { environment, database })).close();
    await migrate(database.pool, services);
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

const preparedFolder = (services: ServiceDefinition[]) =>
  kept(`small-${version(services)}`, async () => {
    const pool = await EmbeddedPool.open("memory://", await emptyDatabase());
    await prepare(embedded(pool), services);
    return pool;
  });

/** An initialised empty data folder, made once a version and kept: a database from it opens four times as fast. */
export const emptyDatabase = () => kept(`small-pglite-${pgliteVersion()}`, () => EmbeddedPool.open("memory://"));

/** Days after which a data folder that was kept is of a version that nobody tests any more. */
const KEPT_DAYS = 3;

/** The data folder of a database as a tar file, from the one that was made before. */
async function kept(name: string, make: () => Promise<EmbeddedPool>): Promise<Uint8Array> {
  const folder = join(tmpdir(), "tessera-test-templates");
  const file = join(folder, `${name}.tar`);
  if (existsSync(file)) return readFileSync(file);
  const pool = await make();
  const tar = withoutTemplates(await pool.dump());
  await pool.end();
  mkdirSync(folder, { recursive: true });
  const old = Date.now() - KEPT_DAYS * 86_400_000;
  for (const other of readdirSync(folder).map((one) => join(folder, one)))
    if (statSync(other).mtimeMs < old) rmSync(other, { force: true });
  const draft = `${file}.${randomUUID()}`;
  writeFileSync(draft, tar);
  renameSync(draft, file);
  return tar;
}

/** Of all that decides what is made in a database of these services. */
function version(services: ServiceDefinition[]): string {
  const hash = createHash("sha256");
  const kit = join(import.meta.dirname, "../../service-kit");
  const migrations = readdirSync(join(kit, "migrations")).map((name) => `migrations/${name}`);
  // The manifest names the versions of PGlite and pg-boss.
  for (const name of ["package.json", ...migrations.sort()]) hash.update(readFileSync(join(kit, name)));
  for (const { schema, migrations, tables } of services) hash.update(JSON.stringify([schema, migrations, tables]));
  return hash.digest("hex").slice(0, 16);
}

function pgliteVersion(): string {
  const manifest = join(dirname(createRequire(import.meta.url).resolve("@electric-sql/pglite")), "../package.json");
  return (JSON.parse(readFileSync(manifest, "utf8")) as { version: string }).version;
}
