import { openTestDatabase } from "@tessera/testing/database.ts";
import { until } from "@tessera/testing/until.ts";
import { sql } from "drizzle-orm";
import { Database, DatabaseError, type Migration, migrate, type OpenDatabase } from "../index.ts";

let opened: OpenDatabase;
let shelf: Database;
const ada = { userId: "00000000-0000-4000-8000-00000000000a" };
const ben = { userId: "00000000-0000-4000-8000-00000000000b" };
const migrations: Migration[] = [
  {
    name: "001-book",
    sql: `create table shelf.book (id integer primary key, user_id uuid not null, read_at timestamptz);
      create policy own on shelf.book using (user_id = kit.uid()) with check (user_id = kit.uid());
      grant usage on schema shelf to tessera_caller;
      grant select, insert, update, delete on shelf.book to tessera_caller;`,
  },
];

beforeAll(async () => {
  opened = await openTestDatabase();
  await migrate(opened.pool, [
    { schema: "shelf", migrations, tables: [{ table: "book", personal: { owner: "user_id" } }] },
  ]);
  shelf = Database.over(opened.pool, "shelf");
  await shelf.system(async (tx) => {
    await tx.execute(sql`insert into shelf.book values (1, ${ada.userId}), (2, ${ben.userId}), (3, ${ben.userId})`);
  });
});
afterAll(() => opened.close());

const ids = sql`select id from shelf.book order by id`;
const idsOf = async (caller: { userId: string }) =>
  (await shelf.read<{ id: number }>(caller, ids)).rows.map(({ id }) => id);

/** Who a connection of the pool is between two pieces of work. */
async function nobody() {
  const { rows } = await opened.pool.query(
    "select current_user = session_user as own, coalesce(current_setting('request.jwt.claims', true), '') as claims",
  );
  return rows[0];
}

/** Calls of `query` of all leases while `work` runs. */
async function roundTrips(work: () => Promise<unknown>): Promise<number> {
  let count = 0;
  const pool = opened.pool as unknown as Record<"connect" | "query", (...all: unknown[]) => unknown>;
  const [connect, query] = [pool.connect.bind(pool), pool.query.bind(pool)];
  pool.query = (...all) => {
    count += 1;
    return query(...all);
  };
  pool.connect = async () => {
    const lease = (await connect()) as Record<"query", (...all: unknown[]) => unknown>;
    const own = lease.query.bind(lease);
    lease.query = (...all) => {
      count += 1;
      return own(...all);
    };
    return lease;
  };
  await work().finally(() => Object.assign(pool, { connect, query }));
  return count;
}

describe("claims, role and statement in one round trip", () => {
  it("read the rows of their own person on a connection that others used, also once the statement is prepared", async () => {
    for (let turn = 0; turn < 6; turn += 1) {
      expect(await idsOf(ada)).toEqual([1]);
      expect(await idsOf(ben)).toEqual([2, 3]);
      expect(await shelf.as(ada, async (tx) => (await tx.execute(ids)).rows)).toEqual([{ id: 1 }]);
      expect((await shelf.system((tx) => tx.execute(ids))).rows).toHaveLength(3);
      expect(await nobody()).toEqual({ own: true, claims: "" });
    }
  });

  it("keep each person's rows apart under load, with failing statements between them", async () => {
    const one = async (turn: number) => {
      const caller = turn % 2 ? ada : ben;
      if (turn % 5 === 0) {
        await expect(shelf.read(caller, sql`select id / (id - id) from shelf.book`)).rejects.toThrow(DatabaseError);
        return;
      }
      if (turn % 7 === 0) {
        const failing = shelf.as(caller, (tx) => tx.execute(sql`select ${turn}::int / 0`));
        await expect(failing).rejects.toThrow(DatabaseError);
        return;
      }
      expect(await idsOf(caller)).toEqual(turn % 2 ? [1] : [2, 3]);
    };
    await Promise.all(Array.from({ length: 120 }, (_, turn) => one(turn)));
    expect(await nobody()).toEqual({ own: true, claims: "" });
  });

  it("do not run a statement whose claims could not be set: it would have the rights of the connection", async () => {
    const stranger = shelf.of("nowhere");
    await expect(stranger.read(ada, ids)).rejects.toThrow(DatabaseError);
    await expect(stranger.as(ada, (tx) => tx.execute(sql`delete from shelf.book where id > ${0}`))).rejects.toThrow(
      DatabaseError,
    );
    await expect(stranger.as(ada, (tx) => tx.execute("delete from shelf.book"))).rejects.toThrow(DatabaseError);
    expect((await shelf.system((tx) => tx.execute(ids))).rows).toHaveLength(3);
    expect(await nobody()).toEqual({ own: true, claims: "" });
  });

  const onServer = process.env.TEST_DATABASE_URL ? it : it.skip;
  onServer("leave nothing of a caller on a connection whose statement was cancelled", async () => {
    const mark = `cancelled ${crypto.randomUUID()}`;
    const sleeping = shelf.read(ada, sql`select pg_sleep(60), ${mark}::text as mark /* to be cancelled */`);
    const failed = expect(sleeping).rejects.toMatchObject({ code: "57014" });
    const cancel = async () => {
      const { rows } = await opened.pool.query(
        `select pg_cancel_backend(pid) from pg_stat_activity
         where query like '%to be cancelled%' and pid <> pg_backend_pid() and datname = current_database()`,
      );
      return rows.length > 0;
    };
    await until("the statement to run", cancel);
    await failed;
    expect(await nobody()).toEqual({ own: true, claims: "" });
    expect(await idsOf(ben)).toEqual([2, 3]);
  });

  it("refuse to write where something is only read", async () => {
    const write = shelf.read(ada, sql`delete from shelf.book where id = ${1} returning id`);
    await expect(write).rejects.toMatchObject({ code: "25006" });
    expect(await idsOf(ada)).toEqual([1]);
  });

  it("answer a value that cannot be written with its error, and leave the connection usable", async () => {
    const broken = { toPostgres: () => assertNever() };
    const insert = (value: unknown) =>
      shelf.as(ada, (tx) => tx.execute(sql`insert into shelf.book values (${sql.param(value)}, ${ada.userId})`));
    await expect(insert(broken)).rejects.toThrow(DatabaseError);
    expect(await idsOf(ada)).toEqual([1]);
  });

  it("take as many round trips as there are statements, and one less with the commit in the last", async () => {
    expect(await roundTrips(() => idsOf(ada))).toBe(1);
    const two = shelf.as.bind(shelf, ada, async (tx) => {
      await tx.execute(ids);
      return shelf.finish(tx, sql`update shelf.book set read_at = now() where id = ${1} returning id`);
    });
    expect(await roundTrips(two)).toBe(2);
    expect(await roundTrips(() => shelf.as(ada, async () => undefined))).toBe(0);
  });
});

describe("the last statement of a transaction with its commit", () => {
  it("keeps what was done, and nothing can be asked afterwards", async () => {
    const asked = shelf.as(ada, async (tx) => {
      await shelf.finish(tx, sql`insert into shelf.book values (${10}, ${ada.userId})`);
      await tx.execute(ids);
    });
    await expect(asked).rejects.toThrow("The transaction has ended");
    expect(await idsOf(ada)).toEqual([1, 10]);
  });

  it("undoes everything when it fails", async () => {
    const failing = shelf.as(ada, async (tx) => {
      await tx.execute(sql`insert into shelf.book values (${11}, ${ada.userId})`);
      await shelf.finish(tx, sql`insert into shelf.book values (${12}, ${ben.userId})`);
    });
    await expect(failing).rejects.toMatchObject({ code: "42501" });
    expect(await idsOf(ada)).toEqual([1, 10]);
  });

  it("commits nothing of a transaction that was joined: the outer one may still fail", async () => {
    const outer = shelf.as(ada, async () => {
      await shelf.as(ada, (tx) => shelf.finish(tx, sql`insert into shelf.book values (${13}, ${ada.userId})`));
      throw new Error("the outer one fails");
    });
    await expect(outer).rejects.toThrow("the outer one fails");
    expect(await idsOf(ada)).toEqual([1, 10]);
  });
});

it("a prepared statement whose columns changed meanwhile is prepared again, and nobody notices", async () => {
  const all = sql`select * from shelf.book where id > ${0} order by id`;
  const lists = [
    () => shelf.read(ada, all),
    () => shelf.as(ada, (tx) => tx.execute(all)),
    () => shelf.statement((tx) => tx.execute(all)),
  ];
  // At once, so that each connection of the pool has it.
  const everywhere = (list: () => Promise<{ rows: object[] }>) => Promise.all(Array.from({ length: 30 }, list));
  for (const [at, list] of lists.entries()) {
    await everywhere(list);
    await opened.pool.query(`alter table shelf.book add column pages_${at} integer`);
    for (const { rows } of await everywhere(list)) expect(Object.keys(rows[0]!)).toContain(`pages_${at}`);
  }
});

function assertNever(): never {
  throw new Error("cannot be written");
}
