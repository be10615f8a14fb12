import { type Agent, AgentChange, Agent as AgentSchema } from "@tessera/contracts-agents/agents.ts";
import { McpServerList } from "@tessera/contracts-agents/mcp-servers.ts";
import { ModelList } from "@tessera/contracts-agents/models.ts";
import { RunPage } from "@tessera/contracts-agents/runs.ts";
import { AgentScheduleList } from "@tessera/contracts-agents/schedules.ts";
import { ToolList } from "@tessera/contracts-agents/tool-list.ts";
import { ItemTypeInfo } from "@tessera/contracts-items/items.ts";
import { TagInfo } from "@tessera/contracts-items/tag-changes.ts";
import { renderInShell } from "@tessera/shell-api/testing";
import { type Loopback, startLoopback } from "@tessera/testing/loopback.ts";
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import routes from "../routes.tsx";

const ID = "00000000-0000-4000-8000-000000000001";
const stored: Agent = {
  ...{ id: ID, name: "Clerk", icon: "bot", instructions: "", modelId: null, fallbackModelId: null, temperature: null },
  ...{ maxOutputTokens: 100, dayLimitMicros: null, monthLimitMicros: null, createdAt: "2026-11-26T08:00:00.000Z" },
  ...{ tools: {}, maxSteps: 20, runTokens: null, runLimitMicros: null, spent: { dayMicros: 0, monthMicros: 0 } },
  scope: null,
};
const type = (name: string, label: string): ItemTypeInfo => ({
  ...{ type: name, label, plural: label, icon: "note", order: 1, capabilities: [], childTypes: [], parentType: null },
  ...{ creatable: true, count: 0, waiting: 0 },
});

let server: Loopback;
let agent: Agent;
const sent: AgentChange[] = [];
beforeAll(async () => {
  server = await startLoopback(
    ({ method, json, url }) => {
      if (method === "PATCH") {
        sent.push(json as AgentChange);
        agent = { ...agent, ...(json as Agent) };
        return { json: agent };
      }
      if (url.pathname === "/api/items/types") return { json: [type("note", "Note"), type("task", "Task")] };
      if (url.pathname === "/api/items/tags") return { json: [{ tag: "work", count: 3 }] };
      if (url.pathname.endsWith("/runs")) return { json: { items: [], nextCursor: null } };
      return { json: /\/(?:models|mcp-servers|tools|schedules)$/.test(url.pathname) ? { items: [] } : agent };
    },
    {
      "GET /api/agents/agents/:id": { answer: AgentSchema },
      "GET /api/agents/models": { answer: ModelList },
      "GET /api/agents/mcp-servers": { answer: McpServerList },
      "GET /api/agents/tools": { answer: ToolList },
      "GET /api/agents/runs": { answer: RunPage },
      "GET /api/agents/agents/:id/schedules": { answer: AgentScheduleList },
      "GET /api/items/types": { answer: ItemTypeInfo.array() },
      "GET /api/items/tags": { answer: TagInfo.omit({ colour: true }).array() },
      "PATCH /api/agents/agents/:id": { body: AgentChange, answer: AgentSchema },
    },
  );
});
afterAll(() => server.stop());

async function open(scope: Agent["scope"]) {
  agent = { ...stored, scope };
  sent.length = 0;
  renderInShell(routes, { path: `/agents/${ID}`, http: server.http });
  const cards = await screen.findByRole("combobox", { name: "Cards that it sees and changes" });
  return { cards, person: userEvent.setup(), save: screen.getByRole("button", { name: "Save" }) };
}

it("gives an agent some of the cards by keyboard, and wants a type or a tag", async () => {
  const { cards, person, save } = await open(null);
  await person.selectOptions(cards, "Only some of them");
  expect(await screen.findByText("Choose a type, or enter a tag.")).toBeVisible();
  expect(save).toHaveAttribute("aria-disabled", "true");
  (await screen.findByRole("checkbox", { name: "Task" })).focus();
  await person.keyboard(" ");
  await person.type(
    screen.getByRole("combobox", { name: "With one of these tags, separated by commas" }),
    "work, urgent, work,",
  );
  await person.click(save);
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]!.scope).toEqual({ types: ["task"], tags: ["work", "urgent"] });
  expect(await screen.findByText("Saved")).toBeVisible();
});

it("shows a scope, also of a type that is not known any more, and takes it away", async () => {
  const { cards, person, save } = await open({ types: ["memo"], tags: [] });
  expect(cards).toHaveValue("some");
  expect(await screen.findByRole("checkbox", { name: "memo" })).toBeChecked();
  await person.selectOptions(cards, "All of your cards");
  await person.click(save);
  await waitFor(() => expect(sent.map(({ scope }) => scope)).toEqual([null]));
});
