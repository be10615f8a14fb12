import { randomUUID } from "node:crypto";
import { callerRole, Database, migrate, type OpenDatabase, openDatabase } from "@tessera/service-kit";
import { openTestDatabase } from "@tessera/testing/database.ts";
import { sql } from "drizzle-orm";
import { services } from "./services.ts";

let opened: OpenDatabase & { url?: string };
const all = services({});
const schemas = [...new Set(all.map(({ schema }) => schema))];
beforeAll(async () => {
  opened = await openTestDatabase();
  await migrate(opened.pool, all);
});
afterAll(() => opened.close());

interface Table {
  schema: string;
  name: string;
  guarded: boolean;
  personal: boolean;
}
const tables = async () =>
  (
    await opened.pool.query<Table & Record<string, unknown>>(
      `select n.nspname as schema, format('%I.%I', n.nspname, c.relname) as name, c.relrowsecurity as guarded,
         exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'user_id' and not a.attisdropped) as personal
       from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.relkind in ('r', 'p') and n.nspname = any($1)`,
      [["kit", ...schemas]],
    )
  ).rows;

it("lets no service's caller reach a table of another service, by any right", async () => {
  const found = await tables();
  expect(found.length).toBeGreaterThan(30);
  const open = [];
  for (const schema of schemas)
    for (const table of found.filter((one) => one.schema !== schema)) {
      const { rows } = await opened.pool.query<{ right: string }>(
        `select right_ as right from unnest(array['select', 'insert', 'update', 'delete']) right_
         where has_table_privilege($1, $2, right_) or (right_ <> 'delete' and has_any_column_privilege($1, $2, right_))`,
        [callerRole(schema), table.name],
      );
      open.push(...rows.map(({ right }) => `${schema} ${right} ${table.name}`));
    }
  // How far the person's own job is (its title and data stay out of reach), and the ledger of the person's own usage.
  const shared = / (select kit\.job|(select|insert) kit\.usage|select kit\.(usage|plan)_standing)$/;
  expect(open.filter((line) => !shared.test(line))).toEqual([]);
});

it("refuses the statement itself, for every pair of services", async () => {
  const found = await tables();
  const database = Database.over(opened.pool, "kit");
  const caller = { userId: randomUUID() };
  let pairs = 0;
  for (const schema of schemas)
    for (const other of schemas.filter((one) => one !== schema)) {
      const table = found.find((one) => one.schema === other)?.name;
      if (!table) continue;
      const read = database.of(schema).as(caller, (tx) => tx.execute(sql.raw(`select * from ${table}`)));
      await expect(read).rejects.toMatchObject({ code: "42501" });
      pairs++;
    }
  expect(pairs).toBeGreaterThan(40);
});

it("guards every table with people's rows by row-level security", async () => {
  const personal = (await tables()).filter((table) => table.personal);
  expect(personal.length).toBeGreaterThan(10);
  expect(personal.filter((table) => !table.guarded).map((table) => table.name)).toEqual([]);
});

const onServer = process.env.TEST_DATABASE_URL ? it : it.skip;

onServer(
  "works for a user that may create roles and is no administrator, as on hosted Supabase; else says what to grant",
  async () => {
    const name = `limited_${randomUUID().replaceAll("-", "")}`;
    await opened.pool.query(`create role ${name} login createrole password 'limited'`);
    await opened.pool.query(`create database ${name} owner ${name}`);
    const url = new URL(opened.url!);
    Object.assign(url, { username: name, password: "limited", pathname: `/${name}` });
    const limited = await openDatabase({ databaseUrl: url.href, dataDir: "" });
    try {
      // This server's roles were made by its administrator.
      await expect(migrate(limited.pool, all)).rejects.toThrow(`grant "tessera_caller_kit" to "${name}"`);
      for (const schema of ["kit", ...schemas]) await opened.pool.query(`grant ${callerRole(schema)} to ${name}`);
      const own = `own_${name}`;
      const table = {
        name: "001",
        sql: `create table ${own}.t (user_id uuid); create policy own on ${own}.t using (user_id = kit.uid());
        grant usage on schema ${own} to tessera_caller; grant select on ${own}.t to tessera_caller`,
      };
      await migrate(limited.pool, [
        ...all,
        { schema: own, migrations: [table], tables: [{ table: "t", personal: { owner: "user_id" } }] },
      ]);
      const read = await Database.over(limited.pool, own).as({ userId: randomUUID() }, (tx) =>
        tx.execute(sql.raw(`select * from ${own}.t`)),
      );
      expect(read.rows).toEqual([]);
      await limited.pool.query(
        `revoke usage on schema kit from tessera_caller_${own}; drop owned by tessera_caller_${own}; drop role tessera_caller_${own}`,
      );
    } finally {
      await limited.close();
      await opened.pool.query(`drop database ${name}`);
      await opened.pool.query(`drop role ${name}`);
    }
  },
);
