// A process that does 1,000 metered operations, counts them meanwhile, and kills itself where KILL says;
// usage/killed.spec.ts starts it. An operation that was done already is tried again, as a job's second attempt does.
import { Module } from "@nestjs/common";
import { enrichment, METERS } from "@tessera/contracts-billing/meters.ts";
import { createApplication, type ServiceDefinition, Usage } from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import { billingService } from "../index.ts";
import { CountUsage } from "../usage/count-usage.ts";
import { Standings } from "../usage/standings.ts";
import { stripeSandboxService } from "./sandbox.ts";

const OPERATIONS = 1_000;
/** Operations in one transaction: each commit waits for the disk. */
const TOGETHER = 10;

@Module({})
class NotesModule {}
const notes: ServiceDefinition = {
  name: "notes",
  title: "Notes",
  module: NotesModule,
  schema: "notes",
  migrations: [
    {
      name: "001-notes",
      sql: `create table notes.note (n int primary key, user_id uuid not null);
        alter table notes.note enable row level security;
        create policy own on notes.note using (user_id = kit.uid()) with check (user_id = kit.uid());
        grant usage on schema notes to tessera_caller;
        grant select, insert on notes.note to tessera_caller;`,
    },
  ],
  tables: [{ table: "note", personal: { owner: "user_id" } }],
  contributes: { [METERS]: [enrichment] },
};

const { USER_ID = "", KILL } = process.env;
const caller = { userId: USER_ID };
const application = await createApplication([billingService, stripeSandboxService, notes], {
  environment: process.env,
});
const usage = application.nest.get(Usage);
const counting = application.nest.get(CountUsage);
const standings = application.nest.get(Standings);
const database = application.database.of("notes");
const die = (at: string) => {
  if (KILL === at) process.kill(process.pid, "SIGKILL");
};
const sums = async () => {
  const { rows } = await application.database.system((tx) =>
    tx.execute<Record<string, string>>(sql`select
      (select count(*) from notes.note) as done,
      (select coalesce(sum(quantity), 0) from kit.usage) as ledger,
      (select coalesce(sum(quantity), 0) from billing.usage_day)
        + (select coalesce(sum(quantity), 0) from kit.usage where not counted) as sums`),
  );
  return Object.values(rows[0]!).map(Number);
};

const before = await sums();
const follow = standings.follow.bind(standings);
let batches = 0;
standings.follow = async (tx, counted) => {
  await follow(tx, counted);
  batches += 1;
  if (batches === 3) die("while it counts");
};
for (let first = 1; first <= OPERATIONS; first += TOGETHER) {
  await database.as(caller, async (tx) => {
    for (let n = first; n < first + TOGETHER; n++) {
      await tx.execute(sql`insert into notes.note (n, user_id) values (${n}, ${USER_ID}) on conflict do nothing`);
      await usage.record(tx, { meter: enrichment, quantity: 1, account: USER_ID, key: `note ${n}` });
      if (n === OPERATIONS / 2) die("within an operation");
    }
  });
  if (first % 100 === 1) await counting.run();
}
await counting.run();
const { rows } = await application.database.system((tx) =>
  tx.execute<{ used: string }>(sql`select used from kit.usage_standing where user_id = ${USER_ID}`),
);
const said = { before, after: await sums(), standing: rows.map(({ used }) => Number(used)) };
await new Promise<void>((written) => process.stdout.write(JSON.stringify(said), () => written()));
await application.close();
