import { existsSync, globSync, readFileSync } from "node:fs";
import path from "node:path";
import type { AreaName } from "./area-name.ts";

/** Folders that an area consists of. */
export const foldersOf = (area: string) => [`libs/contracts/${area}`, `services/${area}`, `remotes/${area}`];

/**
 * First segments of addresses that are no page: services, files, builds. The gateway and the service worker have the
 * same list.
 */
const ADDRESSES = ["api", "assets", "auth", "builds", "dev", "functions", "realtime", "rest", "sandbox", "storage"];
/** Schemas that are no service's, and apps that are no remote. */
const OURS = ["kit", "pgboss", "public", "shell"];
/** Words that PostgreSQL takes for a schema only in quotes (reserved words of PostgreSQL 18). */
const RESERVED_BY_SQL = new Set(
  (
    "all analyse analyze and any array as asc asymmetric authorization binary both case cast check collate collation column " +
    "concurrently constraint create cross current default deferrable desc distinct do else end except false fetch for foreign freeze " +
    "from full grant group having ilike in initially inner intersect into is isnull join lateral leading left like limit localtime " +
    "localtimestamp natural not notnull null offset on only or order outer overlaps placing primary references returning right select " +
    "similar some symmetric system table tablesample then to trailing true union unique user using variadic verbose when where window with"
  ).split(" "),
);

interface Manifest {
  routes: { path: string }[];
  contributes?: { itemTypes?: { type: string }[] };
}

/** @throws Error that says why the name cannot be taken in this workspace */
export function checkFree(root: string, { kebab, snake }: AreaName): void {
  const taken = reasonOf(root, kebab, snake);
  if (taken) throw new Error(`An area cannot be called ${kebab}: ${taken}.`);
}

function reasonOf(root: string, name: string, schema: string): string | undefined {
  const folder = foldersOf(name).find((one) => existsSync(path.join(root, one)));
  if (folder) return `${folder} is there already`;
  if (ADDRESSES.includes(name)) return `/${name} is an address of the services`;
  if (OURS.includes(name) || schema.startsWith("pg_")) return "the name belongs to the platform";
  if (RESERVED_BY_SQL.has(schema)) return "it is a reserved word of SQL, and its schema has the same name";
  for (const file of globSync("{shell,remotes/*}/manifest.json", { cwd: root })) {
    const { routes, contributes } = JSON.parse(readFileSync(path.join(root, file), "utf8")) as Manifest;
    const page = routes.find(({ path: route }) => route.split("/")[1] === name || route === `/settings/${name}`);
    if (page) return `${page.path} is a page in ${file}`;
    if (contributes?.itemTypes?.some(({ type }) => type === `${name}-card`))
      return `${file} has the card type ${name}-card`;
  }
  return undefined;
}
