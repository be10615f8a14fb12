import { openTestDatabase } from "@tessera/testing/database.ts";
import { sql } from "drizzle-orm";
import { Database, type Migration, migrate, type OpenDatabase, StartError } from "../index.ts";

let opened: OpenDatabase;
let shelf: Database;
const ada = { userId: "00000000-0000-4000-8000-00000000000a" };
const migrations: Migration[] = [
  {
    name: "001-book",
    sql: `create table shelf.book (id integer primary key, user_id uuid not null);
      create policy own on shelf.book using (user_id = kit.uid()) with check (user_id = kit.uid());
      grant usage on schema shelf to tessera_caller; grant select, insert on shelf.book to tessera_caller;`,
  },
];
const schemas = [{ schema: "shelf", migrations, tables: [{ table: "book", personal: { owner: "user_id" } }] }];

beforeAll(async () => {
  opened = await openTestDatabase();
  await migrate(opened.pool, schemas);
  shelf = Database.over(opened.pool, "shelf");
});
afterAll(() => opened.close());

describe("a transaction", () => {
  it("of the system never becomes a caller's, of a caller never the system's, another caller's or another service's", async () => {
    const nothing = async () => undefined;
    await expect(shelf.system(() => shelf.as(ada, nothing))).rejects.toThrow("would keep the owner's rights");
    await expect(shelf.as(ada, () => shelf.system(nothing))).rejects.toThrow("would keep the caller's rights");
    await expect(shelf.as(ada, () => shelf.as({ userId: crypto.randomUUID() }, nothing))).rejects.toThrow(
      "cannot become another's",
    );
    await expect(shelf.as(ada, () => shelf.of("other").as(ada, nothing))).rejects.toThrow("cannot reach other");
    expect(await shelf.as(ada, () => shelf.as(ada, async () => "joined"))).toBe("joined");
  });

  it("in which a statement failed is not taken for committed when its error was swallowed", async () => {
    const work = shelf.system(async (tx) => {
      await tx.execute(sql`insert into shelf.book values (1, ${ada.userId})`);
      await tx.execute(sql`insert into shelf.book values (1, ${ada.userId})`).catch(() => undefined);
    });
    await expect(work).rejects.toMatchObject({ name: "DatabaseError", operation: "commit" });
  });

  it("sends statements side by side one after the other, without a warning of the driver", async () => {
    const warnings: string[] = [];
    const listen = (warning: Error) => warnings.push(warning.message);
    process.on("warning", listen);
    const numbers = await shelf.system((tx) =>
      Promise.all([1, 2, 3].map(async (n) => (await tx.execute<{ n: number }>(sql`select ${n}::int as n`)).rows[0]!.n)),
    );
    await new Promise((turn) => setImmediate(turn));
    process.off("warning", listen);
    expect([numbers, warnings]).toEqual([[1, 2, 3], []]);
  });
});

describe("a caller's role", () => {
  it("holds what migrations granted to the placeholder, which holds nothing, and rows have their guard", async () => {
    await migrate(opened.pool, schemas); // a second start finds nothing to do
    const { rows } =
      await opened.pool.query(`select has_table_privilege('tessera_caller_shelf', 'shelf.book', 'select, insert') as own,
      has_table_privilege('tessera_caller_shelf', 'shelf.book', 'delete') as more, has_table_privilege('tessera_caller', 'shelf.book', 'select') as old,
      (select relrowsecurity from pg_class where oid = 'shelf.book'::regclass) as guarded`);
    expect(rows).toEqual([{ own: true, more: false, old: false, guarded: true }]);
    expect((await shelf.as(ada, (tx) => tx.execute(sql`select * from shelf.book`))).rows).toEqual([]);
  });
});

it("of a newer version is refused by the names of its migrations", async () => {
  await opened.pool.query(
    "insert into kit.migration (schema, name) values ('shelf', '999-future'), ('elsewhere', '001-not-of-this-process')",
  );
  const started = migrate(opened.pool, schemas);
  await expect(started).rejects.toThrow(StartError);
  await expect(started).rejects.toThrow(
    "does not know its migrations shelf/999-future. Start the newer version, or restore",
  );
});
