import { randomUUID } from "node:crypto";
import { Module } from "@nestjs/common";
import { userDeleted } from "@tessera/contracts-identity/events.ts";
import { openTestDatabase } from "@tessera/testing/database.ts";
import { startServices, type World } from "@tessera/testing/services.ts";
import { sql } from "drizzle-orm";
import { migrate } from "../database/migrations.ts";
import { Events, FileStore, Jobs, Purge, type ServiceDefinition, type TableDeclaration } from "../index.ts";

const OWN = `alter table a.own enable row level security; create policy own on a.own using (user_id = kit.uid());
  grant select on a.own to tessera_caller;`;
const TABLE = "create table a.own (id uuid primary key, user_id uuid not null, at timestamptz);";
const own: TableDeclaration = { table: "own", personal: { owner: "user_id" } };

describe("a declaration that does not fit", () => {
  let database: Awaited<ReturnType<typeof openTestDatabase>>;
  beforeAll(async () => {
    database = await openTestDatabase();
    await migrate(database.pool, []);
  });
  afterAll(() => database.close());
  beforeEach(() =>
    database.pool.query("drop schema if exists a cascade; delete from kit.migration where schema = 'a'"),
  );

  const start = (statements: string, tables?: TableDeclaration[]) =>
    migrate(database.pool, [{ schema: "a", migrations: [{ name: "001", sql: statements }], tables }]);

  it.each<[string, string, TableDeclaration[] | undefined, string]>([
    ["with a person's column that nobody declared", TABLE, undefined, "a.own has a column user_id"],
    [
      "declared to be nobody's though it has a person's column",
      TABLE,
      [{ table: "own", personal: null }],
      "a.own has a column user_id",
    ],
    [
      "without row-level security",
      "create table a.own (who uuid not null);",
      [{ table: "own", personal: { owner: "who" } }],
      "a.own has people's rows and no row-level security",
    ],
    [
      "that refers to people's rows and is not declared",
      `${TABLE} ${OWN} create table a.part (own uuid references a.own);`,
      [own],
      "a.part refers to a.own",
    ],
    [
      "that goes with another by no foreign key that deletes",
      `${TABLE} ${OWN} create table a.part (own uuid references a.own); alter table a.part enable row level security;`,
      [own, { table: "part", personal: { with: "own" } }],
      "no foreign key deletes its rows",
    ],
    [
      "whose policy lets everybody through",
      `${TABLE} ${OWN} create policy all_rows on a.own using (true);`,
      [own],
      "a policy that does not compare user_id",
    ],
    [
      "that callers may read and nobody owns",
      "create table a.free (id int); grant select on a.free to tessera_caller;",
      [],
      "a.free may be read",
    ],
    ["that does not exist", "create table a.other (id int);", [own], "a.own does not exist"],
    [
      "with a time that does not exist",
      `${TABLE} ${OWN}`,
      [{ ...own, keep: { since: "gone_at", days: 1 } }],
      "a.own has no column gone_at",
    ],
    [
      "that is live without its owner",
      `${TABLE} ${OWN}`,
      [{ ...own, live: { key: "id", columns: ["id"] } }],
      "a.own is live without its owner",
    ],
    [
      "that is live, nobody's, and for nobody",
      "create table a.news (id int);",
      [{ table: "news", personal: null, live: { key: "id", columns: ["id"] } }],
      "a.news is live and nobody's: say to whom",
    ],
    [
      "with people's rows that is live to administrators",
      `${TABLE} ${OWN}`,
      [{ ...own, live: { key: "id", columns: ["id", "user_id"], to: "administrators" } }],
      "live to their owners alone",
    ],
  ])("stops the start: a table %s", async (_name, statements, tables, message) => {
    await expect(start(statements, tables)).rejects.toThrow(message);
  });

  it("lets the start continue when it fits", async () => {
    await start(
      `${TABLE} ${OWN} create table a.part (own uuid references a.own on delete cascade); alter table a.part enable row level security;`,
      [
        { ...own, live: { key: "id", columns: ["id", "user_id"] }, keep: { since: "at", days: 1 } },
        { table: "part", personal: { with: "own" } },
      ],
    );
  });
});

describe("what declarations lead to", () => {
  @Module({})
  class DiaryModule {}
  const diary: ServiceDefinition = {
    name: "diary",
    title: "Diary",
    module: DiaryModule,
    schema: "diary",
    migrations: [
      {
        name: "001",
        sql: `create table diary.page (user_id uuid not null, text text not null, at timestamptz);
              create table diary.visit (who text not null, address text, day int not null default 0);
              alter table diary.page enable row level security; alter table diary.visit enable row level security;`,
      },
    ],
    tables: [
      { table: "page", personal: { owner: "user_id" }, keep: { since: "at", days: 30 } },
      { table: "visit", personal: { owner: "who", clear: ["address", "day"] } },
    ],
    personalFolders: ["diary"],
  };
  let world: World;
  beforeAll(async () => {
    world = await startServices([diary]);
  });
  afterAll(() => world.stop());

  const run = async (statement: ReturnType<typeof sql>) =>
    (await world.database.system((tx) => tx.execute(statement))).rows;
  const erased = async (userId: string) => {
    const events = world.application.nest.get(Events);
    await world.database.system((tx) => events.publish(tx, userDeleted, { userId }));
    await world.jobsIdle();
  };

  it("a deleted account takes its rows, jobs and files along, in batches, and leaves those of others", async () => {
    const [gone, kept] = [randomUUID(), randomUUID()];
    const files = world.application.nest.get(FileStore);
    for (const userId of [gone, kept]) {
      await run(sql`insert into diary.page select ${userId}, 'page ' || n, now() from generate_series(1, 1100) n`);
      await run(sql`insert into diary.visit values (${userId}, '192.0.2.1', 7)`);
      await run(sql`insert into kit.answer (user_id, key, request_hash) values (${userId}, 'k', 'h')`);
      await files.put(`diary/${userId}/one`, Buffer.from("a drawing"));
    }
    await erased(gone);
    const left = (userId: string) =>
      run(sql`select (select count(*)::int from diary.page where user_id = ${userId}) as pages,
      (select count(*)::int from kit.answer where user_id = ${userId}) as answers,
      (select json_agg(v) from diary.visit v where who = ${userId}) as visits`);
    expect(await left(gone)).toEqual([{ pages: 0, answers: 0, visits: [{ who: gone, address: null, day: 0 }] }]);
    expect(await left(kept)).toEqual([
      { pages: 1100, answers: 1, visits: [{ who: kept, address: "192.0.2.1", day: 7 }] },
    ]);
    expect([await files.exists(`diary/${gone}/one`), await files.exists(`diary/${kept}/one`)]).toEqual([false, true]);
  });

  it("what a request in progress wrote after the erasure is erased by the second one", async () => {
    const userId = randomUUID();
    await erased(userId);
    await run(sql`insert into diary.page values (${userId}, 'late', now())`);
    await run(
      sql`update pgboss.job set start_after = now() where name = 'kit.erase-again' and data -> 'payload' ->> 'userId' = ${userId}`,
    );
    const jobs = world.application.nest.get(Jobs);
    await world.database.system((tx) => jobs.send(tx, "kit.erase-again", { userId: randomUUID() }, { hidden: true }));
    await world.jobsIdle();
    expect(await run(sql`select 1 from diary.page where user_id = ${userId}`)).toEqual([]);
  });

  it("rows are purged when their time is up, answers after a day", async () => {
    const userId = randomUUID();
    await run(sql`insert into diary.page values (${userId}, 'old', now() - interval '31 days'), (${userId}, 'young', now() - interval '29 days'),
      (${userId}, 'timeless', null)`);
    await run(sql`insert into kit.answer (user_id, key, request_hash, created_at)
      values (${userId}, 'old', 'h', now() - interval '25 hours'), (${userId}, 'young', 'h', now() - interval '23 hours')`);
    await world.application.nest.get(Purge).run();
    expect(await run(sql`select text from diary.page where user_id = ${userId} order by text`)).toEqual([
      { text: "timeless" },
      { text: "young" },
    ]);
    expect(await run(sql`select key from kit.answer where user_id = ${userId}`)).toEqual([{ key: "young" }]);
  });

  it("ended jobs are purged: their record after 30 days, their data after three; what runs stays", async () => {
    const userId = randomUUID();
    const record = (title: string, ago: string | null) =>
      run(sql`insert into kit.job (id, user_id, queue, title, data, state, finished_at) values (${randomUUID()}, ${userId}, 'q', ${title}, '{}',
        ${ago ? "done" : "running"}, now() - ${ago}::interval)`);
    await record("old", "31 days");
    await record("young", "29 days");
    await record("running", null);
    const jobs = world.application.nest.get(Jobs);
    const send = () => world.database.system((tx) => jobs.send(tx, "kit.purge", { userId }, { hidden: true }));
    const [old, young] = [await send(), await send()];
    await world.jobsIdle();
    await run(sql`update pgboss.job set completed_on = now() - interval '4 days' where id = ${old}`);
    await world.application.nest.get(Purge).run();
    expect(await run(sql`select title from kit.job where user_id = ${userId} order by 1`)).toEqual([
      { title: "running" },
      { title: "young" },
    ]);
    // The job itself stays for the week that is counted.
    const kept = await run(sql`select id, data ? 'payload' as data from pgboss.job where id in (${old}, ${young})`);
    expect(kept.toSorted((a) => (a.id === old ? -1 : 1))).toEqual([
      { id: old, data: false },
      { id: young, data: true },
    ]);
  });
});
