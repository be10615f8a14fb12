import { randomUUID } from "node:crypto";
import { Purge } from "@tessera/service-kit";
import { startServices, type World } from "@tessera/testing/services.ts";
import { kitTables } from "../../../libs/service-kit/src/tables/table-declaration.ts";
import { services } from "./services.ts";
import { columnsOf, dropChecks, plant } from "./testing/planted.ts";

const all = services({});
const declared = [
  ...all.flatMap(({ schema, tables = [] }) => tables.map((table) => ({ ...table, schema }))),
  ...kitTables,
];
const kept = declared.flatMap((table) => (table.keep ? [{ ...table, keep: table.keep }] : []));
const DAY_MS = 86_400_000;

let world: World;
beforeAll(async () => {
  world = await startServices(all, { ownIdentity: true });
  for (const table of kept) await dropChecks(world, [table]);
});
afterAll(() => world.stop());

it("is declared of what only serves for a time", () => {
  const names = kept.map(({ schema, table }) => `${schema}.${table}`);
  expect(names).toEqual(
    expect.arrayContaining([
      "kit.answer",
      "kit.job",
      "kit.rate_limit",
      "releases.observation",
      "releases.health",
      "billing.webhook_event",
    ]),
  );
});

it.each(kept.map((table) => [`${table.schema}.${table.table}`, table] as const))(
  "purges rows of %s when their time is up",
  async (name, table) => {
    const { pool } = world.database;
    const since = (await columnsOf(world, table)).find((column) => column.name === table.keep.since);
    const margin = since?.type === "date" ? DAY_MS : 60_000;
    const ages = [table.keep.days * DAY_MS + margin, table.keep.days * DAY_MS - margin];
    await pool.query(`delete from ${name}`);
    for (const age of ages) {
      // Each row is of a person of its own: no key stands in the way of the other.
      await plant(world, [table], randomUUID(), `row-${age}`);
      expect(since).toBeDefined();
      await pool.query(`update ${name} set ${table.keep.since} = $1 where ctid = (select max(ctid) from ${name})`, [
        new Date(world.clock.now().getTime() - age).toISOString(),
      ]);
    }
    await world.application.nest.get(Purge).run();
    const { rows } = await pool.query(`select ${table.keep.since} as at from ${name}`);
    expect(rows).toHaveLength(1);
  },
);
