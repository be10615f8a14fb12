import { readFileSync } from "node:fs";
import { join } from "node:path";
import { startServices, type World } from "@tessera/testing/services.ts";
import { services } from "./services.ts";
import { personalTables } from "./testing/planted.ts";

const page = readFileSync(join(import.meta.dirname, "../../../libs/handbook/data.md"), "utf8");
const secrets = new Set(
  [...page.matchAll(/^\| (\w+\.\w+) \| ([\w, ]+) \|$/gm)].flatMap(([, table, columns]) =>
    columns!.split(", ").map((column) => `${table}.${column}`),
  ),
);
const internal = [...page.matchAll(/^\| (\w+) \| ([\w, ]+) \|$/gm)].flatMap(([, schema, tables]) =>
  tables!.split(", ").map((table) => `${schema}.${table}`),
);
const all = services({});
/** The export writes its own row; personalTables leaves it out. */
const personal = new Set(["kit.export", ...personalTables(all).map(({ schema, table }) => `${schema}.${table}`)]);

let world: World;
let columns: { table: string; column: string; type: string }[];
beforeAll(async () => {
  world = await startServices(all, { ownIdentity: true });
  const { rows } = await world.database.pool.query(
    `select format('%s.%s', table_schema, table_name) as table, column_name as column, data_type as type
     from information_schema.columns where table_schema not in ('pg_catalog', 'information_schema', 'pgboss', 'public')`,
  );
  columns = rows as typeof columns;
});
afterAll(() => world.stop());

it("has each table on one level: a person's, or among the internal ones", () => {
  const tables = new Set(columns.map(({ table }) => table));
  expect([...tables].filter((table) => !personal.has(table)).sort()).toEqual(internal);
});

it("has what is withheld, binary, or called a hash or a secret among the secrets", () => {
  const withheld = new Set(
    all.flatMap(({ schema, tables = [] }) =>
      tables.flatMap(({ table, withheld = [] }) => withheld.map((column) => `${schema}.${table}.${column}`)),
    ),
  );
  const name = ({ table, column }: (typeof columns)[number]) => `${table}.${column}`;
  const wanted = columns.filter(
    (one) =>
      withheld.has(name(one)) ||
      one.type === "bytea" ||
      /(^|_)(hash|secret|challenge|nonce)$|^(sealed|secret)_(?!at$)/.test(one.column),
  );
  expect(wanted.map(name).filter((one) => !secrets.has(one))).toEqual([]);
  const there = new Set(columns.map(name));
  expect([...secrets].filter((one) => !there.has(one))).toEqual([]);
});
