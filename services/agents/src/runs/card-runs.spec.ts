import type { NewAgent } from "@tessera/contracts-agents/agents.ts";
import { cardAssigned, cardTakenBack } from "@tessera/contracts-items/events.ts";
import { Events, PlanStandings } from "@tessera/service-kit";
import { until } from "@tessera/testing/until.ts";
import { sql } from "drizzle-orm";
import { type AgentsWorld, startAgents } from "../testing/agents-world.ts";
import { cards, refusals } from "../testing/tools-service.ts";

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

/** Gives a task to an agent, as the service of the cards does, and waits until that is done. */
async function given(userId: string, agentId: string, times = 1) {
  const [itemId, runId] = [crypto.randomUUID(), crypto.randomUUID()];
  cards.of.set(itemId, { title: "Lease", text: "The lease ends in August." });
  const told = { userId, itemId, agentId, runId, openedBy: null, timeZone: "Europe/Berlin" };
  const events = world.application.nest.get(Events);
  for (let time = 0; time < times; time++) await world.database.system((tx) => events.publish(tx, cardAssigned, told));
  await world.jobsIdle();
  return { itemId, runId };
}

test("a task that is given to an agent is read by one run of it", async () => {
  const { userId, agents, agent } = await equipped();
  const { itemId, runId } = await given(userId, agent.id, 3);
  const run = await until("the run to be done", async () => {
    const now = await agents.run(runId);
    return now.state === "done" && now;
  });
  expect(run.agentName).toBe("Clerk");
  const { rows } = await world.database.system((tx) =>
    tx.execute<{ arguments: object; state: string }>(
      sql`select arguments, state from agents.step where run_id = ${runId} and kind = 'tool' order by arguments limit 1`,
    ),
  );
  expect(rows).toEqual([{ arguments: { ids: [itemId] }, state: "done" }]);
  expect((await agents.runs({})).items).toHaveLength(1);
  expect(refusals.filter((one) => one.userId === userId)).toEqual([]);
  // A run that has ended stays as it ended.
  const taken = { userId, itemId, runId };
  await world.database.system((tx) => world.application.nest.get(Events).publish(tx, cardTakenBack, taken));
  await world.jobsIdle();
  expect((await agents.run(runId)).state).toBe("done");
});

test("an agent that is gone or another person's, and a person without a plan, are told why nothing began", async () => {
  const [one, closed] = [await equipped(), await equipped({ openUntil: null })];
  const refused = [
    await given(one.userId, crypto.randomUUID()),
    await given(one.userId, closed.agent.id),
    await given(closed.userId, closed.agent.id),
  ];
  expect([(await one.agents.runs({})).items, (await closed.agents.runs({})).items]).toEqual([[], []]);
  for (const of of refused)
    expect(refusals).toContainEqual({ ...of, userId: expect.any(String), word: expect.any(String) });
});
