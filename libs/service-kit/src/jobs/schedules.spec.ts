import { Module, type OnModuleInit } from "@nestjs/common";
import { startServices, type World } from "@tessera/testing/services.ts";
import { until } from "@tessera/testing/until.ts";
import { sql } from "drizzle-orm";
import { Jobs, Schedules, type ServiceDefinition } from "../index.ts";

let ran = 0;
let fail = false;
let ticks = 0;

@Module({})
class BellsModule implements OnModuleInit {
  constructor(private readonly jobs: Jobs) {}
  onModuleInit() {
    this.jobs.define("bells.ring", { retryLimit: 0 }, async () => {
      if (fail) throw new Error("The rope is torn");
      ran += 1;
    });
    this.jobs.define("bells.tick", { retryLimit: 0 }, async () => {
      ticks += 1;
    });
    this.jobs.schedule("bells.tick", "*/2 * * * * *", { name: "Tick", does: "Ticks." });
    this.jobs.schedule("bells.ring", "20 3 * * 1", { name: "Ring the bells", does: "Rings each bell once." });
  }
}

const bells: ServiceDefinition = {
  name: "bells",
  title: "Bells",
  module: BellsModule,
  schema: "bells",
  migrations: [],
};

describe("schedules", () => {
  let world: World;
  const schedules = () => world.application.nest.get(Schedules);
  const ring = () => schedules().get("bells.ring");
  /** What pg-boss does when the time has come: it sends what the schedule holds. */
  const clockStrikes = async () => {
    await world.database.system((tx) =>
      tx.execute(sql`insert into pgboss.job (name, data, retry_limit)
        select name, data, 0 from pgboss.schedule where name = 'bells.ring'`),
    );
    await world.jobsIdle();
  };
  const runNow = async () => {
    await schedules().runNow("bells.ring");
    await world.jobsIdle();
  };

  beforeAll(async () => {
    world = await startServices([bells]);
  });
  afterAll(() => world.stop());
  beforeEach(() => {
    ran = 0;
    fail = false;
  });

  it("say in words what they do, when, and the next runs", async () => {
    const schedule = await ring();
    expect(schedule).toMatchObject({
      ...{ name: "Ring the bells", does: "Rings each bell once.", pausedAt: null, runs: [], underWay: false },
      when: "At 03:20, only on Monday (UTC)",
    });
    expect(schedule.nextRuns).toHaveLength(3);
    for (const at of schedule.nextRuns) expect(new Date(at).toUTCString()).toMatch(/^Mon, .* 03:20:00 GMT$/);
    expect((await schedules().list()).map(({ name }) => name)).toContain("Ring the bells");
  });

  it("keep how each run ended, scheduled or by hand", async () => {
    await clockStrikes();
    fail = true;
    await runNow();
    expect(ran).toBe(1);
    const { runs } = await ring();
    expect(runs.map(({ asked, outcome, error }) => ({ asked, outcome, error }))).toEqual([
      { asked: true, outcome: "failed", error: "The rope is torn" },
      { asked: false, outcome: "done", error: null },
    ]);
    expect(runs.every(({ endedAt }) => endedAt !== null)).toBe(true);
  });

  it("that are paused start no scheduled run, in any process and after a restart, but do by hand", async () => {
    expect((await schedules().pause("bells.ring", true)).nextRuns).toEqual([]);
    await world.restart();
    await clockStrikes();
    expect(ran).toBe(0);
    expect((await ring()).pausedAt).not.toBeNull();
    await runNow();
    expect(ran).toBe(1);

    await schedules().pause("bells.ring", false);
    await clockStrikes();
    await until("the resumed schedule to run", async () => ran === 2);
    expect((await ring()).pausedAt).toBeNull();
  });

  it("keep the newest 20 runs", async () => {
    for (let n = 0; n < 22; n++) await runNow();
    expect((await ring()).runs).toHaveLength(20);
  });

  it("run several times a minute, once for all processes, and not while they are paused", async () => {
    const done = async () => {
      const { rows } = await world.database.system((tx) =>
        tx.execute<{ count: number; slots: number }>(sql`select count(*)::int as count,
          count(distinct singleton_on)::int as slots from pgboss.job where name = 'bells.tick' and state = 'completed'`),
      );
      return rows[0]!;
    };
    await world.startBeside([bells]);
    await until("it to have run three times", async () => (await done()).count >= 3);
    const { count, slots } = await done();
    expect(slots).toBe(count);
    const tick = await schedules().get("bells.tick");
    expect(tick).toMatchObject({ when: "Every 2 seconds", pausedAt: null });
    expect(tick.runs[0]).toMatchObject({ asked: false });
    const [first, second] = tick.nextRuns.map((at) => Date.parse(at));
    expect(second! - first!).toBe(2000);

    await schedules().pause("bells.tick", true);
    await world.jobsIdle();
    const [ran, before] = [ticks, (await done()).count];
    await until("the clock to have struck", async () => (await done()).count > before + 1);
    expect(ticks).toBe(ran);
  });

  it("that nobody declared are refused", async () => {
    await expect(schedules().runNow("bells.silence")).rejects.toMatchObject({ code: "schedule_not_found" });
    await expect(schedules().pause("bells.silence", true)).rejects.toMatchObject({ code: "schedule_not_found" });
  });
});
