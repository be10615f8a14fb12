import { providers as entitlement } from "@tessera/contracts-agents/entitlements.ts";
import { OFFLINE_MODEL_ID } from "@tessera/contracts-agents/limits.ts";
import { PlanStandings } from "@tessera/service-kit";
import { type AgentsWorld, startAgents } from "../testing/agents-world.ts";

let world: AgentsWorld;
beforeAll(async () => {
  world = await startAgents();
});
afterEach(() => Object.assign(world.billing.entitlements, { [entitlement.name]: null }));
afterAll(() => world.stop());

type Person = Awaited<ReturnType<AgentsWorld["person"]>>;

/** What billing answers of the plan, and keeps of it. @param limit undefined: what the contract says of Desk */
const holds = async ({ userId }: Person, limit?: number | null) => {
  world.billing.entitlements[entitlement.name] = limit === undefined ? entitlement.plans.desk! : limit;
  const limits: Record<string, number | null> = limit === undefined ? {} : { [entitlement.name]: limit };
  await world.database.system((tx) =>
    world.application.nest
      .get(PlanStandings)
      .write(tx, "sandbox", [
        { userId, openUntil: "infinity", planId: "desk", cardLimit: null, storageLimit: null, limits },
      ]),
  );
};
const add = async ({ agents }: Person, name: string) => {
  const provider = { name, kind: "openai-compatible" as const, baseUrl: world.models.url };
  const { id } = await agents.createProvider(provider, crypto.randomUUID());
  await agents.checkProvider(id);
  return id;
};
const modelOf = async ({ agents }: Person, providerId: string) =>
  (await agents.models()).items.find((model) => model.providerId === providerId)!;
const ask = async ({ agents }: Person, modelId: string) => {
  const events = [];
  for await (const event of agents.prompt({ id: crypto.randomUUID(), modelId, text: "Hello" })) {
    world.models.release();
    events.push(event.name);
  }
  return events;
};

it("one provider more than the plan holds is refused in words, and nothing is stored", async () => {
  const ada = await world.person();
  await holds(ada, 2);
  await add(ada, "One");
  await add(ada, "Two");
  await expect(add(ada, "Three")).rejects.toMatchObject({
    ...{ status: 402, code: "plan_limit_reached" },
    message: expect.stringContaining("Providers of models: your plan holds 2"),
  });
  expect((await ada.agents.providers()).items.map(({ name }) => name)).toEqual(["One", "Two"]);
});

it("a smaller plan loses nothing: models of the providers that were added first are asked, the others wait", async () => {
  const ada = await world.person();
  await holds(ada, null);
  const [one, two] = [await add(ada, "One"), await add(ada, "Two")];
  await holds(ada);
  expect((await ada.agents.providers()).items.map(({ name, inPlan }) => [name, inPlan])).toEqual([
    ["One", true],
    ["Two", false],
  ]);
  const { items } = await ada.agents.models();
  expect(new Set(items.filter(({ inPlan }) => inPlan).map(({ providerId }) => providerId)).size).toBe(2);
  expect(items.find(({ id }) => id === OFFLINE_MODEL_ID)!.inPlan).toBe(true);
  expect(await ask(ada, (await modelOf(ada, one)).id)).toContain("end");
  const asked = world.models.asked.length;
  await expect(ask(ada, (await modelOf(ada, two)).id)).rejects.toMatchObject({
    ...{ status: 402, code: "model_not_in_plan" },
    message: expect.stringMatching(/^Your plan has 1 provider of models, those added first: Two is not among them/),
  });
  expect(world.models.asked).toHaveLength(asked);
  // Who removes the first one moves the second up; a larger plan opens it too.
  await ada.agents.deleteProvider(one);
  expect(await ask(ada, (await modelOf(ada, two)).id)).toContain("end");
});

it("what the installation sets counts instead of what the contract says", async () => {
  const ada = await world.person();
  await holds(ada, null);
  const [, two] = [await add(ada, "One"), await add(ada, "Two")];
  await holds(ada, 2);
  expect(await ask(ada, (await modelOf(ada, two)).id)).toContain("end");
});
