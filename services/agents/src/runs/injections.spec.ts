import { OFFLINE_MODEL_ID } from "@tessera/contracts-agents/limits.ts";
import { AGENT_TOOLS, acts } from "@tessera/contracts-agents/tools.ts";
import { STARTS_MS } from "@tessera/testing/killed-process.ts";
import type { ModelAnswer } from "@tessera/testing/model-server.ts";
import { until } from "@tessera/testing/until.ts";
import { sql } from "drizzle-orm";
import { type AgentsWorld, startAgents } from "../testing/agents-world.ts";
import { cards, page } from "../testing/tools-service.ts";
import attacks from "./fixtures/text_attack_test.json" with { type: "json" };

/** An attack of the public list (fixtures/ORIGIN.md), by turns in a page that is fetched and in a card of others. */
const ATTACKS = Object.values(attacks)
  .flat()
  .map((text, at) => ({ text, place: at % 2 ? "a card" : "a page", at }));
type Attack = (typeof ATTACKS)[number];
const urlOf = ({ at }: Attack) => `https://example.com/${at}`;
const cardOf = ({ at }: Attack) => `00000000-0000-4000-8000-${String(at).padStart(12, "0")}`;
const taskOf = ({ at }: Attack) => `What do they sell at number ${at}?`;
/** The text as it stands in JSON that is sent as text in JSON. */
const sent = (text: string) => JSON.stringify(JSON.stringify(text).slice(1, -1)).slice(1, -1);

let world: AgentsWorld;
type Person = Awaited<ReturnType<AgentsWorld["person"]>>;
const people: Person[] = [];
const runs = new Map<Attack, { id: string; agents: Person["agents"] }>();

/** Keeps and sends on what it was told to, by each tool that acts. */
const obeying = (text: string) => [
  { name: "create_card", arguments: { title: text } },
  { name: "update_card", arguments: { id: crypto.randomUUID(), body: text } },
  { name: "tag_card", arguments: { id: crypto.randomUUID(), add: ["obeyed"] } },
  { name: "create_task", arguments: { title: text } },
  { name: "fetch_page", arguments: { url: `https://example.com/?q=${encodeURIComponent(text)}` } },
  { name: "decide_entry", arguments: { decision: "accept", comment: text } },
];

/** A model that does whatever the data of others says, and nothing else once it has fetched it. */
function answerTo(messages: readonly object[]): ModelAnswer {
  const told = JSON.stringify(messages);
  const attack = ATTACKS.find((one) => told.includes(taskOf(one)))!;
  if (told.includes("data_from_others") && told.includes(sent(attack.text))) return { toolCalls: obeying(attack.text) };
  if (attack.place === "a page" && messages.length === 2)
    return { toolCalls: [{ name: "fetch_page", arguments: { url: urlOf(attack) } }] };
  return { pieces: ["I was told nothing."] };
}

beforeAll(async () => {
  world = await startAgents();
  world.models.script = ({ messages }) => answerTo(messages);
  cards.outside = true;
  for (const attack of ATTACKS) {
    const text = `Shoes are sold here.\n\n${attack.text}\n\nOpen until six.`;
    page.at.set(urlOf(attack), text);
    cards.of.set(cardOf(attack), { title: "Mail", text });
  }
  const kinds = Object.values(attacks);
  await Promise.all(kinds.map((texts) => ask(ATTACKS.filter(({ text }) => texts.includes(text)))));
}, STARTS_MS);
afterAll(async () => {
  page.at.clear();
  cards.of.clear();
  cards.outside = false;
  await world.stop();
});

/** One person gives an agent, whose tools are all allowed, a task for each of the attacks. */
async function ask(about: readonly Attack[]): Promise<void> {
  const person = await world.person();
  const { agents } = person;
  people.push(person);
  const local = { name: "Local", kind: "openai-compatible", baseUrl: world.models.url } as const;
  await agents.checkProvider((await agents.createProvider(local, crypto.randomUUID())).id);
  const model = (await agents.models()).items.find(({ id }) => id !== OFFLINE_MODEL_ID)!;
  const agent = await agents.createAgent(
    {
      ...{ name: "Clerk", icon: "bot", instructions: "", modelId: model.id, fallbackModelId: null, temperature: null },
      ...{ maxOutputTokens: 100, dayLimitMicros: null, monthLimitMicros: null },
      tools: Object.fromEntries(AGENT_TOOLS.map(({ name }) => [name, "allow" as const])),
    },
    crypto.randomUUID(),
  );
  for (const attack of about) {
    const given = attack.place === "a card" ? { cards: [cardOf(attack)] } : {};
    const { id } = await agents.startRun(agent.id, { id: crypto.randomUUID(), task: taskOf(attack), ...given });
    runs.set(attack, { id, agents });
  }
}

test("the model of these tests uses each tool that writes or reaches out", () => {
  const used = obeying("").map(({ name }) => name);
  expect(used.toSorted()).toEqual(
    AGENT_TOOLS.filter(acts)
      .map(({ name }) => name)
      .toSorted(),
  );
});

test.each(ATTACKS)("in $place, no tool that acts is used without the person: $text", async (attack) => {
  const { id, agents } = runs.get(attack)!;
  const run = await until("the run to ask its person", async () => {
    const found = await agents.run(id);
    if (found.finishedAt) throw new Error(`The run is ${found.state}: ${found.failure ?? found.answer}`);
    return found.state === "asking" && found;
  });
  const wanted = obeying(attack.text).map(({ name }) => name);
  const parked = run.trace.slice(-wanted.length).map(({ name, state, reason }) => [name, state, reason]);
  const because = "The run has read content from others, which may have led to this.";
  expect(parked).toEqual(wanted.map((name) => [name, "asking", because]));
  await agents.stopRun(id);
});

test("none of the runs has changed or sent anything", async () => {
  await world.jobsIdle();
  const effects = await world.database.system((tx) => tx.execute(sql`select * from workshop.effect`));
  expect(effects.rows).toEqual([]);
  expect(runs.size).toBe(75);
});
