import { randomUUID } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { EmbeddedPool, embedded, type OpenDatabase, openDatabase } from "@tessera/service-kit";
import pg from "pg";

/** An empty database for one test file: PGlite in memory, or a new database on the server that TEST_DATABASE_URL names. */
export async function openTestDatabase(): Promise<OpenDatabase & { url?: string }> {
  const server = process.env.TEST_DATABASE_URL;
  return server ? onServer(server) : embedded(await EmbeddedPool.open("memory://", await emptyDatabase()));
}

async function onServer(server: string): Promise<OpenDatabase & { url: string }> {
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  await administer(server, `create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  const database = await openDatabase({ databaseUrl: url.href, dataDir: "" });
  return {
    ...database,
    url: url.href,
    close: async () => {
      await database.close();
      await administer(server, `drop database if exists ${name} with (force)`);
    },
  };
}

async function administer(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  await client.query(statement);
  await client.end();
}

/** An initialised empty data folder, made once a version and kept: a database from it opens four times as fast. */
export async function emptyDatabase(): Promise<Uint8Array> {
  const manifest = join(dirname(createRequire(import.meta.url).resolve("@electric-sql/pglite")), "../package.json");
  const { version } = JSON.parse(readFileSync(manifest, "utf8")) as { version: string };
  const folder = join(tmpdir(), "tessera-test-templates");
  const file = join(folder, `pglite-${version}.tar`);
  if (existsSync(file)) return readFileSync(file);
  const pool = await EmbeddedPool.open("memory://");
  const tar = await pool.dump();
  await pool.end();
  mkdirSync(folder, { recursive: true });
  const draft = `${file}.${randomUUID()}`;
  writeFileSync(draft, tar);
  renameSync(draft, file);
  return tar;
}
