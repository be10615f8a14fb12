import { OFFLINE_MODEL_ID } from "@tessera/contracts-agents/limits.ts";
import { cardMoved, stepRequested } from "@tessera/contracts-items/events.ts";
import { Events } from "@tessera/service-kit";
import { until } from "@tessera/testing/until.ts";
import { type AgentsWorld, startAgents } from "../testing/agents-world.ts";
import { cards, threads } from "../testing/tools-service.ts";

const LEASE = "00000000-0000-4000-8000-000000000001";

let world: AgentsWorld;
beforeAll(async () => {
  world = await startAgents();
  cards.of.set(LEASE, { title: "Lease", text: "It ends in August." });
  world.models.script = ({ messages }) => ({
    pieces: [`Answer ${messages.filter(({ role }) => role === "user").length}`],
  });
});
afterEach(() => {
  threads.isFull = false;
});
afterAll(async () => {
  cards.of.clear();
  await world.stop();
});

async function someone() {
  const { userId, agents } = await world.person();
  const local = { name: "Local", kind: "openai-compatible", baseUrl: world.models.url } as const;
  await agents.checkProvider((await agents.createProvider(local, crypto.randomUUID())).id);
  const modelId = (await agents.models()).items.find(({ id }) => id !== OFFLINE_MODEL_ID)!.id;
  const agent = await agents.createAgent(
    {
      ...{ name: "Clerk", icon: "bot", instructions: "", modelId, fallbackModelId: null, temperature: null },
      ...{ maxOutputTokens: 100, dayLimitMicros: null, monthLimitMicros: null },
    },
    crypto.randomUUID(),
  );
  const ask = async (
    task: string,
    about: { cards?: string[]; follows?: string; conversation?: boolean } = { cards: [LEASE] },
  ) => {
    const { id } = await agents.startRun(agent.id, { id: crypto.randomUUID(), task, ...about });
    await until("the answer", async () => (await agents.run(id)).finishedAt !== null);
    return id;
  };
  const made = () => threads.made.filter((card) => card.userId === userId);
  const written = () => threads.ended.filter((ended) => ended.userId === userId);
  const text = () => written().at(-1)?.data.text;
  return { userId, agents, agent, ask, made, written, text };
}
const publish: Events["publish"] = (...of) => world.application.nest.get(Events).publish(...of);

test("a conversation about cards is kept as one card, which grows with it and waits for nothing", async () => {
  const { agent, ask, made, written, text } = await someone();
  const first = await ask("When does the lease end?\nExactly.");
  await until("the card to be written", async () => text() !== undefined);
  const [card] = made();
  expect(card).toMatchObject({ title: "When does the lease end?", runId: first });
  expect(written().at(-1)).toMatchObject({
    ...{ itemId: card!.id, step: "conversation", failure: null, corrected: true },
    data: { run: first, agent: agent.id, agentName: "Clerk" },
  });
  expect(text()).toContain("> When does the lease end?\n> Exactly.\n\nAnswer");
  await until("the card to leave the inbox", async () => threads.moved.some(({ id }) => id === card!.id));
  expect(threads.moved.find(({ id }) => id === card!.id)!.status).toBe("archived");

  const second = await ask("And the ferry?", { follows: first });
  await until("the second question", async () => String(text()).includes("> And the ferry?"));
  expect(text()).toContain("> When does the lease end?");
  expect(written().at(-1)!.data.run).toBe(second);
  expect(made()).toHaveLength(1);
});

test("a conversation about all cards is kept from its first question", async () => {
  const { ask, made, text } = await someone();
  const first = await ask("What is due?", { conversation: true });
  await until("the card to be written", async () => text() !== undefined);
  expect(made()).toMatchObject([{ title: "What is due?", runId: first }]);
  await ask("And then?", { conversation: true, follows: first });
  await until("the second question", async () => String(text()).includes("> And then?"));
  expect(made()).toHaveLength(1);
});

test("tasks are no conversations, and those of others are not found by a card", async () => {
  const { userId, ask, made, written, text } = await someone();
  await ask("Do it", {});
  await ask("What is in it?");
  await until("the card", async () => text() !== undefined);
  expect(made().map(({ title }) => title)).toEqual(["What is in it?"]);
  const stranger = crypto.randomUUID();
  await world.database.system((tx) =>
    publish(tx, stepRequested, {
      ...{
        userId: stranger,
        itemId: made()[0]!.id,
        type: "thread",
        step: "conversation",
        title: "",
        body: "",
        data: {},
      },
    }),
  );
  const refused = await until("the answer", async () => threads.ended.find((ended) => ended.userId === stranger));
  expect(refused).toMatchObject({ failure: "There is no conversation of this card", data: {} });
  const before = written().length;
  await world.database.system((tx) =>
    publish(tx, stepRequested, {
      ...{ userId, itemId: made()[0]!.id, type: "thread", step: "conversation", title: "", body: "", data: {} },
    }),
  );
  await until("the card to be written again", async () => written().length > before);
});

test("a card that had no room is made with the next question, and one that was deleted is not made again", async () => {
  const { userId, ask, made, text } = await someone();
  threads.isFull = true;
  const first = await ask("When does it end?");
  await world.jobsIdle();
  expect(made()).toEqual([]);
  threads.isFull = false;
  await ask("And then?", { follows: first });
  await until("the card", async () => text() !== undefined);
  expect(made()).toHaveLength(1);
  const { id: itemId } = made()[0]!;
  await world.database.system((tx) => publish(tx, cardMoved, { userId, itemId, type: "thread", to: "gone" }));
  await world.jobsIdle();
  await ask("And last?", { follows: first });
  await world.jobsIdle();
  expect(made()).toHaveLength(1);
  expect(text()).not.toContain("And last?");
});

test("the words of a conversation go with its agent", async () => {
  const { agents, agent, ask, text } = await someone();
  await ask("When does it end?");
  await until("the card", async () => text() !== undefined);
  await agents.deleteAgent(agent.id);
  await until("the words to go", async () => text() === "");
});
