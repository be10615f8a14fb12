import { randomUUID } from "node:crypto";
import { Module } from "@nestjs/common";
import { startServices, type World } from "@tessera/testing/services.ts";
import { until } from "@tessera/testing/until.ts";
import { sql } from "drizzle-orm";
import { type Change, Changes, type ServiceDefinition } from "../index.ts";

@Module({})
class ShelfModule {}
const shelf: ServiceDefinition = {
  name: "shelf",
  title: "Shelf",
  module: ShelfModule,
  schema: "shelf",
  migrations: [
    {
      name: "001-shelf",
      sql: `create table shelf.book (id integer primary key, user_id uuid not null, title text not null, at timestamptz, body text);
            alter table shelf.book enable row level security;
            create policy own on shelf.book using (user_id = kit.uid()) with check (user_id = kit.uid());
            grant usage on schema shelf to tessera_caller; grant select, insert, update, delete on shelf.book to tessera_caller;`,
    },
  ],
  tables: [
    { table: "book", personal: { owner: "user_id" }, live: { key: "id", columns: ["id", "user_id", "title", "at"] } },
  ],
};

let world: World;
let changes: Changes;
let feed: { close(): Promise<void> };
let received: Change[] = [];

beforeAll(async () => {
  world = await startServices([shelf]);
  changes = world.application.nest.get(Changes);
  feed = await changes.follow({
    missed: () => undefined,
    changed: (change) => received.push(change),
  });
});
beforeEach(() => {
  received = [];
});
afterAll(async () => {
  await feed.close();
  await world.stop();
});

const heardOf = (count: number) =>
  until(`${count} changes`, () => received.length >= count, { state: () => received.map(({ record }) => record) });
const as = (userId: string, statement: ReturnType<typeof sql>) =>
  world.database.of("shelf").as({ userId }, (tx) => tx.execute(statement));
const written = async () =>
  (await world.database.system((tx) => tx.execute<{ n: number }>(sql`select count(*)::int as n from kit.change`)))
    .rows[0]!.n;

it("delivers what watched people changed, in the order of their commits, with the published columns alone", async () => {
  const ada = randomUUID();
  const table = (await changes.tables()).get("shelf.book")!;
  expect(table.columns).toEqual([
    { name: "id", type: "int4" },
    { name: "user_id", type: "uuid" },
    { name: "title", type: "text" },
    { name: "at", type: "timestamptz" },
  ]);
  const end = await changes.watch(table, ada);
  await as(
    ada,
    sql`insert into shelf.book select n, ${ada}, 'b' || n, '2026-01-01 01:00+01', 'long' from generate_series(1, 3) n`,
  );
  await as(ada, sql`update shelf.book set title = 'new' where id = 2`);
  await as(ada, sql`delete from shelf.book where id = 1`);
  await heardOf(5);
  expect(received.map(({ type, userId, record }) => [type, userId, record.id, record.title])).toEqual([
    ["INSERT", ada, 1, "b1"],
    ["INSERT", ada, 2, "b2"],
    ["INSERT", ada, 3, "b3"],
    ["UPDATE", ada, 2, "new"],
    ["DELETE", ada, 1, "b1"],
  ]);
  expect(received[0]!.record).toEqual({ id: 1, user_id: ada, title: "b1", at: "2026-01-01T00:00:00+00:00" });
  end();
});

it("writes nothing for those nobody watches, nor what was rolled back", async () => {
  const [ada, bob] = [randomUUID(), randomUUID()];
  const table = (await changes.tables()).get("shelf.book")!;
  const end = await changes.watch(table, ada);
  const before = await written();
  await as(bob, sql`insert into shelf.book values (20, ${bob}, 'of Bob')`);
  expect(await written()).toBe(before);
  await expect(
    world.database.of("shelf").as({ userId: ada }, async (tx) => {
      await tx.execute(sql`insert into shelf.book values (21, ${ada}, 'never')`);
      throw new Error("changed my mind");
    }),
  ).rejects.toThrow("changed my mind");
  await as(ada, sql`insert into shelf.book values (22, ${ada}, 'kept')`);
  await heardOf(1);
  expect(received.map((change) => change.record.title)).toEqual(["kept"]);
  end();
});

it("delivers everybody's rows to a follower that may see all", async () => {
  const [ada, bob] = [randomUUID(), randomUUID()];
  const end = await changes.watch((await changes.tables()).get("shelf.book")!, null);
  await as(ada, sql`insert into shelf.book values (30, ${ada}, 'a')`);
  await as(bob, sql`insert into shelf.book values (31, ${bob}, 'b')`);
  await heardOf(2);
  expect(received.map((change) => change.userId)).toEqual([ada, bob]);
  end();
});

it("keeps its tables out of a caller's reach", async () => {
  for (const table of ["change", "change_listener", "publication"])
    await expect(as(randomUUID(), sql.raw(`select * from kit.${table}`))).rejects.toMatchObject({ code: "42501" });
});
