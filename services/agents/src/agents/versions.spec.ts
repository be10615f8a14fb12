import { AgentSettings, type NewAgent } from "@tessera/contracts-agents/agents.ts";
import { MAX_AGENT_VERSIONS } from "@tessera/contracts-agents/limits.ts";
import { sql } from "drizzle-orm";
import { type AgentsWorld, startAgents } from "../testing/agents-world.ts";

let world: AgentsWorld;
beforeAll(async () => {
  world = await startAgents();
});
afterAll(() => world.stop());

const settings: NewAgent = {
  ...{ name: "Clerk", icon: "bot", instructions: "Be brief.", modelId: null, fallbackModelId: null },
  ...{ temperature: 50, maxOutputTokens: 100, dayLimitMicros: 1_000_000, monthLimitMicros: null },
  tools: { create_card: "ask" },
};
const rows = async (query: ReturnType<typeof sql>) => (await world.database.system((tx) => tx.execute(query))).rows;
async function withAgent(change: Partial<NewAgent> = {}) {
  const { userId, agents } = await world.person();
  return { userId, agents, agent: await agents.createAgent({ ...settings, ...change }, crypto.randomUUID()) };
}

test("each change that changes something is a version that names what differs", async () => {
  const { agents, agent } = await withAgent();
  await agents.changeAgent(agent.id, { instructions: "Be kind.", temperature: null });
  await agents.changeAgent(agent.id, { instructions: "Be kind." });
  await agents.changeAgent(agent.id, { tools: { create_card: "allow" } });
  const { items } = await agents.agentVersions(agent.id);
  expect(items.map(({ number, cause, changed }) => [number, cause, changed])).toEqual([
    [3, "changed", ["tools"]],
    [2, "changed", ["instructions", "temperature"]],
    [1, "created", []],
  ]);
  const first = await agents.agentVersion(agent.id, 1);
  expect(first.settings).toMatchObject(settings);
  expect(Object.keys(first.settings).sort()).toEqual(Object.keys(AgentSettings.shape).sort());
});

test("a version comes back as a version of its own, and the one before it stays", async () => {
  const { agents, agent } = await withAgent();
  await agents.changeAgent(agent.id, { name: "Secretary", instructions: "Be kind.", dayLimitMicros: null });
  const { agent: restored, kept } = await agents.restoreAgent(agent.id, 1);
  expect([restored.name, restored.instructions, restored.dayLimitMicros, kept]).toEqual([
    ...["Clerk", "Be brief.", 1_000_000, []],
  ]);
  const { items } = await agents.agentVersions(agent.id);
  expect(items[0]).toMatchObject({ number: 3, cause: "restored", restored: 1 });
  expect((await agents.agentVersion(agent.id, 2)).settings).toMatchObject({ name: "Secretary" });
  // What is there already makes no version.
  await agents.restoreAgent(agent.id, 1);
  expect((await agents.agentVersions(agent.id)).items).toHaveLength(3);
});

test("a name that is taken by now and a model that is gone stay as they are, and are named", async () => {
  const { agents } = await world.person();
  const provider = await agents.createProvider(
    { name: "Local", kind: "openai-compatible", baseUrl: world.models.url },
    crypto.randomUUID(),
  );
  await agents.checkProvider(provider.id);
  const [model] = (await agents.models()).items.filter(({ providerId }) => providerId === provider.id);
  const agent = await agents.createAgent({ ...settings, modelId: model!.id }, crypto.randomUUID());
  await agents.changeAgent(agent.id, { name: "Secretary", instructions: "Be kind." });
  await agents.createAgent(settings, crypto.randomUUID());
  await agents.deleteProvider(provider.id);
  const restored = await agents.restoreAgent(agent.id, 1);
  expect(restored.kept).toEqual(["name", "modelId"]);
  expect(restored.agent).toMatchObject({ name: "Secretary", instructions: "Be brief.", modelId: null });
});

test("the newest versions are kept", async () => {
  const { userId, agents, agent } = await withAgent();
  await rows(sql`
    insert into agents.agent_version (agent_id, number, user_id, cause, settings, changed, created_at)
    select agent_id, number + n, user_id, 'changed', settings || jsonb_build_object('name', 'N' || n), '{name}', created_at
    from agents.agent_version, generate_series(1, ${MAX_AGENT_VERSIONS - 1}) n where agent_id = ${agent.id}`);
  await agents.changeAgent(agent.id, { instructions: "Be kind." });
  const { items } = await agents.agentVersions(agent.id);
  expect([items.length, items[0]!.number, items.at(-1)!.number]).toEqual([
    MAX_AGENT_VERSIONS,
    MAX_AGENT_VERSIONS + 1,
    2,
  ]);
  await expect(agents.agentVersion(agent.id, 1)).rejects.toMatchObject({ code: "agent_version_not_found" });
  expect(await rows(sql`select from agents.agent_version where user_id = ${userId}`)).toHaveLength(MAX_AGENT_VERSIONS);
});

test("two changes at once are two versions", async () => {
  const { agents, agent } = await withAgent();
  const names = ["One", "Two", "Three", "Four"];
  await Promise.all(names.map((name) => agents.changeAgent(agent.id, { name })));
  const { items } = await agents.agentVersions(agent.id);
  expect(items.map(({ number }) => number)).toEqual([5, 4, 3, 2, 1]);
});

test("each person's versions are their own, and go with the agent", async () => {
  const { userId, agents, agent } = await withAgent();
  const { userId: other, agents: others } = await world.person();
  for (const act of [
    others.agentVersions(agent.id),
    others.agentVersion(agent.id, 1),
    others.restoreAgent(agent.id, 1),
  ])
    await expect(act).rejects.toMatchObject({ status: 404, code: "agent_not_found" });
  const seen = await world.database
    .of("agents")
    .as({ userId: other }, (tx) => tx.execute(sql`select * from agents.agent_version`));
  expect(seen.rows).toEqual([]);
  await agents.deleteAgent(agent.id);
  expect(await rows(sql`select from agents.agent_version where user_id = ${userId}`)).toEqual([]);
});
