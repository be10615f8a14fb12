import { agentsClient } from "@tessera/contracts-agents/client.ts";
import { jobCancelled } from "@tessera/contracts-queue/events.ts";
import { Events } from "@tessera/service-kit";
import { until } from "@tessera/testing/until.ts";
import { sql } from "drizzle-orm";
import { type AgentsWorld, startAgents } from "../testing/agents-world.ts";

/** What a person sees of runs among their background jobs: one line for each, from its beginning to its end. */
let world: AgentsWorld;
beforeAll(async () => {
  world = await startAgents();
});
afterEach(async () => {
  world.models.release();
  await world.jobsIdle();
  Object.assign(world.models, { answers: [], asked: [] });
});
afterAll(() => world.stop());

type Agents = ReturnType<typeof agentsClient>;

async function equipped(tools: Record<string, "allow" | "ask"> = { create_card: "allow" }) {
  const { userId, agents } = await world.person();
  const named = { name: "Local", kind: "openai-compatible", baseUrl: world.models.url } as const;
  await agents.checkProvider((await agents.createProvider(named, crypto.randomUUID())).id);
  const model = (await agents.models()).items.find(({ name }) => name === "small")!;
  const agent = await agents.createAgent(
    {
      ...{ name: "Clerk", icon: "bot", instructions: "", modelId: model.id, fallbackModelId: null },
      ...{ temperature: null, maxOutputTokens: 100, dayLimitMicros: null, monthLimitMicros: null, tools },
    },
    crypto.randomUUID(),
  );
  return { userId, agents, agent };
}
const start = async (agents: Agents, agentId: string) =>
  (await agents.startRun(agentId, { id: crypto.randomUUID(), task: "Keep it" })).id;
const reached = (agents: Agents, id: string, state: string) =>
  until(`the run to be ${state}`, async () => (await agents.run(id)).state === state);
const linesOf = async (userId: string) => {
  const { rows } = await world.database.system((tx) =>
    tx.execute<Record<string, unknown>>(sql`
      select id, queue, title, path, state, done, error, data,
        array(select e ->> 'message' from jsonb_array_elements(log) e) as log from kit.job where user_id = ${userId}`),
  );
  return rows;
};
const createsCard = { toolCalls: [{ name: "create_card", arguments: { type: "note", title: "Kept", body: "" } }] };

test("a run of several steps is one line, with its steps, its end and the way to its page", async () => {
  const { userId, agents, agent } = await equipped();
  world.models.answers = [createsCard, { pieces: ["Kept."] }];
  const id = await start(agents, agent.id);
  await reached(agents, id, "done");
  await world.jobsIdle();
  expect(await linesOf(userId)).toEqual([
    {
      ...{ id, queue: "agents.run", title: "Clerk: Keep it", path: `/agents/${agent.id}/runs/${id}` },
      ...{ state: "done", done: 3, error: null, data: {} },
      log: ["Step 1: small", "Step 2: create card", "Step 3: small"],
    },
  ]);
});

test("it waits while the agent asks, and ends with the run that its person stops or whose agent is removed", async () => {
  const { userId, agents, agent } = await equipped({ create_card: "ask" });
  world.models.answers = [createsCard];
  const id = await start(agents, agent.id);
  await reached(agents, id, "asking");
  expect(await linesOf(userId)).toMatchObject([
    { id, state: "waiting", done: 2, log: ["Step 1: small", "Waits for your answer"] },
  ]);
  await agents.stopRun(id);
  expect(await linesOf(userId)).toMatchObject([{ id, state: "cancelled" }]);
  world.models.answers = [createsCard];
  const other = await start(agents, agent.id);
  await reached(agents, other, "asking");
  await agents.deleteAgent(agent.id);
  expect((await linesOf(userId)).map(({ state }) => state)).toEqual(["cancelled", "cancelled"]);
});

test("cancelling the line stops the run, and no other", async () => {
  const { userId, agents, agent } = await equipped({ create_card: "ask" });
  world.models.answers = [createsCard];
  const id = await start(agents, agent.id);
  await reached(agents, id, "asking");
  const cancel = (queue: string, by = userId) =>
    world.database.system((tx) =>
      world.application.nest.get(Events).publish(tx, jobCancelled, { userId: by, jobId: id, queue }),
    );
  await cancel("transcribe.recording");
  await cancel("agents.run", crypto.randomUUID());
  await world.jobsIdle();
  expect((await agents.run(id)).state).toBe("asking");
  await cancel("agents.run");
  await world.jobsIdle();
  expect((await agents.run(id)).state).toBe("stopped");
  expect(await linesOf(userId)).toMatchObject([{ id, state: "cancelled" }]);
});

test("a run that fails says why", async () => {
  const { userId, agents, agent } = await equipped();
  world.models.answers = [{ refuse: { status: 400, message: "No" } }];
  const id = await start(agents, agent.id);
  await reached(agents, id, "failed");
  const { failure } = await agents.run(id);
  expect(await linesOf(userId)).toMatchObject([{ id, state: "failed", error: failure }]);
});
