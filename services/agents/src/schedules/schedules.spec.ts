import type { NewAgent } from "@tessera/contracts-agents/agents.ts";
import { MAX_SCHEDULES, OFFLINE_MODEL_ID } from "@tessera/contracts-agents/limits.ts";
import { APPROVAL_KIND } from "@tessera/contracts-agents/runs.ts";
import type { NewAgentSchedule } from "@tessera/contracts-agents/schedules.ts";
import { accountRestored, accountSuspended, addressChanged } from "@tessera/contracts-identity/events.ts";
import { Events, PlanStandings } from "@tessera/service-kit";
import { until } from "@tessera/testing/until.ts";
import { sql } from "drizzle-orm";
import { type AgentsWorld, startAgents } from "../testing/agents-world.ts";
import { entries } from "../testing/tools-service.ts";
import { runIdOf, StartScheduled } from "./start-scheduled.ts";

let world: AgentsWorld;
beforeAll(async () => {
  world = await startAgents({ INTERNAL_EMAIL_DOMAIN: "tessera.example" });
});
// A Thursday; in Berlin it is 08:30.
beforeEach(() => world.clock.set("2026-11-26T07:30:00Z"));
afterEach(() => {
  world.models.release();
  Object.assign(world.models, { answers: [], asked: [] });
});
afterAll(() => world.stop());

type Agents = Awaited<ReturnType<AgentsWorld["person"]>>["agents"];
const newAgent: NewAgent = {
  ...{ name: "Clerk", icon: "bot", instructions: "", modelId: null, fallbackModelId: null, temperature: null },
  ...{ maxOutputTokens: 100, dayLimitMicros: null, monthLimitMicros: null, tools: { create_card: "ask" } },
};
const morning = (): NewAgentSchedule => ({
  ...{ id: crypto.randomUUID(), prompt: "Write the day up", rhythm: { every: "weekday" } },
  ...{ time: "09:00", timeZone: "Europe/Berlin" },
});
const start = () => world.application.nest.get(StartScheduled).run();
const system = (query: ReturnType<typeof sql>) => world.database.system((tx) => tx.execute(query));

/** Writes the plan as billing does. */
const holds = (userId: string, openUntil: Date | "infinity" | null) =>
  world.database.system((tx) =>
    world.application.nest
      .get(PlanStandings)
      .write(tx, "sandbox", [
        { userId, openUntil, planId: "studio", cardLimit: 7, storageLimit: 5_000_000_000, limits: {} },
      ]),
  );

/** A person with an open plan, and an agent that uses the model server. */
async function equipped(tools: NewAgent["tools"] = {}) {
  const { userId, agents } = await world.person();
  await holds(userId, "infinity");
  const provider = await agents.createProvider(
    { name: "Local", kind: "openai-compatible", baseUrl: world.models.url },
    crypto.randomUUID(),
  );
  await agents.checkProvider(provider.id);
  const model = (await agents.models()).items.find(({ id, name }) => id !== OFFLINE_MODEL_ID && name === "small")!;
  const agent = await agents.createAgent({ ...newAgent, tools, modelId: model.id }, crypto.randomUUID());
  return { userId, agents, agent };
}
const only = async (agents: Agents, agentId: string) => (await agents.schedules(agentId)).items[0]!;
const runsOf = async (agents: Agents, agentId: string) => (await agents.runs({ agent: agentId })).items;
const over = (agents: Agents, id: string) =>
  until("the run to be over", async () => {
    const run = await agents.run(id);
    return run.finishedAt !== null && run;
  });

test("a due run starts exactly once, and never early, however many workers take it", async () => {
  const { userId, agents, agent } = await equipped();
  const schedule = await agents.createSchedule(agent.id, morning());
  expect(schedule).toMatchObject({ paused: null, nextAt: "2026-11-26T08:00:00.000Z", lastRun: null, skipped: null });
  world.clock.set("2026-11-26T07:59:59Z");
  await start();
  expect(await runsOf(agents, agent.id)).toEqual([]);
  world.clock.set("2026-11-26T08:00:20Z");
  await Promise.all(Array.from({ length: 5 }, start));
  const [run, ...others] = await runsOf(agents, agent.id);
  expect(others).toEqual([]);
  expect(run).toMatchObject({
    id: runIdOf(schedule.id, new Date("2026-11-26T08:00:00Z")),
    task: "Write the day up",
  });
  await over(agents, run!.id);
  const { rows } = await system(sql`
    select card_limit, storage_limit::text, time_zone from agents.run where user_id = ${userId}`);
  expect(rows).toEqual([{ card_limit: 7, storage_limit: "5000000000", time_zone: "Europe/Berlin" }]);
  expect(await only(agents, agent.id)).toMatchObject({
    nextAt: "2026-11-27T08:00:00.000Z",
    lastRun: { id: run!.id, state: "done" },
    skipped: null,
  });
});

test("a failure rolls back both the run and the next time, and does not block other schedules", async () => {
  const [one, two] = [await equipped(), await equipped()];
  await one.agents.createSchedule(one.agent.id, { ...morning(), prompt: "Broken" });
  await two.agents.createSchedule(two.agent.id, morning());
  await system(sql`
    create function agents.broken() returns trigger language plpgsql as $$ begin raise exception 'broken'; end $$`);
  await system(sql`
    create trigger broken after update on agents.schedule for each row when (new.prompt = 'Broken')
      execute function agents.broken()`);
  world.clock.set("2026-11-26T08:00:00Z");
  try {
    await start();
    expect([await runsOf(one.agents, one.agent.id), (await only(one.agents, one.agent.id)).nextAt]).toEqual([
      [],
      "2026-11-26T08:00:00.000Z",
    ]);
    expect(await runsOf(two.agents, two.agent.id)).toHaveLength(1);
  } finally {
    await system(sql`drop function agents.broken cascade`);
  }
  await start();
  expect(await runsOf(one.agents, one.agent.id)).toHaveLength(1);
  for (const { agents, agent } of [one, two]) await over(agents, (await runsOf(agents, agent.id))[0]!.id);
});

test("after days of downtime one run stands for all that were missed", async () => {
  const { agents, agent } = await equipped();
  const { id } = await agents.createSchedule(agent.id, morning());
  world.clock.set("2026-12-02T20:00:00Z");
  await start();
  await start();
  const runs = await runsOf(agents, agent.id);
  expect(runs.map((run) => run.id)).toEqual([runIdOf(id, new Date("2026-11-26T08:00:00Z"))]);
  expect((await only(agents, agent.id)).nextAt).toBe("2026-12-03T08:00:00.000Z");
  await over(agents, runs[0]!.id);
});

test("a step that needs approval waits in the queue, and the following runs are skipped meanwhile", async () => {
  const { userId, agents, agent } = await equipped({ create_card: "ask" });
  const { id } = await agents.createSchedule(agent.id, morning());
  world.models.answers = [{ toolCalls: [{ name: "create_card", arguments: { title: "Milk" } }] }];
  world.clock.set("2026-11-26T08:00:00Z");
  await start();
  const [run] = await runsOf(agents, agent.id);
  await until("the run to ask", async () => (await agents.run(run!.id)).state === "asking");
  await world.jobsIdle();
  expect(entries.filter((entry) => entry.userId === userId)).toMatchObject([{ kind: APPROVAL_KIND }]);
  await expect(agents.runSchedule(id, crypto.randomUUID())).rejects.toMatchObject({ code: "schedule_still_runs" });
  world.clock.set("2026-11-27T08:00:00Z");
  await start();
  expect(await runsOf(agents, agent.id)).toHaveLength(1);
  expect(await only(agents, agent.id)).toMatchObject({
    skipped: { at: "2026-11-27T08:00:00.000Z", because: "open" },
    nextAt: "2026-11-30T08:00:00.000Z",
    lastRun: { id: run!.id, state: "asking" },
  });
  await agents.decideStep(run!.id, 2, { action: "deny", reason: "" });
  await over(agents, run!.id);
  world.clock.set("2026-11-30T08:00:00Z");
  await start();
  expect(await only(agents, agent.id)).toMatchObject({ skipped: null, nextAt: "2026-12-01T08:00:00.000Z" });
  const [second] = await runsOf(agents, agent.id);
  expect(second!.id).not.toBe(run!.id);
  await over(agents, second!.id);
});

test("a run is skipped while the person has the maximum of open runs", async () => {
  const { userId, agents, agent } = await equipped();
  await agents.createSchedule(agent.id, morning());
  await system(sql`
    insert into agents.run (id, user_id, agent_id, agent_name, task, state, created_at)
    select gen_random_uuid(), ${userId}, ${agent.id}, 'Clerk', 'Wait', 'asking', now() from generate_series(1, 100)`);
  world.clock.set("2026-11-26T08:00:00Z");
  await start();
  expect((await only(agents, agent.id)).skipped).toMatchObject({ because: "runs" });
});

test.each([
  ["none", undefined],
  ["ended", null],
  ["ended by time", new Date("2026-11-26T08:00:00Z")],
])("without an open plan (%s) a schedule is paused with the reason, and does not run", async (_, openUntil) => {
  const { userId, agents, agent } = await equipped();
  const { id } = await agents.createSchedule(agent.id, morning());
  if (openUntil === undefined) await system(sql`delete from kit.plan_standing where user_id = ${userId}`);
  else await holds(userId, openUntil);
  world.clock.set("2026-11-26T08:00:00Z");
  await start();
  expect(await runsOf(agents, agent.id)).toEqual([]);
  expect(await only(agents, agent.id)).toMatchObject({ paused: "plan", nextAt: null, skipped: null });
  await holds(userId, "infinity");
  // Pausing it by hand keeps the reason.
  expect((await agents.changeSchedule(id, { paused: true })).paused).toBe("plan");
  expect(await agents.changeSchedule(id, { paused: false })).toMatchObject({
    ...{ paused: null, nextAt: "2026-11-27T08:00:00.000Z" },
  });
});

test("a schedule that the plan paused continues when the plan opens agents again, others stay paused", async () => {
  const { userId, agents, agent } = await equipped();
  await agents.createSchedule(agent.id, morning());
  const other = await equipped();
  await other.agents.createSchedule(other.agent.id, { ...morning(), paused: true });
  await holds(userId, null);
  world.clock.set("2026-11-26T08:00:00Z");
  await start();
  await start();
  expect((await only(agents, agent.id)).paused).toBe("plan");
  world.clock.set("2026-11-27T09:00:00Z");
  await holds(userId, "infinity");
  await start();
  expect(await only(agents, agent.id)).toMatchObject({ paused: null, nextAt: "2026-11-30T08:00:00.000Z" });
  expect(await runsOf(agents, agent.id)).toEqual([]);
  expect((await only(other.agents, other.agent.id)).paused).toBe("person");
  world.clock.set("2026-11-30T08:00:00Z");
  await start();
  expect(await runsOf(agents, agent.id)).toHaveLength(1);
});

test("people of the internal domain need no plan until their address changes", async () => {
  const userId = crypto.randomUUID();
  const { agentsClient } = await import("@tessera/contracts-agents/client.ts");
  const agents = agentsClient(world.client(await world.token({ userId, email: "ines@tessera.example" })));
  const agent = await agents.createAgent({ ...newAgent, tools: {} }, crypto.randomUUID());
  await agents.createSchedule(agent.id, morning());
  world.clock.set("2026-11-26T08:00:00Z");
  await start();
  const [run] = await runsOf(agents, agent.id);
  await over(agents, run!.id);
  await world.database.system((tx) =>
    world.application.nest.get(Events).publish(tx, addressChanged, { userId, email: "ines@example.com" }),
  );
  await world.jobsIdle();
  world.clock.set("2026-11-27T08:00:00Z");
  await start();
  expect(await runsOf(agents, agent.id)).toHaveLength(1);
  expect((await only(agents, agent.id)).paused).toBe("plan");
});

test("a ban stops open runs and pauses schedules", async () => {
  const { userId, agents, agent } = await equipped({ create_card: "ask" });
  const other = await equipped();
  const { id } = await agents.createSchedule(agent.id, morning());
  const own = await agents.createSchedule(agent.id, { ...morning(), paused: true });
  await other.agents.createSchedule(other.agent.id, morning());
  world.models.answers = [{ toolCalls: [{ name: "create_card", arguments: { title: "Milk" } }] }];
  const run = await agents.runSchedule(id, crypto.randomUUID());
  await until("the run to ask", async () => (await agents.run(run.id)).state === "asking");
  await world.database.system((tx) => world.application.nest.get(Events).publish(tx, accountSuspended, { userId }));
  await world.jobsIdle();
  expect((await agents.run(run.id)).state).toBe("stopped");
  world.clock.set("2026-11-26T08:00:00Z");
  await start();
  expect(await runsOf(agents, agent.id)).toHaveLength(1);
  const paused = Object.fromEntries((await agents.schedules(agent.id)).items.map((one) => [one.id, one.paused]));
  expect(paused).toEqual({ [id]: "account", [own.id]: "person" });
  const [others] = await runsOf(other.agents, other.agent.id);
  await over(other.agents, others!.id);
  expect(await agents.changeSchedule(id, { paused: false })).toMatchObject({ paused: null });
});

test("schedules resume when a ban ends: lifted or by its time, whichever event comes first", async () => {
  world.clock.set("2026-11-25T09:00:00Z");
  const { userId, agents, agent } = await equipped();
  const { id } = await agents.createSchedule(agent.id, morning());
  const own = await agents.createSchedule(agent.id, { ...morning(), paused: true });
  const events = world.application.nest.get(Events);
  const suspend = (at: string, until: string | null) =>
    world.database.system((tx) => events.publish(tx, accountSuspended, { userId, at, until }));
  const restore = (at: string) => world.database.system((tx) => events.publish(tx, accountRestored, { userId, at }));
  const paused = async () => {
    await world.jobsIdle();
    await start();
    const all = Object.fromEntries((await agents.schedules(agent.id)).items.map((one) => [one.id, one.paused]));
    expect(all[own.id]).toBe("person");
    return all[id];
  };
  await suspend("2026-11-25T09:00:00.000Z", "2026-11-25T12:00:00.000Z");
  expect(await paused()).toBe("account");
  world.clock.set("2026-11-25T12:00:00Z");
  expect(await paused()).toBeNull();
  await suspend("2026-11-25T13:00:00.000Z", null);
  world.clock.set("2026-11-25T23:00:00Z");
  expect(await paused()).toBe("account");
  await restore("2026-11-25T14:00:00.000Z");
  expect(await paused()).toBeNull();
  // A ban of before, delivered late.
  await suspend("2026-11-25T13:30:00.000Z", null);
  expect(await paused()).toBeNull();
  const { items } = await agents.schedules(agent.id);
  expect(items.find((one) => one.id === id)!.nextAt).toBe("2026-11-26T08:00:00.000Z");
});

test("a schedule can be changed, paused, run by hand, deleted and restored with its runs", async () => {
  const { agents, agent } = await equipped();
  const schedule = morning();
  await agents.createSchedule(agent.id, schedule);
  // The same id makes no second one.
  expect((await agents.createSchedule(agent.id, { ...schedule, prompt: "Another" })).prompt).toBe("Write the day up");
  expect(await agents.changeSchedule(schedule.id, { prompt: " Shorter ", time: "09:15" })).toMatchObject({
    ...{ prompt: "Shorter", nextAt: "2026-11-26T08:15:00.000Z", paused: null },
  });
  world.clock.set("2026-11-26T08:20:00Z");
  // It is due, and stays so when its words alone are changed.
  expect((await agents.changeSchedule(schedule.id, { prompt: "Short" })).nextAt).toBe("2026-11-26T08:15:00.000Z");
  const rhythm = { every: "month", day: 31 } as const;
  expect((await agents.changeSchedule(schedule.id, { rhythm, timeZone: "UTC" })).nextAt).toBe(
    "2026-11-30T09:15:00.000Z",
  );
  expect(await agents.changeSchedule(schedule.id, { paused: true })).toMatchObject({ paused: "person", nextAt: null });
  world.clock.set("2026-12-01T00:00:00Z");
  await start();
  expect(await runsOf(agents, agent.id)).toEqual([]);
  const runId = crypto.randomUUID();
  for (let press = 1; press <= 2; press++) expect((await agents.runSchedule(schedule.id, runId)).id).toBe(runId);
  await over(agents, runId);
  await agents.deleteSchedule(schedule.id);
  expect((await agents.schedules(agent.id)).items).toEqual([]);
  await expect(agents.deleteSchedule(schedule.id)).rejects.toMatchObject({ code: "agent_schedule_not_found" });
  expect(await agents.createSchedule(agent.id, { ...schedule, paused: true })).toMatchObject({
    paused: "person",
    lastRun: { id: runId },
  });
  await agents.deleteAgent(agent.id);
  await expect(agents.changeSchedule(schedule.id, {})).rejects.toMatchObject({ status: 404 });
});

test("the limit of schedules per agent holds under concurrent requests", async () => {
  const { agents, agent } = await equipped();
  const made = await Promise.allSettled(
    Array.from({ length: MAX_SCHEDULES + 2 }, () => agents.createSchedule(agent.id, { ...morning(), paused: true })),
  );
  const refused = made.flatMap((one) => (one.status === "rejected" ? [one.reason.code] : []));
  expect(refused).toEqual(["too_many_schedules", "too_many_schedules"]);
  const { items } = await agents.schedules(agent.id);
  expect(items).toHaveLength(MAX_SCHEDULES);
  // Creating an existing one again does not count.
  await agents.createSchedule(agent.id, { ...morning(), id: items[0]!.id });
});

test.each([
  ["prompt: ", { prompt: "  " }],
  ["prompt: ", { prompt: "x".repeat(20_001) }],
  ["time: ", { time: "24:00" }],
  ["time: ", { time: "8:00" }],
  ["timeZone: ", { timeZone: "Europe/Nowhere" }],
  ["rhythm.days: ", { rhythm: { every: "week", days: [] } }],
  ["rhythm.days: ", { rhythm: { every: "week", days: [1, 1] } }],
  ["rhythm.days.0: ", { rhythm: { every: "week", days: [7] } }],
  ["rhythm.day: ", { rhythm: { every: "month", day: 32 } }],
  ["rhythm.every: ", { rhythm: { every: "year" } }],
])("refuses an invalid %s %#, on create and on change", async (place, part) => {
  const { agents } = await world.person();
  const agent = await agents.createAgent({ ...newAgent, name: crypto.randomUUID() }, crypto.randomUUID());
  const { id } = await agents.createSchedule(agent.id, { ...morning(), paused: true });
  const refusal = { status: 400, message: expect.stringContaining(place) };
  const wrong = { ...morning(), ...part } as NewAgentSchedule;
  await expect(agents.createSchedule(agent.id, wrong)).rejects.toMatchObject(refusal);
  await expect(agents.changeSchedule(id, part as object)).rejects.toMatchObject(refusal);
  expect((await agents.schedules(agent.id)).items).toHaveLength(1);
});

test("other people's schedules cannot be seen, changed or run, and creating one needs a plan", async () => {
  const { agents, agent } = await equipped();
  const { id } = await agents.createSchedule(agent.id, morning());
  const { userId, agents: others } = await world.person();
  const own = await others.createAgent({ ...newAgent, tools: {} }, crypto.randomUUID());
  for (const act of [
    others.schedules(agent.id),
    others.createSchedule(agent.id, morning()),
    others.createSchedule(own.id, { ...morning(), id }),
    others.changeSchedule(id, { paused: true }),
    others.deleteSchedule(id),
    others.runSchedule(id, crypto.randomUUID()),
  ])
    await expect(act).rejects.toMatchObject({ status: 404 });
  const seen = await world.database
    .of("agents")
    .as({ userId }, (tx) => tx.execute(sql`select id from agents.schedule where id = ${id}`));
  expect(seen.rows).toEqual([]);
  expect((await only(agents, agent.id)).paused).toBeNull();
  world.billing.status = "inactive";
  try {
    const { agents: unpaid } = await world.person();
    await expect(unpaid.schedules(agent.id)).rejects.toMatchObject({ status: 402 });
  } finally {
    world.billing.status = "active";
  }
});

describe("a pattern", () => {
  test("of cron runs at its own times, on the clock of its time zone, across the change of the clock", async () => {
    const { agents, agent } = await equipped();
    world.clock.set("2027-03-26T07:30:00Z");
    const made = await agents.createSchedule(agent.id, { ...morning(), pattern: " 30 7  * * 1-5 " });
    expect(made).toMatchObject({
      ...{ pattern: "30 7 * * 1-5", patternWords: "At 07:30, Monday through Friday", ended: false, paused: null },
      nextAt: "2027-03-29T05:30:00.000Z",
    });
    // Days of downtime: one run stands for all that were missed.
    world.clock.set("2027-04-02T10:00:00Z");
    await start();
    await start();
    const runs = await runsOf(agents, agent.id);
    expect(runs.map(({ id }) => id)).toEqual([runIdOf(made.id, new Date("2027-03-29T05:30:00Z"))]);
    expect((await only(agents, agent.id)).nextAt).toBe("2027-04-05T05:30:00.000Z");
    expect(await agents.changeSchedule(made.id, { pattern: null })).toMatchObject({
      ...{ pattern: null, patternWords: null, nextAt: "2027-04-05T07:00:00.000Z" },
    });
    await over(agents, runs[0]!.id);
  });

  test("of an RRULE counts from the day it was set up, and has ended after its last time", async () => {
    const { agents, agent } = await equipped();
    const made = await agents.createSchedule(agent.id, {
      ...morning(),
      pattern: "RRULE:FREQ=DAILY;INTERVAL=3;COUNT=2",
    });
    expect(made).toMatchObject({ nextAt: "2026-11-26T08:00:00.000Z", pattern: "FREQ=DAILY;INTERVAL=3;COUNT=2" });
    for (const [at, next] of [
      ["2026-11-26T08:00:00Z", { nextAt: "2026-11-29T08:00:00.000Z", paused: null, ended: false }],
      ["2026-11-29T08:00:00Z", { nextAt: null, paused: "person", ended: true }],
    ] as const) {
      world.clock.set(at);
      await start();
      expect(await only(agents, agent.id)).toMatchObject(next);
      await over(agents, (await runsOf(agents, agent.id))[0]!.id);
    }
    expect(await agents.changeSchedule(made.id, { paused: false })).toMatchObject({ paused: "person", ended: true });
    expect(await agents.changeSchedule(made.id, { pattern: "FREQ=DAILY", paused: false })).toMatchObject({
      ...{ paused: null, ended: false, nextAt: "2026-11-30T08:00:00.000Z" },
    });
  });

  test("is shown with its next five times before it is kept, and is refused with what is wrong", async () => {
    const { agents, agent } = await equipped();
    const of = { time: "02:30", timeZone: "Europe/Berlin" };
    world.clock.set("2027-03-26T12:00:00Z");
    // The clock jumps over 02:30 on the 28th.
    expect(await agents.patternTimes({ ...of, pattern: "freq=daily" })).toEqual({
      words: "Every day at 02:30",
      times: [
        ...["2027-03-27T01:30:00.000Z", "2027-03-28T01:00:00.000Z", "2027-03-29T00:30:00.000Z"],
        ...["2027-03-30T00:30:00.000Z", "2027-03-31T00:30:00.000Z"],
      ],
    });
    // The first of them has passed today.
    const two = await agents.patternTimes({ ...of, pattern: "FREQ=MONTHLY;BYDAY=-1FR;COUNT=3;BYHOUR=9" });
    expect(two.times).toHaveLength(2);
    for (const [pattern, reason] of [
      ["every day", "neither five fields"],
      ["H * * * *", "neither five fields"],
      ["0 25 * * *", "cannot be read"],
      ["* * * * *", "more often than every 5 minutes"],
      ["FREQ=MINUTELY", "must count days"],
      ["FREQ=DAILY;BYHOUR=24", "BYHOUR takes no 24"],
      ["FREQ=DAILY;BYFOO=1", "BYFOO is not a part"],
      ["FREQ=DAILY;UNTIL=20200101T000000Z", "names no time"],
      ["FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30", "cannot be read"],
    ] as const)
      for (const act of [
        () => agents.patternTimes({ ...of, pattern }),
        () => agents.createSchedule(agent.id, { ...morning(), pattern }),
      ])
        await expect(act()).rejects.toMatchObject({
          ...{ status: 400, code: "schedule_pattern_invalid", message: expect.stringContaining(reason) },
        });
    expect((await agents.schedules(agent.id)).items).toEqual([]);
  });
});

describe("what a schedule may do once without asking", () => {
  const card = (title: string) => ({ toolCalls: [{ name: "create_card", arguments: { title } }] });
  const titles = async (userId: string) =>
    (await system(sql`select title from workshop.effect where user_id = ${userId} order by title`)).rows.map(
      ({ title }) => title,
    );
  /** The states of the tools that the newest run used, once it asks or has ended. */
  async function used(agents: Agents, agentId: string) {
    const id = (await runsOf(agents, agentId))[0]!.id;
    const run = await until("the run to ask or to be over", async () => {
      const now = await agents.run(id);
      return (now.finishedAt !== null || now.state === "asking") && now;
    });
    return run.trace.filter(({ kind }) => kind === "tool").map(({ state, granted }) => [state, granted]);
  }
  const grant = { tool: "create_card", arguments: null, afterOutside: false };
  // Those of other tests would take the answers of the model.
  beforeEach(() => system(sql`delete from agents.schedule`));

  test("is done by the next run alone, once, and its trace says so", async () => {
    const { userId, agents, agent } = await equipped({ create_card: "ask" });
    const { id } = await agents.createSchedule(agent.id, { ...morning(), grants: [grant] });
    expect((await only(agents, agent.id)).grants).toEqual([grant]);
    world.models.answers = [card("First"), card("Second")];
    world.clock.set("2026-11-26T08:00:00Z");
    await start();
    expect(await used(agents, agent.id)).toEqual([
      ["done", true],
      ["asking", false],
    ]);
    expect(await titles(userId)).toEqual(["First"]);
    expect((await only(agents, agent.id)).grants).toEqual([]);
    await agents.stopRun((await runsOf(agents, agent.id))[0]!.id);
    // What the next run did not use is not for the one after.
    await agents.changeSchedule(id, { grants: [grant] });
    world.models.answers = [{ pieces: ["Nothing to do."] }, card("Third")];
    for (const at of ["2026-11-27T08:00:00Z", "2026-11-30T08:00:00Z"]) {
      world.clock.set(at);
      await start();
      await used(agents, agent.id);
    }
    expect(await used(agents, agent.id)).toEqual([["asking", false]]);
    expect(await titles(userId)).toEqual(["First"]);
  });

  test("with arguments waits for a call that has them, and is not for other tools or what is denied", async () => {
    const { userId, agents, agent } = await equipped({ create_card: "ask" });
    const weekly = { ...grant, arguments: { title: "Weekly", tags: '["work"]' } };
    const { id } = await agents.createSchedule(agent.id, { ...morning(), grants: [weekly] });
    world.models.answers = [card("Weekly")];
    await agents.runSchedule(id, crypto.randomUUID());
    expect(await used(agents, agent.id)).toEqual([["asking", false]]);
    await agents.stopRun((await runsOf(agents, agent.id))[0]!.id);
    const exact = { toolCalls: [{ name: "create_card", arguments: { title: "Weekly", tags: ["work"] } }] };
    world.clock.set("2026-11-26T07:31:00Z");
    world.models.answers = [exact, exact];
    await agents.runSchedule(id, crypto.randomUUID());
    expect(await used(agents, agent.id)).toEqual([
      ["done", true],
      ["asking", false],
    ]);
    expect(await titles(userId)).toEqual(["Weekly"]);
    await agents.stopRun((await runsOf(agents, agent.id))[0]!.id);
    await agents.changeAgent(agent.id, { tools: { create_card: "deny" } });
    await agents.changeSchedule(id, { grants: [grant] });
    world.clock.set("2026-11-26T07:32:00Z");
    world.models.answers = [card("Denied")];
    await agents.runSchedule(id, crypto.randomUUID());
    expect(await used(agents, agent.id)).toEqual([["denied", false]]);
  });

  test("is not done after the run has read what others wrote, unless that was said", async () => {
    for (const afterOutside of [false, true]) {
      const { userId, agents, agent } = await equipped({ create_card: "allow", fetch_page: "allow" });
      const { id } = await agents.createSchedule(agent.id, { ...morning(), grants: [{ ...grant, afterOutside }] });
      const page = { toolCalls: [{ name: "fetch_page", arguments: { url: "https://example.com/" } }] };
      world.models.answers = [page, card("Read")];
      await agents.runSchedule(id, crypto.randomUUID());
      expect(await used(agents, agent.id)).toEqual([
        ["done", false],
        afterOutside ? ["done", true] : ["asking", false],
      ]);
      expect(await titles(userId)).toEqual(afterOutside ? ["Read"] : []);
    }
  });
});
