import { McpServerList } from "@tessera/contracts-agents/mcp-servers.ts";
import { ToolList } from "@tessera/contracts-agents/tool-list.ts";
import { SHOWN_TOOLS } from "@tessera/contracts-agents/tool-names.ts";
import type { ToolPolicies } from "@tessera/contracts-agents/tools.ts";
import { renderInShell } from "@tessera/shell-api/testing";
import { type Loopback, startLoopback } from "@tessera/testing/loopback.ts";
import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { ToolPoliciesFields } from "./tool-policies.tsx";

const TOOLS = [
  { name: "search_cards", title: "Search cards", effect: "reads", arguments: ["words"] },
  { name: "decide_entries", title: "Decide entries of the queue", effect: "writes", arguments: ["ids"] },
  { name: "ask_person", title: "Ask you", effect: "asks", arguments: ["question"] },
];
let server: Loopback;
let isAway = false;
beforeAll(async () => {
  server = await startLoopback(
    ({ url }) =>
      isAway
        ? {
            status: 404,
            json: { type: "about:blank", title: "Not found", status: 404, code: "not_found", detail: "No." },
          }
        : { json: { items: url.pathname.endsWith("/tools") ? TOOLS : [] } },
    { "GET /api/agents/tools": { answer: ToolList }, "GET /api/agents/mcp-servers": { answer: McpServerList } },
  );
});
afterAll(() => server.stop());
const open = (policies: ToolPolicies) => {
  const changes: ToolPolicies[] = [];
  renderInShell(<ToolPoliciesFields policies={policies} onChange={(change) => changes.push(change)} />, {
    http: server.http,
  });
  return changes;
};
const choices = (label: string) =>
  within(screen.getByLabelText(label))
    .getAllByRole("option")
    .map(({ textContent }) => textContent);

it("offers the tools of areas as those of the product, none before it is chosen", async () => {
  isAway = false;
  const changes = open({ search_cards: "allow" });
  expect(await screen.findByLabelText("Decide entries of the queue")).toHaveValue("deny");
  expect(screen.getByLabelText("Search cards")).toHaveValue("allow");
  expect(choices("Decide entries of the queue")).toEqual(["Allow", "Ask me", "Not offered"]);
  expect(choices("Ask you")).toEqual(["Ask me", "Not offered"]);
  await userEvent.selectOptions(screen.getByLabelText("Decide entries of the queue"), "Ask me");
  expect(changes).toEqual([{ search_cards: "allow", decide_entries: "ask" }]);
});

it("has those of the product where a service of a release before lists none", () => {
  isAway = true;
  open({});
  for (const { title } of SHOWN_TOOLS) expect(screen.getByLabelText(title)).toHaveValue("deny");
});
