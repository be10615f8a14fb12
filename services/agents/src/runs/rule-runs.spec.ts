import type { NewAgent } from "@tessera/contracts-agents/agents.ts";
import { MAX_RULE_RUNS } from "@tessera/contracts-agents/limits.ts";
import { cardMetRule } from "@tessera/contracts-items/events.ts";
import { Events, PlanStandings } from "@tessera/service-kit";
import { until } from "@tessera/testing/until.ts";
import { sql } from "drizzle-orm";
import { type AgentsWorld, startAgents } from "../testing/agents-world.ts";
import { cards, notices } from "../testing/tools-service.ts";

let world: AgentsWorld;
beforeAll(async () => {
  world = await startAgents();
});
afterAll(() => world.stop());

const settings: NewAgent = {
  ...{ name: "Clerk", icon: "bot", instructions: "", modelId: null, fallbackModelId: null },
  ...{ temperature: null, maxOutputTokens: 100, dayLimitMicros: null, monthLimitMicros: null, tools: {} },
};
async function equipped({ openUntil = "infinity" as "infinity" | null } = {}) {
  const { userId, agents } = await world.person();
  await world.database.system((tx) =>
    world.application.nest
      .get(PlanStandings)
      .write(tx, "sandbox", [{ userId, openUntil, planId: "studio", cardLimit: 7, storageLimit: 5_000, limits: {} }]),
  );
  return { userId, agents, agent: await agents.createAgent(settings, crypto.randomUUID()) };
}
type Equipped = Awaited<ReturnType<typeof equipped>>;

/** Tells that a card met a rule, as the service of the cards does, and waits until that is done. */
async function met({ userId, agent }: Equipped, touchedBy: string[] = [], agentId = agent.id, times = 1) {
  const [itemId, runId] = [crypto.randomUUID(), crypto.randomUUID()];
  cards.of.set(itemId, { title: "Lease", text: "The lease ends in August." });
  const told = {
    ...{ userId, itemId, type: "note", rule: { id: crypto.randomUUID(), name: "Leases" }, agentId },
    ...{ task: "When does the lease end?", runId, touchedBy, openedBy: null, timeZone: "Europe/Berlin" },
  };
  const events = world.application.nest.get(Events);
  for (let time = 0; time < times; time++) await world.database.system((tx) => events.publish(tx, cardMetRule, told));
  await world.jobsIdle();
  return { itemId, runId };
}
const runsOf = async ({ agents }: Equipped) => (await agents.runs({})).items;

test("a card that meets a rule is read by a run of the agent, once, and the run says which rule began it", async () => {
  const one = await equipped();
  const { itemId, runId } = await met(one, [], one.agent.id, 3);
  const run = await until("the run to be done", async () => {
    const now = await one.agents.run(runId);
    return now.state === "done" && now;
  });
  expect(run).toMatchObject({
    ...{ task: "When does the lease end?", rule: { name: "Leases", cardPath: `/items/note/${itemId}` } },
    answer: expect.stringContaining("The lease ends in August."),
  });
  expect(await runsOf(one)).toHaveLength(1);
});

test("what a run made or changed starts neither its own agent nor one that led to it", async () => {
  const one = await equipped();
  const other = await one.agents.createAgent({ ...settings, name: "Other" }, crypto.randomUUID());
  const { runId: first } = await met(one);
  await met(one, [first]);
  expect(await runsOf(one)).toHaveLength(1);
  const { runId: second } = await met(one, [first], other.id);
  expect(await runsOf(one)).toHaveLength(2);
  // The first agent began the second: it is not begun by what that one made.
  await met(one, [second]);
  await met(one, [second], other.id);
  expect(await runsOf(one)).toHaveLength(2);
});

test("rules start an agent so many times a day, and the person is told once", async () => {
  const one = await equipped();
  await world.database.system((tx) =>
    tx.execute(sql`
      insert into agents.run (id, user_id, agent_id, agent_name, task, state, rule, created_at, finished_at)
      select gen_random_uuid(), ${one.userId}, ${one.agent.id}, 'Clerk', 'Look', 'done', '{}',
        ${world.clock.now().toISOString()}, ${world.clock.now().toISOString()}
      from generate_series(2, ${MAX_RULE_RUNS})`),
  );
  const began = async ({ runId }: { runId: string }) =>
    one.agents.run(runId).then(
      () => true,
      () => false,
    );
  expect([await began(await met(one)), await began(await met(one)), await began(await met(one))]).toEqual([
    ...[true, false, false],
  ]);
  const told = notices.filter(({ userId }) => userId === one.userId);
  expect(new Set(told.map(({ key }) => key)).size).toBe(1);
  expect(told[0]).toMatchObject({ kind: "usage", action: { path: `/agents/${one.agent.id}` } });
});

test("without a plan, and for an agent that is gone or another person's, nothing begins", async () => {
  const closed = await equipped({ openUntil: null });
  await met(closed);
  const one = await equipped();
  await met(one, [], closed.agent.id);
  await met(one, [], crypto.randomUUID());
  expect([await runsOf(closed), await runsOf(one)]).toEqual([[], []]);
});
