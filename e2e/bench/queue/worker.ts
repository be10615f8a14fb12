// A process that works on jobs, and is killed: each job writes its effect, which can be done twice without harm, and
// counts that it ran. With SEND it first sends so many jobs, in one transaction.
import { Module, type OnModuleInit } from "@nestjs/common";
import { createApplication, Database, Jobs, type ServiceDefinition } from "@tessera/service-kit";
import { sql } from "drizzle-orm";

const { SEND = "0", PERSON = "" } = process.env;
const QUEUE = "bench.effect";

@Module({})
class EffectsModule implements OnModuleInit {
  constructor(
    private readonly jobs: Jobs,
    private readonly database: Database,
  ) {}
  onModuleInit() {
    const options = { title: ({ n }: { n: number }) => `Effect ${n}`, concurrency: 4, retryLimit: 1 };
    this.jobs.define<{ n: number }>(QUEUE, options, async ({ data: { n } }) => {
      await this.database.system(async (tx) => {
        await tx.execute(sql`insert into bench.run (n) values (${n})`);
        await tx.execute(sql`insert into bench.effect (n) values (${n}) on conflict do nothing`);
      });
    });
  }
}

const service: ServiceDefinition = {
  name: "bench",
  title: "Bench",
  module: EffectsModule,
  schema: "bench",
  migrations: [
    {
      name: "001-effects",
      sql: "create table bench.effect (n integer primary key); create table bench.run (n integer not null);",
    },
  ],
};

const application = await createApplication([service], { environment: process.env as Record<string, string> });
await application.listen();
const jobs = application.nest.get(Jobs);
await application.database.system(async (tx) => {
  for (let n = 0; n < Number(SEND); n += 1) await jobs.send(tx, QUEUE, { n }, { userId: PERSON });
});
process.stdout.write("runs at work\n");
