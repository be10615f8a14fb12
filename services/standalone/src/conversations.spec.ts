import { agentsClient } from "@tessera/contracts-agents/client.ts";
import { OFFLINE_MODEL_ID } from "@tessera/contracts-agents/limits.ts";
import { itemsClient } from "@tessera/contracts-items/client.ts";
import { type BillingAnswers, billingStandIn } from "@tessera/testing/billing-stand-in.ts";
import { startServices, type World } from "@tessera/testing/services.ts";
import { until } from "@tessera/testing/until.ts";
import { services } from "./services.ts";

/** Conversations about cards, which the agents' service keeps as cards of the items service. */
let world: World;
const billing: BillingAnswers = { status: "active", entitlements: {} };
beforeAll(async () => {
  const both = services({}).filter(({ name }) => name === "items" || name === "agents");
  world = await startServices([...both, billingStandIn(billing)], { environment: { EMBEDDINGS: "off" } });
});
afterAll(() => world.stop());

test("a conversation is a card that is listed, and found by the words of its answer; agents read it as of others", async () => {
  const client = world.client(await world.token({ userId: crypto.randomUUID() }));
  const [items, agents] = [itemsClient(client), agentsClient(client)];
  const lease = { type: "note", title: "Lease", body: "The lease runs until 31 August 2027." };
  const { id: about } = await items.create(lease, crypto.randomUUID());
  const agent = await agents.createAgent(
    {
      ...{ name: "Clerk", icon: "bot", instructions: "", modelId: OFFLINE_MODEL_ID, fallbackModelId: null },
      ...{ temperature: null, maxOutputTokens: 100, dayLimitMicros: null, monthLimitMicros: null },
      tools: { read_card: "allow" },
    },
    crypto.randomUUID(),
  );
  const ask = async (cards: string[]) => {
    const task = "When does the lease end?";
    const { id } = await agents.startRun(agent.id, { id: crypto.randomUUID(), task, cards });
    return until("the answer", async () => {
      const run = await agents.run(id);
      return run.finishedAt !== null && run;
    });
  };
  const byHand = items.create({ type: "thread", title: "Mine" }, crypto.randomUUID());
  await expect(byHand).rejects.toMatchObject({ status: 400 });
  const run = await ask([about]);
  expect(run).toMatchObject({ state: "done", outside: false });
  const card = await until("the card", async () => {
    const [found] = (await items.list({ type: "thread" })).items;
    return found?.status === "archived" && found;
  });
  expect(card.title).toBe("When does the lease end?");
  const whole = await until("its words", async () => {
    const found = await items.get(card.id);
    return found.data.text !== undefined && found;
  });
  expect(whole).toMatchObject({ source: "area", data: { run: run.id, agent: agent.id, agentName: "Clerk" } });
  const found = await until("the search", async () => {
    const page = await items.list({ type: "thread", q: "2027" });
    return page.items.length > 0 && page;
  });
  expect(found.items.map(({ id }) => id)).toEqual([card.id]);
  // An answer may repeat what others wrote.
  expect(await ask([card.id])).toMatchObject({ outside: true });
});
