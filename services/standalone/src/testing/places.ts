import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { World } from "@tessera/testing/services.ts";

/** Tables, files and lines of the log that hold the text. */
export async function placesOf(world: World, log: readonly string[], text: string): Promise<string[]> {
  const pool = world.database.pool;
  const { rows } =
    await pool.query(`select n.nspname || '.' || c.relname as name, format('%I.%I', n.nspname, c.relname) as quoted
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'`);
  const found: string[] = [];
  for (const { name, quoted } of rows as { name: string; quoted: string }[]) {
    const held = await pool.query(
      `select count(*)::int as n from ${quoted} t where strpos(lower(t::text), lower($1)) > 0`,
      [text],
    );
    if ((held.rows[0] as { n: number }).n) found.push(name);
  }
  const folder = path.join(world.dataDir, "files");
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name);
    if (entry.isFile() && (file.includes(text) || readFileSync(file).includes(text)))
      found.push(path.relative(world.dataDir, file));
  }
  return [...found.sort(), ...log.filter((line) => line.toLowerCase().includes(text.toLowerCase()))];
}
