import { randomUUID } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { Module } from "@nestjs/common";
import { userDeleted } from "@tessera/contracts-identity/events.ts";
import { startServices, type World } from "@tessera/testing/services.ts";
import { until } from "@tessera/testing/until.ts";
import Zip from "adm-zip";
import { sql } from "drizzle-orm";
import { Events, Exports, FileStore, type ServiceDefinition } from "../index.ts";

@Module({})
class DiaryModule {}
@Module({})
class TripsModule {}
@Module({})
class AbsentModule {}

const diary: ServiceDefinition = {
  name: "diary",
  title: "Diary",
  module: DiaryModule,
  schema: "diary",
  migrations: [
    {
      name: "001",
      sql: `create table diary.book (id uuid primary key, who uuid not null, title text not null, secret text, seal bytea,
          folded text generated always as (lower(title)) stored);
        create table diary.page (book uuid references diary.book on delete cascade, number int, text text not null, primary key (book, number));
        create table diary.line (book uuid, number int, text text not null,
          foreign key (book, number) references diary.page on delete cascade);
        create table diary.drawing (id uuid primary key, user_id uuid not null, file_key text not null, name text not null);
        alter table diary.book enable row level security; alter table diary.page enable row level security;
        alter table diary.line enable row level security; alter table diary.drawing enable row level security;`,
    },
  ],
  tables: [
    { table: "book", about: "Your books.", personal: { owner: "who" }, withheld: ["secret"] },
    { table: "page", personal: { with: "book" } },
    { table: "line", personal: { with: "page" } },
    { table: "drawing", personal: { owner: "user_id" }, files: { key: "file_key", name: "name" } },
  ],
  personalFolders: ["diary"],
};
const trips: ServiceDefinition = {
  name: "trips",
  title: "Trips",
  contract: "1.0.0",
  module: TripsModule,
  schema: "trips",
  migrations: [
    {
      name: "001",
      sql: `create table trips.trip (id serial primary key, user_id uuid not null, place text not null);
        alter table trips.trip enable row level security;`,
    },
  ],
  tables: [{ table: "trip", personal: { owner: "user_id" } }],
};

let world: World;
beforeAll(async () => {
  world = await startServices([diary, trips]);
});
afterAll(() => world.stop());

const run = async (statement: ReturnType<typeof sql>) =>
  (await world.database.system((tx) => tx.execute(statement))).rows;
const exportsOf = () => world.application.nest.get(Exports);
const files = () => world.application.nest.get(FileStore);
const keysOf = async ({ userId }: { userId: string }) => {
  const keys: string[] = [];
  for await (const key of files().list(`exports/${userId}`)) keys.push(key);
  return keys;
};

async function person(mark: string): Promise<{ userId: string }> {
  const [userId, book, drawing] = [randomUUID(), randomUUID(), randomUUID()];
  await run(sql`insert into diary.book values (${book}, ${userId}, ${`${mark} book`}, ${`${mark} secret`}, 'seal')`);
  await run(sql`insert into diary.page select ${book}, n, ${mark} || ' page ' || n from generate_series(1, 2500) n`);
  await run(sql`insert into diary.line select ${book}, n, ${mark} || ' line ' || n from generate_series(1, 30) n`);
  await run(sql`insert into trips.trip (user_id, place) values (${userId}, ${`${mark} place`})`);
  await run(
    sql`insert into diary.drawing values (${drawing}, ${userId}, ${`diary/${userId}/${drawing}`}, ${"../a/drawing.png"})`,
  );
  await files().put(`diary/${userId}/${drawing}`, Buffer.from(`${mark} drawing`));
  await files().put(`diary/${userId}/unnamed`, Buffer.from(`${mark} unnamed`));
  return { userId };
}

async function archiveOf(caller: { userId: string }): Promise<Record<string, string>> {
  const { content } = await exportsOf().open(caller);
  const zip = new Zip(await buffer(content));
  return Object.fromEntries(zip.getEntries().map((entry) => [entry.entryName, entry.getData().toString()]));
}

it("holds every row and file of the person and nothing of another, without what proves", async () => {
  const [ines, tomas] = [await person("ines"), await person("tomas")];
  expect(await exportsOf().read(ines)).toBeNull();
  const asked = await exportsOf().request(ines, "/settings");
  expect([asked.state, (await exportsOf().request(ines, "/settings")).id]).toEqual(["running", asked.id]);
  await world.jobsIdle();
  const ready = await exportsOf().read(ines);
  expect(ready).toMatchObject({ id: asked.id, state: "ready", done: 4, total: 4, missing: [], error: null });
  const archive = await archiveOf(ines);
  expect(JSON.parse(archive["diary/page.json"]!)).toHaveLength(2500);
  expect(JSON.parse(archive["diary/line.json"]!)).toHaveLength(30);
  expect(JSON.parse(archive["diary/book.json"]!)).toEqual([
    { id: expect.any(String), who: ines.userId, title: "ines book" },
  ]);
  expect(JSON.parse(archive["trips/trip.json"]!)).toMatchObject([{ place: "ines place" }]);
  expect(JSON.parse(archive["kit/job.json"]!)).toMatchObject([{ queue: "kit.export" }]);
  const drawings = Object.entries(archive).filter(([path]) => path.startsWith("diary/files/"));
  expect(drawings.map(([, content]) => content).sort()).toEqual(["ines drawing", "ines unnamed"]);
  expect(drawings.map(([path]) => path.split("/").at(-1)).sort()).toEqual(["__a_drawing.png", "unnamed"]);
  expect(archive["README.txt"]).toContain("diary/book.json: Your books. (1)");
  const whole = JSON.stringify(archive);
  expect([whole.includes("tomas"), whole.includes(tomas.userId), whole.includes("secret")]).toEqual([
    false,
    false,
    false,
  ]);
  await expect(exportsOf().open(tomas)).rejects.toMatchObject({ code: "export_not_found" });
});

it("replaces an earlier one, and deletes its file after seven days", async () => {
  const ines = await person("second");
  const kept = async () => (await keysOf(ines)).length;
  const first = await exportsOf().request(ines, "/settings");
  await world.jobsIdle();
  const second = await exportsOf().request(ines, "/settings");
  expect(second.id).not.toBe(first.id);
  await world.jobsIdle();
  expect([await kept(), (await exportsOf().read(ines))?.state]).toEqual([1, "ready"]);
  world.clock.advance(7 * 86_400_000 - 1000);
  await exportsOf().purge();
  expect([await kept(), (await exportsOf().read(ines))?.state]).toEqual([1, "ready"]);
  world.clock.advance(2000);
  expect(await exportsOf().read(ines)).toBeNull();
  await exportsOf().purge();
  expect([await kept(), await run(sql`select 1 from kit.export where user_id = ${ines.userId}`)]).toEqual([0, []]);
});

it("is gone with the account", async () => {
  const ines = await person("gone");
  await exportsOf().request(ines, "/settings");
  await world.jobsIdle();
  await world.database.system((tx) => world.application.nest.get(Events).publish(tx, userDeleted, ines));
  await world.jobsIdle();
  expect(await keysOf(ines)).toEqual([]);
  expect(await run(sql`select 1 from kit.export where user_id = ${ines.userId}`)).toEqual([]);
});

it("gathers what services of other processes have", async () => {
  const elsewhere = await startServices([diary]);
  const beside = await elsewhere.startBeside([trips]);
  try {
    const userId = randomUUID();
    await elsewhere.database.system((tx) =>
      tx.execute(sql`insert into trips.trip (user_id, place) values (${userId}, 'elsewhere')`),
    );
    const exports = elsewhere.application.nest.get(Exports);
    await exports.request({ userId }, "/settings");
    await until("the export to be ready", async () => (await exports.read({ userId }))?.state === "ready");
    const { content } = await exports.open({ userId });
    expect(new Zip(await buffer(content)).readAsText("trips/trip.json")).toContain("elsewhere");
  } finally {
    await beside.close();
    await elsewhere.stop();
  }
});

describe("while a part is not given, as no process serves it", () => {
  beforeAll(async () => {
    const absent: ServiceDefinition = {
      name: "absent",
      title: "Absent",
      module: AbsentModule,
      schema: "absent",
      migrations: [],
    };
    await (await world.startBeside([absent])).close();
  });

  const waiting = async () => {
    const ines = await person("waits");
    await exportsOf().request(ines, "/settings");
    await until("the other parts", async () => (await exportsOf().read(ines))?.done === 3);
    return ines;
  };

  it("can be cancelled, and leaves nothing", async () => {
    const ines = await waiting();
    expect(await keysOf(ines)).not.toEqual([]);
    await exportsOf().remove(ines);
    expect(await exportsOf().read(ines)).toBeNull();
    await until(
      "the job to end",
      async () =>
        (await run(sql`select 1 from kit.job where user_id = ${ines.userId} and finished_at is null`)).length === 0,
    );
    expect(await keysOf(ines)).toEqual([]);
    await exportsOf().remove(ines);
  });

  it("is packed without it after a minute, and says so", async () => {
    const ines = await waiting();
    world.clock.advance(61_000);
    await until("the export", async () => (await exportsOf().read(ines))?.state === "ready");
    expect((await exportsOf().read(ines))?.missing).toEqual(["absent"]);
    expect((await archiveOf(ines))["README.txt"]).toContain("Not included, as it does not run: absent");
  });
});
