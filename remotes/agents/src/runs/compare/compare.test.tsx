import { AgentList } from "@tessera/contracts-agents/agents.ts";
import { McpServerList } from "@tessera/contracts-agents/mcp-servers.ts";
import { ModelList } from "@tessera/contracts-agents/models.ts";
import { type RunStep, RunTrace } from "@tessera/contracts-agents/runs.ts";
import { ToolList } from "@tessera/contracts-agents/tool-list.ts";
import { AgentVersionList, WholeAgentVersion } from "@tessera/contracts-agents/versions.ts";
import { renderInShell } from "@tessera/shell-api/testing";
import { type Loopback, startLoopback } from "@tessera/testing/loopback.ts";
import { screen, within } from "@testing-library/react";
import routes from "../../routes.tsx";

const [AGENT, ONE, OTHER, GONE] = [1, 2, 3, 4].map((n) => `00000000-0000-4000-8000-00000000000${n}`) as [
  ...[string, string, string, string],
];
const step = (number: number, name: string, fields: Partial<RunStep>): RunStep => ({
  ...{ number, kind: "model", state: "done", name, reasoning: "", text: "", arguments: null, edited: false },
  ...{ output: null, outside: false, reason: null, path: null, usage: null, expiresAt: null },
  ...{ startedAt: "2026-11-27T08:00:00.000Z", endedAt: "2026-11-27T08:00:01.000Z", ...fields },
});
const card = (number: number, title: string) =>
  step(number, "create_card", { kind: "tool", arguments: { title }, output: { title } });
const run = (id: string, fields: Partial<RunTrace>): RunTrace =>
  RunTrace.parse({
    ...{ id, agentId: AGENT, agentName: "Clerk", task: "Keep milk", state: "done", failure: null, outside: false },
    ...{ answer: "Kept.", steps: 2, tokens: 1_000, costMicros: 2_000, from: null, trace: [] },
    ...{ createdAt: "2026-11-27T08:00:00.000Z", finishedAt: "2026-11-27T08:00:04.000Z", ...fields },
  });
const runs = [
  run(ONE, { trace: [step(1, "small", { text: "I keep it." }), card(2, "Milk")] }),
  run(OTHER, {
    ...{ createdAt: "2026-11-28T08:00:00.000Z", finishedAt: "2026-11-28T08:00:03.000Z", costMicros: 500 },
    trace: [step(1, "small", { text: "I keep it." }), card(2, "Oat milk")],
  }),
];
const version = (number: number) => ({
  ...{
    number,
    cause: "changed",
    restored: null,
    changed: ["temperature"],
    createdAt: `2026-11-2${number + 5}T00:00:00Z`,
  },
});
const settings = (temperature: number) => ({
  ...{ name: "Clerk", icon: "bot", instructions: "Be brief.", modelId: null, fallbackModelId: null, temperature },
  ...{ maxOutputTokens: 100, dayLimitMicros: null, monthLimitMicros: null, tools: {}, maxSteps: 20 },
  ...{ runTokens: null, runLimitMicros: null },
});

let server: Loopback;
let areVersionsAway = false;
beforeAll(async () => {
  server = await startLoopback(
    ({ route, url }) => {
      const away = (status: number, code: string, detail: string) => ({
        ...{ status, json: { type: "about:blank", title: "Away", status, code, detail } },
      });
      if (route.includes("/versions") && areVersionsAway) return away(503, "away", "The service is away.");
      if (route.endsWith("/versions")) return { json: { items: [version(3), version(2)] } };
      if (route.includes("/versions/")) {
        const number = Number(url.pathname.split("/").at(-1));
        return { json: { ...version(number), settings: settings(number * 10) } };
      }
      if (route.includes("/runs/"))
        return runs.some(({ id }) => url.pathname.endsWith(id))
          ? { json: runs.find(({ id }) => url.pathname.endsWith(id)) }
          : away(404, "run_not_found", "This run does not exist any more.");
      return { json: { items: [] } };
    },
    {
      "GET /api/agents/runs/:id": { answer: RunTrace },
      "GET /api/agents/agents": { answer: AgentList },
      "GET /api/agents/agents/:id/versions": { answer: AgentVersionList },
      "GET /api/agents/agents/:id/versions/:number": { answer: WholeAgentVersion },
      "GET /api/agents/models": { answer: ModelList },
      "GET /api/agents/mcp-servers": { answer: McpServerList },
      "GET /api/agents/tools": { answer: ToolList },
    },
  );
});
beforeEach(() => {
  areVersionsAway = false;
});
afterAll(() => server.stop());

const open = (other: string) =>
  renderInShell(routes, { http: server.http, path: `/agents/runs/compare?one=${ONE}&other=${other}` });
const fact = async (title: string) => {
  const table = await screen.findByRole("table", { name: "What differs" });
  return within(table).getByRole("row", { name: new RegExp(`^${title}`) });
};

test("two runs are compared: what differs with by how much, their steps, and what their agent was then", async () => {
  open(OTHER);
  expect(await fact("Cost")).toHaveTextContent("$0.002$0.0005−$0.0015");
  expect(await fact("Duration")).toHaveTextContent("−1 s");
  expect(await fact("Version of the agent")).toHaveTextContent("Version 2Version 3≠ differs");
  expect(await fact("Temperature")).toHaveTextContent("0.20.3");
  const steps = within(screen.getByRole("list", { name: "Steps of both runs" })).getAllByRole("listitem");
  expect(steps).toHaveLength(2);
  expect(steps[0]).toHaveTextContent(/^1\. small: the same in both/);
  expect(steps[1]).toHaveTextContent("Differs: what was asked for, what was given");
});

test("runs are compared where the versions of their agent cannot be had", async () => {
  areVersionsAway = true;
  open(OTHER);
  expect(await fact("Tokens|^Cost")).toBeVisible();
  expect(screen.getByRole("table", { name: "What differs" })).not.toHaveTextContent("Temperature");
});

test("a run that does not exist any more is said", async () => {
  open(GONE);
  expect(await screen.findByRole("alert")).toHaveTextContent("This run does not exist any more.");
});

test("the same run twice is said to be", async () => {
  open(ONE);
  expect(await screen.findByText("This is the same run twice.")).toBeVisible();
});
