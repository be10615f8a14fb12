import type { NewAgent } from "@tessera/contracts-agents/agents.ts";
import type { AnswerEvent, PromptEvent } from "@tessera/contracts-agents/client.ts";
import { OFFLINE_MODEL_ID } from "@tessera/contracts-agents/limits.ts";
import { agentTokens } from "@tessera/contracts-billing/meters.ts";
import { until } from "@tessera/testing/until.ts";
import { sql } from "drizzle-orm";
import { placeOf } from "./providers/provider-key.ts";
import { Keyring } from "./secret/keyring.ts";
import { type AgentsWorld, startAgents } from "./testing/agents-world.ts";

const PRESENT = "present secret of thirty-two letters";
const BEFORE = "secret before of thirty-two letters";

let world: AgentsWorld;
beforeAll(async () => {
  world = await startAgents({ AGENTS_SECRET: PRESENT, AGENTS_SECRET_BEFORE: BEFORE });
});
afterEach(() => {
  world.models.release();
  Object.assign(world.models, {
    key: null,
    refuseList: null,
    answers: [],
    asked: [],
    models: [{ id: "small" }, { id: "large" }],
  });
});
afterAll(() => world.stop());

const none = { prompts: null, comparison: null, agents: null };
type Agents = Awaited<ReturnType<AgentsWorld["person"]>>["agents"];
const local = (name = "Local", key?: string) => ({
  ...{ name, kind: "openai-compatible" as const, baseUrl: world.models.url },
  ...(key === undefined ? {} : { key }),
});
const add = (agents: Agents, provider = local()) => agents.createProvider(provider, crypto.randomUUID());
const ownModels = async (agents: Agents) => (await agents.models()).items.filter(({ id }) => id !== OFFLINE_MODEL_ID);
/** A person with the local provider and its models. */
async function equipped() {
  const { userId, agents } = await world.person();
  const provider = await add(agents);
  await agents.checkProvider(provider.id);
  const { items } = await agents.models();
  const modelOf = (name: string) => items.find((model) => model.name === name)!;
  return { userId, agents, provider, modelOf };
}
const rows = async (query: ReturnType<typeof sql>) => (await world.database.system((tx) => tx.execute(query))).rows;

async function ask(agents: Agents, modelId: string, text = "Hello", id: string = crypto.randomUUID()) {
  const events: PromptEvent[] = [];
  for await (const event of agents.prompt({ id, modelId, text })) {
    events.push(event);
    if (event.name === "text") world.models.release();
  }
  return events;
}
const textOf = (events: PromptEvent[]) => events.map((event) => (event.name === "text" ? event.text : "")).join("");
const callOf = (id: string) =>
  until("the call to be written", async () => {
    const [call] = await rows(sql`select * from agents.call where id = ${id}`);
    return call?.state !== "running" && call;
  });

describe("providers", () => {
  test("a key is kept sealed, sent to the provider alone, and never answered", async () => {
    const { agents } = await world.person();
    world.models.key = "sk-local-1";
    const provider = await add(agents, local("With a key", "sk-local-1"));
    expect(provider).toMatchObject({ hasKey: true, models: 0, checkedAt: null, failure: null });
    expect(JSON.stringify([provider, await agents.providers()])).not.toContain("sk-local-1");
    const [row] = await rows(sql`select sealed_key, key_id from agents.provider where id = ${provider.id}`);
    expect(Buffer.from(row!.sealed_key as Buffer).includes("sk-local-1")).toBe(false);
    expect(await agents.checkProvider(provider.id)).toMatchObject({ models: 2, added: 2, provider: { failure: null } });
    const kept = JSON.stringify(await rows(sql`select * from kit.answer`));
    expect(kept).not.toContain("sk-local-1");
  });

  test("a connection test says what is wrong in words, and keeps the models that are known", async () => {
    const { agents, provider } = await equipped();
    world.models.key = "sk-other";
    const check = await agents.checkProvider(provider.id);
    expect(check).toMatchObject({ models: null, provider: { models: 2 } });
    expect(check.provider.failure).toContain("refused the key (401)");
    expect(check.provider.failure).toContain("Incorrect API key provided");
    const elsewhere = await agents.changeProvider(provider.id, { baseUrl: `${world.models.url}/nothing` });
    expect(elsewhere.failure).toBeNull();
    world.models.key = null;
    expect((await agents.checkProvider(provider.id)).provider.failure).toContain("does not know this address");
  });

  test("another address needs the key again: no key goes where it was not meant to go", async () => {
    const { agents } = await world.person();
    const { id } = await add(agents, local("Moved", "sk-1"));
    const baseUrl = world.models.url.replace("/v1", "/v2");
    await expect(agents.changeProvider(id, { baseUrl })).rejects.toMatchObject({ code: "provider_key_needed" });
    expect((await agents.providers()).items[0]!.baseUrl).toBe(world.models.url);
    await agents.changeProvider(id, { baseUrl, key: "sk-2" });
    expect(await agents.changeProvider(id, { key: "" })).toMatchObject({ baseUrl, hasKey: false });
  });

  test("private addresses, names that are taken and what cannot be read are refused, and nothing is written", async () => {
    const { agents } = await world.person();
    const inside = add(agents, { ...local(), baseUrl: "https://10.0.0.8/v1" });
    await expect(inside).rejects.toMatchObject({ status: 400, code: "provider_address_refused" });
    await add(agents, local("Taken"));
    await expect(add(agents, local(" taken "))).rejects.toMatchObject({ status: 409, code: "provider_name_taken" });
    const without = add(agents, { name: "No address", kind: "openai-compatible" } as never);
    await expect(without).rejects.toMatchObject({ status: 400, code: "invalid_request" });
    expect((await agents.providers()).items).toHaveLength(1);
  });

  test("each person's providers, models and defaults are their own", async () => {
    const ines = await equipped();
    const { userId, agents } = await world.person();
    const { id } = ines.modelOf("small");
    expect([(await agents.providers()).items, await ownModels(agents)]).toEqual([[], []]);
    for (const act of [
      agents.checkProvider(ines.provider.id),
      agents.changeProvider(ines.provider.id, { name: "Mine" }),
      agents.deleteProvider(ines.provider.id),
      agents.changeModel(id, { title: "Mine" }),
      agents.deleteModel(id),
      agents.setDefaults({ ...none, prompts: id }),
      ask(agents, id),
    ])
      await expect(act).rejects.toMatchObject({ status: 404 });
    for (const table of ["provider", "model", "model_default", "call"]) {
      const seen = await world.database
        .of("agents")
        .as({ userId }, (tx) => tx.execute(sql`select * from agents.${sql.identifier(table)}`));
      expect(seen.rows).toEqual([]);
    }
    expect(world.models.asked).toEqual([]);
  });
});

test("after the secret was replaced keys are sealed with the present one; one that is lost is asked for", async () => {
  const { userId, agents } = await world.person();
  const provider = await add(agents, local("Sealed before", "sk-kept"));
  const sealWith = async (secret: string) => {
    const { bytes, keyId } = new Keyring([secret]).seal("sk-kept", placeOf(userId, provider.id));
    await rows(sql`update agents.provider set sealed_key = ${bytes}, key_id = ${keyId} where id = ${provider.id}`);
    await world.restart();
    const [row] = await rows(sql`select key_id from agents.provider where id = ${provider.id}`);
    return row!.key_id;
  };
  world.models.key = "sk-kept";
  expect(await sealWith(BEFORE)).toBe(new Keyring([PRESENT]).currentId);
  expect((await agents.checkProvider(provider.id)).provider.failure).toBeNull();
  const lost = "a secret that nobody knows any more";
  expect(await sealWith(lost)).toBe(new Keyring([lost]).currentId);
  await expect(agents.checkProvider(provider.id)).rejects.toMatchObject({ status: 409, code: "provider_key_lost" });
});

describe("models", () => {
  test("reading the list again adds what is new, marks what is gone, and leaves what the person set", async () => {
    const { agents, provider, modelOf } = await equipped();
    const prices = { input: 3_000_000, cached: null, output: 15_000_000 };
    const changed = await agents.changeModel(modelOf("large").id, { title: "The large one", prices });
    expect(changed).toMatchObject({ title: "The large one", prices, contextTokens: null });
    world.models.models = [
      { id: "large", name: "Large 2", context_length: 8_192, pricing: { prompt: "1", completion: "1" } },
      { id: "new" },
    ];
    expect(await agents.checkProvider(provider.id)).toMatchObject({ models: 2, added: 1 });
    const items = await ownModels(agents);
    expect(items.map(({ name, listed }) => [name, listed])).toEqual([
      ["new", true],
      ["small", false],
      ["large", true],
    ]);
    expect(items.at(-1)).toMatchObject({ title: "The large one", prices, contextTokens: 8_192 });
  });

  test("a model that is not listed can be added, once; it goes with its provider, and defaults with it", async () => {
    const { agents, provider } = await equipped();
    const model = { providerId: provider.id, name: "tuned" };
    const { id } = await agents.createModel(model, crypto.randomUUID());
    const again = agents.createModel(model, crypto.randomUUID());
    await expect(again).rejects.toMatchObject({ status: 409, code: "model_name_taken" });
    expect(await agents.setDefaults({ ...none, prompts: id })).toEqual({ ...none, prompts: id });
    await agents.deleteProvider(provider.id);
    expect([await ownModels(agents), await agents.defaults()]).toEqual([[], none]);
  });
});

describe("prompts", () => {
  test("an answer comes piece by piece, with its time, tokens and cost, and the call is written", async () => {
    const { agents, modelOf } = await equipped();
    const { id } = modelOf("small");
    await agents.changeModel(id, { prices: { input: 1_000_000, cached: 100_000, output: 2_000_000 } });
    world.models.answers = [
      {
        ...{ reasoning: "Let me see.", pieces: ["Good ", "morning"] },
        usage: { prompt_tokens: 20, cached: 10, completion_tokens: 4 },
      },
    ];
    const prompt = crypto.randomUUID();
    const events = await ask(agents, id, "Greet me", prompt);
    expect(events.map(({ name }) => name)).toEqual(["reasoning", "text", "text", "end"]);
    expect(textOf(events)).toBe("Good morning");
    expect(events.at(-1)).toMatchObject({
      finish: "stop",
      usage: { inputTokens: 20, cachedTokens: 10, outputTokens: 4, costMicros: 10 + 1 + 8 },
    });
    expect(await callOf(prompt)).toMatchObject({
      state: "done",
      finish: "stop",
      cost_micros: "19",
      model_name: "small",
    });
  });

  test("a piece is sent on while the model still writes, and who leaves stops the model", async () => {
    const { agents, modelOf } = await equipped();
    world.models.answers = [{ pieces: ["First", "never"], holdBefore: 1 }];
    const { left } = world.models;
    const prompt = crypto.randomUUID();
    for await (const event of agents.prompt({ id: prompt, modelId: modelOf("small").id, text: "Hello" })) {
      expect(event).toEqual({ name: "text", text: "First" });
      break;
    }
    await until("the provider to see it", () => world.models.left === left + 1);
    expect(await callOf(prompt)).toMatchObject({ state: "stopped", cost_micros: null });
  });

  test("the same prompt is asked once, also by a page that comes back", async () => {
    const { agents, modelOf } = await equipped();
    const prompt = crypto.randomUUID();
    expect(textOf(await ask(agents, modelOf("small").id, "Once", prompt))).toBe("You said: Once");
    expect(await ask(agents, modelOf("small").id, "Once", prompt)).toEqual([]);
    expect(world.models.asked).toHaveLength(1);
  });

  test.each([
    ["a rate limit", { refuse: { status: 429, message: "Slow down", retryAfter: 7 } }, "Try again in 7 seconds."],
    ["an error in the stream", { pieces: ["Well"], streamError: "Overloaded" }, "Overloaded"],
    [
      "a stream that is cut",
      { pieces: ["Half an ans", "wer"], holdBefore: 1, cutAfter: 1 },
      "broke off before the answer ended",
    ],
    ["a fault of the provider", { refuse: { status: 503, message: "Down" } }, "a fault of its own (503)"],
    ["a prompt that is too long", { refuse: { status: 400, message: "Context exceeded" } }, "Context exceeded"],
    ["what cannot be stored", { refuse: { status: 400, message: "odd\u0000 words \ud800" } }, "“odd words \ufffd”"],
    ["an odd error in the stream", { pieces: ["Well"], streamError: "odd\u0000 words" }, "“odd words”"],
  ])("%s is explained in words, and what came before it stays", async (_, answer, words) => {
    const { agents, modelOf } = await equipped();
    world.models.answers = [answer];
    const prompt = crypto.randomUUID();
    const events = await ask(agents, modelOf("small").id, "Hello", prompt);
    expect(textOf(events)).toBe("pieces" in answer ? answer.pieces![0] : "");
    expect(events.at(-1)).toMatchObject({ name: "failed", sentence: expect.stringContaining(words) });
    expect(await callOf(prompt)).toMatchObject({ state: "failed", error: expect.stringContaining(words) });
    expect(world.models.asked).toHaveLength(1);
  });

  test("a key that a provider repeats is neither shown nor kept", async () => {
    const { agents } = await world.person();
    const provider = await add(agents, local("Echo", "sk-echoed-1"));
    await agents.checkProvider(provider.id);
    const { items } = await agents.models();
    const said = "The key sk-echoed-1 may not";
    for (const answer of [{ refuse: { status: 403, message: said } }, { pieces: ["Well"], streamError: said }]) {
      world.models.answers = [answer];
      const prompt = crypto.randomUUID();
      const events = await ask(agents, items[0]!.id, "Hello", prompt);
      expect(events.at(-1)).toMatchObject({ name: "failed", sentence: expect.stringContaining("The key … may not") });
      expect((await callOf(prompt)).error).not.toContain("sk-echoed-1");
    }
    world.models.refuseList = said;
    const { provider: checked } = await agents.checkProvider(provider.id);
    expect(checked.failure).toContain("The key … may not");
    expect(JSON.stringify(await rows(sql`select * from agents.provider`))).not.toContain("sk-echoed-1");
  });

  test("tokens are metered once with their model, and nobody is asked once those of the month are used", async () => {
    const { userId, agents, modelOf } = await equipped();
    const { id } = modelOf("small");
    const month = `${world.clock.now().toISOString().slice(0, 7)}-01`;
    await rows(sql`insert into kit.usage_standing (user_id, meter, month, used, stop_at)
      values (${userId}, ${agentTokens.name}, ${month}::date, 0, 24)`);
    world.models.answers = [{ pieces: ["Hello"], usage: { prompt_tokens: 20, cached: 0, completion_tokens: 4 } }];
    const prompt = crypto.randomUUID();
    await ask(agents, id, "Hello", prompt);
    const metered = await rows(sql`select key, quantity::int, model, agent from kit.usage where user_id = ${userId}`);
    expect(metered).toEqual([{ key: prompt, quantity: 24, model: "small", agent: null }]);
    await expect(ask(agents, id)).rejects.toMatchObject({ status: 402, code: "usage_limit_reached" });
    expect(world.models.asked).toHaveLength(1);
  });

  test("without a plan nobody is asked", async () => {
    const { userId } = await equipped();
    world.billing.status = "inactive";
    const { agents } = await world.person();
    const refused = ask(agents, crypto.randomUUID());
    await expect(refused).rejects.toMatchObject({ status: 402, code: "subscription_required" });
    expect((await agents.providers()).items).toEqual([]);
    expect(await rows(sql`select 1 from agents.call where user_id = ${userId}`)).toEqual([]);
    world.billing.status = "active";
  });
});

describe("agents", () => {
  const settings: NewAgent = {
    ...{ name: "Editor", icon: "pen", instructions: "Write plainly.", modelId: null, fallbackModelId: null },
    ...{ temperature: 30, maxOutputTokens: 100, dayLimitMicros: null, monthLimitMicros: null },
  };
  const prices = { input: 1_000_000, cached: null, output: 1_000_000 };
  /** A person with the local provider, an agent, and prices of one micro-dollar a token. */
  async function withAgent(change: Partial<NewAgent> = {}) {
    const person = await equipped();
    const [small, large] = [person.modelOf("small"), person.modelOf("large")];
    for (const { id } of [small, large]) await person.agents.changeModel(id, { prices });
    const agent = await person.agents.createAgent({ ...settings, modelId: small.id, ...change }, crypto.randomUUID());
    return { ...person, small, large, agent };
  }
  async function question(agents: Agents, id: string, text = "Hello") {
    const events: AnswerEvent[] = [];
    const messages = [{ role: "user" as const, text }];
    for await (const event of agents.askAgent(id, { id: crypto.randomUUID(), messages })) events.push(event);
    return events;
  }

  test("an agent is kept with its settings, listed by name, changed and removed; names are taken once", async () => {
    const { agents, agent } = await withAgent();
    expect(agent).toMatchObject({ ...settings, modelId: agent.modelId, spent: { dayMicros: 0, monthMicros: 0 } });
    await agents.createAgent({ ...settings, name: "Aide" }, crypto.randomUUID());
    expect((await agents.agents()).items.map(({ name }) => name)).toEqual(["Aide", "Editor"]);
    const taken = agents.changeAgent(agent.id, { name: "aide" });
    await expect(taken).rejects.toMatchObject({ status: 409, code: "agent_name_taken" });
    expect(await agents.changeAgent(agent.id, { name: "editor", temperature: null })).toMatchObject({
      ...{ name: "editor", temperature: null, instructions: "Write plainly." },
    });
    await agents.deleteAgent(agent.id);
    await expect(agents.agent(agent.id)).rejects.toMatchObject({ status: 404, code: "agent_not_found" });
  });

  test("each person's agents are their own, and ask no other person's models", async () => {
    const ines = await withAgent();
    const { userId, agents } = await world.person();
    for (const act of [
      agents.agent(ines.agent.id),
      agents.changeAgent(ines.agent.id, { name: "Mine" }),
      agents.deleteAgent(ines.agent.id),
      question(agents, ines.agent.id),
      agents.createAgent({ ...settings, modelId: ines.small.id }, crypto.randomUUID()),
      agents.createAgent({ ...settings, fallbackModelId: ines.small.id }, crypto.randomUUID()),
    ])
      await expect(act).rejects.toMatchObject({ status: 404 });
    const seen = await world.database.of("agents").as({ userId }, (tx) => tx.execute(sql`select * from agents.agent`));
    expect(seen.rows).toEqual([]);
    expect(world.models.asked).toEqual([]);
  });

  test("its model is asked with its instructions, its parameters and the conversation", async () => {
    const { agents, agent } = await withAgent();
    const messages = [
      { role: "user" as const, text: "One" },
      { role: "assistant" as const, text: "Two" },
      { role: "user" as const, text: "Three" },
    ];
    const id = crypto.randomUUID();
    const events: AnswerEvent[] = [];
    for await (const event of agents.askAgent(agent.id, { id, messages })) events.push(event);
    expect(events.map(({ name }) => name)).toEqual(["model", "text", "end"]);
    expect(world.models.asked).toMatchObject([
      {
        ...{ model: "small", max_tokens: 100, temperature: 0.3 },
        messages: [
          { role: "system", content: "Write plainly." },
          { role: "user", content: "One" },
          { role: "assistant", content: "Two" },
          { role: "user", content: "Three" },
        ],
      },
    ]);
    expect(await callOf(id)).toMatchObject({ purpose: "agent", agent_id: agent.id, cost_micros: "17" });
    expect((await agents.agent(agent.id)).spent).toEqual({ dayMicros: 17, monthMicros: 17 });
  });

  test("without a model of its own it asks the default, and without one the offline model", async () => {
    const { agents, agent, large } = await withAgent({ modelId: null });
    const [model, text] = await question(agents, agent.id);
    expect([model, text]).toMatchObject([
      { title: "Offline model" },
      { text: expect.stringContaining("cost nothing") },
    ]);
    await agents.setDefaults({ ...none, agents: large.id });
    await question(agents, agent.id);
    expect(world.models.asked).toMatchObject([{ model: "large" }]);
  });

  test("the fallback answers when the model fails before it says anything, and not in the middle of an answer", async () => {
    const { agents, agent, large } = await withAgent();
    await agents.changeAgent(agent.id, { fallbackModelId: large.id });
    world.models.answers = [{ model: "small", refuse: { status: 503, message: "Down" } }];
    expect(await question(agents, agent.id)).toMatchObject([
      { name: "model", title: "small", because: null },
      { name: "model", title: "large", because: expect.stringContaining("a fault of its own (503)") },
      { name: "text", text: "You said: Hello" },
      { name: "end" },
    ]);
    world.models.answers = [{ model: "small", pieces: ["Well"], streamError: "Overloaded" }];
    expect((await question(agents, agent.id)).map(({ name }) => name)).toEqual(["model", "text", "failed"]);
  });

  test("a limit of cost holds before a call is made, with 20 questions at once", async () => {
    // Each may cost 100 tokens out, and the bytes of what is sent with 32 for each of two messages: 183 micro-dollars.
    const { agents, agent } = await withAgent({ dayLimitMicros: 1_000 });
    world.models.answers = Array.from({ length: 20 }, () => ({ pieces: ["Yes"], holdBefore: 0 }));
    const results = Array.from({ length: 20 }, () =>
      question(agents, agent.id).then(
        () => null,
        (error) => error,
      ),
    );
    const refused = await until("15 refusals", async () => {
      const settled = await Promise.all(results.map((one) => Promise.race([one, "open"])));
      const refusals = settled.filter((one) => one !== "open");
      return refusals.length === 15 && refusals;
    });
    for (const error of refused) expect(error).toMatchObject({ status: 409, code: "agent_limit_reached" });
    expect(refused[0].message).toContain("may cost $0.001 a day");
    await until("the others to be asked", () => world.models.asked.length === 5);
    world.models.release();
    await Promise.all(results);
    expect(world.models.asked).toHaveLength(5);
    expect((await agents.agent(agent.id)).spent.dayMicros).toBe(5 * 17);
    // What they cost is less than what they might have: there is room again.
    world.models.answers = [];
    await question(agents, agent.id);
  });

  test("what was stopped counts with the most it can cost, a refusal with nothing, and each day has its own limit", async () => {
    const { agents, agent } = await withAgent({ dayLimitMicros: 200, monthLimitMicros: 400 });
    world.models.answers = [{ refuse: { status: 429, message: "Slow down" } }, { pieces: ["A", "B"], holdBefore: 1 }];
    await question(agents, agent.id);
    const spentOf = async () => (await agents.agent(agent.id)).spent;
    await until("the refusal to be written", async () => (await spentOf()).dayMicros === 0);
    const messages = [{ role: "user" as const, text: "Hello" }];
    for await (const { name } of agents.askAgent(agent.id, { id: crypto.randomUUID(), messages }))
      if (name === "text") break;
    expect(await spentOf()).toEqual({ dayMicros: 183, monthMicros: 183 });
    await expect(question(agents, agent.id)).rejects.toMatchObject({ code: "agent_limit_reached" });
    world.clock.advance(86_400_000);
    await question(agents, agent.id);
    expect(await spentOf()).toEqual({ dayMicros: 17, monthMicros: 200 });
    await agents.changeAgent(agent.id, { dayLimitMicros: null });
    await question(agents, agent.id);
    await agents.changeAgent(agent.id, { monthLimitMicros: 300 });
    await expect(question(agents, agent.id)).rejects.toMatchObject({
      ...{ code: "agent_limit_reached", message: expect.stringContaining("a month and has used $0.000217") },
    });
  });

  test("a limit of cost needs prices: what is unknown is not free", async () => {
    const { agents, agent, small } = await withAgent({ monthLimitMicros: 1_000_000 });
    await agents.changeModel(small.id, { prices: { ...prices, output: null } });
    await expect(question(agents, agent.id)).rejects.toMatchObject({ status: 409, code: "agent_prices_unknown" });
    expect(world.models.asked).toEqual([]);
  });
});
