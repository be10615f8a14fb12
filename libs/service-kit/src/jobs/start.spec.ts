import { Module, type OnModuleInit } from "@nestjs/common";
import { defineEvent } from "@tessera/contracts-core/define-event.ts";
import { startServices, type World } from "@tessera/testing/services.ts";
import { z } from "zod";
import { Events, Jobs, type ServiceDefinition } from "../index.ts";

const tideTurned = defineEvent("tides.turned", z.object({ metres: z.number() }), "The tide turned.");

@Module({})
class TidesModule implements OnModuleInit {
  constructor(
    private readonly jobs: Jobs,
    private readonly events: Events,
  ) {}
  onModuleInit() {
    this.jobs.define("tides.note", { retryLimit: 2 }, async () => undefined);
    this.jobs.schedule("tides.note", "20 3 * * 1", { name: "Note tides", does: "Notes the tides." });
    this.jobs.define("tides.look", {}, async () => undefined);
    this.jobs.schedule("tides.look", "*/30 * * * * *", { name: "Look", does: "Looks at the water." });
    this.events.on(tideTurned, "tides", async () => undefined);
  }
}

const tides: ServiceDefinition = {
  name: "tides",
  title: "Tides",
  module: TidesModule,
  schema: "tides",
  migrations: [],
};

describe("the queues, schedules and subscriptions of a start", () => {
  let world: World;
  beforeAll(async () => {
    world = await startServices([tides]);
  });
  afterAll(() => world.stop());

  /** What pg-boss keeps of them, and when each was written. */
  const kept = async () => {
    const { rows } = await world.database.pool.query<{ name: string; is: string; at: string }>(`
      select name, retry_limit::text as is, updated_on::text as at from pgboss.queue where name like '%tides%'
      union all select name, cron, updated_on::text from pgboss.schedule
      union all select event, name, updated_on::text from pgboss.subscription order by 1, 2`);
    return rows;
  };
  const meant = async () => (await kept()).map(({ name, is }) => `${name} ${is}`);

  it("are left as they are where they are right", async () => {
    const before = await kept();
    expect(before.map(({ name }) => name)).toEqual(
      expect.arrayContaining(["tides.note", "tides.look", "tides.turned", "event.tides.turned.tides"]),
    );
    await world.restart();
    expect(await kept()).toEqual(before);
  });

  it("are mended where another version left them otherwise", async () => {
    const before = await meant();
    await world.database.pool.query(`
      update pgboss.queue set retry_limit = 99 where name = 'tides.note';
      update pgboss.schedule set cron = '0 0 * * *' where name = 'tides.note';
      insert into pgboss.schedule (name, key, cron, data) values ('tides.look', '', '* * * * *', '{}');
      delete from pgboss.subscription`);
    expect(await meant()).not.toEqual(before);
    await world.restart();
    expect(await meant()).toEqual(before);
  });
});
