import { AgentList } from "@tessera/contracts-agents/agents.ts";
import { McpServerList } from "@tessera/contracts-agents/mcp-servers.ts";
import { ModelDefaults, ModelList } from "@tessera/contracts-agents/models.ts";
import { ProviderList } from "@tessera/contracts-agents/providers.ts";
import { RunPage, RunTrace } from "@tessera/contracts-agents/runs.ts";
import { AgentScheduleList } from "@tessera/contracts-agents/schedules.ts";
import { ToolList } from "@tessera/contracts-agents/tool-list.ts";
import { SHOWN_TOOLS } from "@tessera/contracts-agents/tool-names.ts";
import { Dialog, hoursAgo, idOf, type Meta, page, type StoryObj } from "@tessera/gallery";
import { AskDialog } from "./ask/ask-dialog.tsx";
import routes from "./routes.tsx";

export default { title: "agents/Agents" } satisfies Meta;

const [CLERK, READER, MODEL, PROVIDER, RUN] = [1, 2, 10, 20, 30].map(idOf) as [
  ...[string, string, string],
  ...[string, string],
];
const agent = (id: string, name: string, icon: string) => ({
  ...{ id, name, icon, instructions: "Write short sentences. Ask before you change a card.", modelId: MODEL },
  ...{ fallbackModelId: null, temperature: null, maxOutputTokens: 2_000, dayLimitMicros: 500_000 },
  ...{ monthLimitMicros: null, tools: {}, maxSteps: 20, runTokens: null, runLimitMicros: null },
  ...{ spent: { dayMicros: 120_000, monthMicros: 1_840_000 }, createdAt: hoursAgo(900) },
});
const agents = AgentList.parse({ items: [agent(CLERK, "Clerk", "bot"), agent(READER, "Reader", "search")] });
const models = ModelList.parse({
  items: [
    {
      ...{ id: MODEL, providerId: PROVIDER, providerName: "Own server", name: "small-1", title: "Small" },
      ...{ contextTokens: 32_000, maxOutputTokens: 4_000, listed: true },
      capabilities: { tools: true, vision: false, reasoning: false },
      prices: { input: 150_000, cached: null, output: 600_000 },
    },
  ],
});
const run = (n: number, task: string, state: string, fields: object = {}) => ({
  ...{ id: idOf(30 + n), agentId: CLERK, agentName: "Clerk", task, state, failure: null, answer: null, outside: false },
  ...{
    steps: 2,
    tokens: 1_840,
    costMicros: 4_100,
    from: null,
    createdAt: hoursAgo(n + 1),
    finishedAt: null,
    ...fields,
  },
});
const asking = run(0, "Write the day up and tag what is open", "asking");
const step = (number: number, kind: string, state: string, name: string, fields: object = {}) => ({
  ...{ number, kind, state, name, reasoning: "", text: "", arguments: null, edited: false, output: null },
  ...{ outside: false, reason: null, path: null, usage: null, startedAt: hoursAgo(1), endedAt: hoursAgo(0.99) },
  ...{ expiresAt: null, ...fields },
});
/** A stream of events that stays open. */
const followed = (run: unknown) => () =>
  new Response(
    new ReadableStream({
      start: (events) =>
        events.enqueue(new TextEncoder().encode(`id: 1\nevent: run\ndata: ${JSON.stringify(run)}\n\n`)),
    }),
    { headers: { "content-type": "text/event-stream" } },
  );
const answers = {
  "GET /api/agents/agents": agents,
  "GET /api/agents/models": models,
  "GET /api/agents/mcp-servers": McpServerList.parse({ items: [] }),
  "GET /api/agents/tools": ToolList.parse({ items: SHOWN_TOOLS.map((tool) => ({ ...tool, arguments: [] })) }),
  "GET /api/agents/providers": ProviderList.parse({ items: [] }),
  "GET /api/agents/defaults": ModelDefaults.parse({ prompts: MODEL, comparison: null, agents: MODEL }),
  "GET /api/agents/runs": RunPage.parse({
    items: [
      asking,
      run(1, "What did I promise the carpenter?", "done", { answer: "A quote by Friday.", finishedAt: hoursAgo(1.9) }),
      run(2, "Read the news", "failed", { failure: "The model did not answer.", finishedAt: hoursAgo(2.9) }),
    ],
    nextCursor: null,
  }),
  [`GET /api/agents/agents/${CLERK}`]: agents.items[0],
  [`GET /api/agents/agents/${CLERK}/schedules`]: AgentScheduleList.parse({
    items: [
      {
        ...{ id: idOf(40), agentId: CLERK, prompt: "Write the day up", rhythm: { every: "weekday" }, time: "08:00" },
        ...{ timeZone: "Europe/Berlin", paused: null, nextAt: hoursAgo(-20), skipped: null, createdAt: hoursAgo(90) },
        lastRun: { id: RUN, state: "done", createdAt: hoursAgo(4) },
      },
    ],
  }),
  [`GET /api/agents/runs/${RUN}/events`]: followed(asking),
  [`GET /api/agents/runs/${RUN}`]: RunTrace.parse({
    ...asking,
    trace: [
      step(1, "model", "done", "Small", {
        text: "I look for what is open today, then tag it.",
        usage: {
          ...{ inputTokens: 1_200, cachedTokens: null, outputTokens: 80, costMicros: 2_100 },
          ...{ firstTokenMs: 320, totalMs: 1_400 },
        },
      }),
      step(2, "tool", "asking", "change_card", {
        ...{ arguments: { id: idOf(90), addTags: ["open"] }, endedAt: null, expiresAt: hoursAgo(-20) },
        reason: "It changes a card, and you asked to be asked.",
      }),
    ],
  }),
};
const shown = (path: string) => page(routes, { path, routes: answers });

export const Agents: StoryObj = { ...shown("/agents"), tags: ["!picture"] };

export const Agent = shown(`/agents/${CLERK}`);

export const Runs: StoryObj = { ...shown("/agents/runs"), tags: ["!picture"] };

export const Run = shown(`/agents/${CLERK}/runs/${RUN}`);

export const Models: StoryObj = { ...shown("/models"), tags: ["!picture"] };

export const Ask: StoryObj = {
  render: () => (
    <Dialog
      title="Ask about cards"
      of={AskDialog}
      with={{
        about: {
          of: "selection",
          cards: ["Oak fronts", "Lease", "Quote"].map((title, n) => ({ id: idOf(90 + n), title })),
          total: 3,
        },
      }}
    />
  ),
  parameters: { shell: { routes: answers } },
};
