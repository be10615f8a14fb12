import type { NewAgent } from "@tessera/contracts-agents/agents.ts";
import { OFFLINE_MODEL_ID } from "@tessera/contracts-agents/limits.ts";
import type { CardScope } from "@tessera/contracts-agents/scopes.ts";
import { until } from "@tessera/testing/until.ts";
import { type AgentsWorld, startAgents } from "../testing/agents-world.ts";
import { searches } from "../testing/tools-service.ts";

let world: AgentsWorld;
beforeAll(async () => {
  world = await startAgents();
});
afterEach(() => {
  world.models.release();
  Object.assign(world.models, { answers: [], asked: [] });
  Object.assign(searches, { scopes: [], withheld: 0 });
});
afterAll(() => world.stop());

const work: CardScope = { types: ["note", "task"], tags: ["work"] };
const settings: NewAgent = {
  ...{ name: "Clerk", icon: "bot", instructions: "Be brief.", modelId: null, fallbackModelId: null },
  ...{ temperature: null, maxOutputTokens: 100, dayLimitMicros: null, monthLimitMicros: null },
  ...{ tools: { search_cards: "allow" }, scope: work },
};

async function equipped() {
  const { agents } = await world.person();
  const provider = await agents.createProvider(
    { name: "Local", kind: "openai-compatible", baseUrl: world.models.url },
    crypto.randomUUID(),
  );
  await agents.checkProvider(provider.id);
  const model = (await agents.models()).items.find(({ id, name }) => id !== OFFLINE_MODEL_ID && name === "small")!;
  return { agents, agent: await agents.createAgent({ ...settings, modelId: model.id }, crypto.randomUUID()) };
}
type Agents = Awaited<ReturnType<AgentsWorld["person"]>>["agents"];
const over = (agents: Agents, id: string) =>
  until("the run to be over", async () => {
    const run = await agents.run(id);
    return run.finishedAt !== null && run;
  });
const search = { toolCalls: [{ name: "search_cards", arguments: { words: "harbour" } }] };
async function ran(agents: Agents, agentId: string, follows?: string) {
  const { id } = await agents.startRun(agentId, { id: crypto.randomUUID(), task: "Look", ...(follows && { follows }) });
  return over(agents, id);
}
const said = () => JSON.stringify(world.models.asked.at(-1));

test("a run's tools are called with its scope, and what they left out is told of the step, not to the model", async () => {
  const { agents, agent } = await equipped();
  expect((await agents.agent(agent.id)).scope).toEqual(work);
  world.models.answers = [search, { pieces: ["Nothing more."] }];
  searches.withheld = 41;
  const run = await ran(agents, agent.id);
  expect(run).toMatchObject({ state: "done", scope: work });
  expect(run.trace.map(({ name, withheld }) => [name, withheld])).toEqual([
    ...[
      ["small", 0],
      ["search_cards", 41],
      ["small", 0],
    ],
  ]);
  expect(searches.scopes).toEqual([[work]]);
  expect(said()).toContain("cards of the type note or task with the tag work");
  expect(said()).not.toContain("41");
});

test("a scope that is made smaller holds for runs that are open, and one that is made larger does not", async () => {
  const { agents, agent } = await equipped();
  const others: CardScope = { types: ["mail"], tags: [] };
  for (const [scope, expected] of [
    [others, [work, others]],
    [null, [others]],
  ] as const) {
    world.models.answers = [{ ...search, pieces: ["Wait."], holdBefore: 0 }, { pieces: ["Done."] }];
    const { id } = await agents.startRun(agent.id, { id: crypto.randomUUID(), task: "Look" });
    await until("the model to be asked", () => world.models.asked.length > 0);
    await agents.changeAgent(agent.id, { scope });
    world.models.release();
    await over(agents, id);
    expect(searches.scopes).toEqual([expected]);
    Object.assign(world.models, { answers: [], asked: [] });
    searches.scopes = [];
  }
});

test("what was answered with other cards is not known to runs that follow, and no run continues from it", async () => {
  const { agents, agent } = await equipped();
  world.models.answers = [{ pieces: ["The code is 7731."] }];
  const first = await ran(agents, agent.id);
  world.models.answers = [{ pieces: ["Same."] }];
  await ran(agents, agent.id, first.id);
  expect(said()).toContain("7731");
  await agents.changeAgent(agent.id, { scope: { types: ["mail"], tags: [] } });
  world.models.answers = [{ pieces: ["Other."] }];
  await ran(agents, agent.id, first.id);
  expect(said()).not.toContain("7731");
  await expect(agents.retryRun(first.id, { id: crypto.randomUUID(), step: 1 })).rejects.toMatchObject({
    ...{ status: 409, code: "run_scope_changed" },
  });
});

test("a scope is kept in versions, and names a type or a tag", async () => {
  const { agents, agent } = await equipped();
  for (const scope of [
    { types: [], tags: [] },
    { types: ["No Type"], tags: [] },
    { types: ["note", "note"], tags: [] },
  ])
    await expect(agents.changeAgent(agent.id, { scope })).rejects.toMatchObject({ status: 400 });
  await agents.changeAgent(agent.id, { scope: null });
  const { items } = await agents.agentVersions(agent.id);
  expect(items.map(({ changed, scopeChanged }) => [changed, scopeChanged])).toEqual([
    ...[
      [[], true],
      [[], false],
    ],
  ]);
  expect((await agents.restoreAgent(agent.id, 1)).agent.scope).toEqual(work);
});
