import {
  McpReview,
  McpServer,
  McpServerCheck,
  McpServerList,
  NewMcpServer,
} from "@tessera/contracts-agents/mcp-servers.ts";
import { renderInShell, showDialog } from "@tessera/shell-api/testing";
import { type Loopback, startLoopback } from "@tessera/testing/loopback.ts";
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import McpSection from "./mcp-section.tsx";

const serverOf = (fields: Partial<McpServer> = {}): McpServer => ({
  ...{ id: "00000000-0000-4000-8000-000000000001", name: "Tracker", url: "https://tracker.example/mcp" },
  ...{ header: null, signIn: "none", tools: [], skipped: 0, revision: "r1", checkedAt: null, failure: null },
  createdAt: "2026-11-27T08:00:00.000Z",
  ...fields,
});
const tool = (title: string, reviewed = true) => ({
  ...{ name: `mcp_00000000_${title}`, title, description: `What ${title} does.`, reviewed },
});

let kept: McpServer[] = [];
let isBroken = false;
const sent: { route: string; body: unknown }[] = [];
let server: Loopback;
beforeAll(async () => {
  server = await startLoopback(
    ({ method, route, json }) => {
      if (method === "GET")
        return isBroken
          ? {
              status: 503,
              json: { type: "about:blank", title: "Away", status: 503, code: "away", detail: "The service is away." },
            }
          : { json: { items: kept } };
      sent.push({ route, body: json });
      if (method === "DELETE") {
        kept = kept.filter(({ id }) => !route.endsWith(id));
        return { status: 204 };
      }
      if (route.includes("/review")) kept = kept.map((one) => ({ ...one, tools: [tool("create"), tool("close")] }));
      else if (!route.includes("/check")) kept = [serverOf()];
      const [only] = kept as [McpServer];
      if (route.includes("/check")) return { json: { server: only, tools: 0, changed: 0 } };
      return { status: route.includes("/review") ? 200 : 201, json: only };
    },
    {
      "GET /api/agents/mcp-servers": { answer: McpServerList },
      "POST /api/agents/mcp-servers": { body: NewMcpServer, answer: McpServer, status: 201 },
      "DELETE /api/agents/mcp-servers/:id": { answer: null },
      "POST /api/agents/mcp-servers/:id/check": { answer: McpServerCheck },
      "POST /api/agents/mcp-servers/:id/review": { body: McpReview, answer: McpServer },
    },
  );
});
beforeEach(() => {
  kept = [];
  isBroken = false;
  sent.length = 0;
});
afterAll(() => server.stop());

const open = () =>
  renderInShell([{ path: "settings/mcp", Component: McpSection }], { path: "/settings/mcp", http: server.http });

test("a server is added with a header, whose value is asked for and leaves the page with the dialog alone", async () => {
  const person = userEvent.setup();
  const { shell } = open();
  await person.click(await screen.findByRole("button", { name: "Add server" }));
  const { in: dialog } = await showDialog(shell);
  await person.type(dialog.getByLabelText(/^Name/), "Tracker");
  await person.type(dialog.getByLabelText(/^Address/), "https://tracker.example/mcp");
  await person.selectOptions(dialog.getByLabelText(/^Access/), "header");
  const add = dialog.getByRole("button", { name: "Add server" });
  expect(add).toHaveAttribute("aria-disabled", "true");
  await person.type(dialog.getByLabelText(/^Value/), "Bearer 1");
  await person.click(add);
  expect(await screen.findByText("Tracker")).toBeVisible();
  expect(sent[0]!.body).toEqual({
    ...{ name: "Tracker", url: "https://tracker.example/mcp" },
    header: { name: "Authorization", value: "Bearer 1" },
  });
});

test("once a server is removed the keyboard is at the next one, and after the last at the heading that says so", async () => {
  const person = userEvent.setup();
  kept = [serverOf(), serverOf({ id: "00000000-0000-4000-8000-000000000002", name: "Calendar" })];
  const { shell } = open();
  (await screen.findByRole("button", { name: "Remove Tracker" })).focus();
  await person.keyboard("{Enter}");
  shell.opened.at(-1)!.close(true);
  await waitFor(() => expect(screen.getByRole("button", { name: "Remove Calendar" })).toHaveFocus());
  await person.keyboard("{Enter}");
  shell.opened.at(-1)!.close(true);
  expect(await screen.findByText("No MCP server yet")).toBeVisible();
  await waitFor(() => expect(screen.getByRole("heading", { name: "No MCP server yet" })).toHaveFocus());
});

test("what cannot be loaded is said, and tried again", async () => {
  const person = userEvent.setup();
  isBroken = true;
  open();
  expect(await screen.findByText("The MCP servers could not be loaded")).toBeVisible();
  isBroken = false;
  await person.click(screen.getByRole("button", { name: /again/ }));
  expect(await screen.findByText("No MCP server yet")).toBeVisible();
});

test("each state of a server is said, and changed tools are offered once they were read", async () => {
  const person = userEvent.setup();
  const at = { checkedAt: "2026-11-27T08:00:00.000Z" };
  kept = [serverOf({ ...at, tools: [tool("create", false), tool("close")], skipped: 3 })];
  const { shell } = open();
  expect(await screen.findByText("1 tool to review")).toBeVisible();
  expect(screen.getByText(/^3 tools left out/)).toBeVisible();
  await person.click(screen.getByRole("button", { name: "Review the tools of Tracker" }));
  const { in: dialog } = await showDialog(shell);
  expect(dialog.getByText("What create does.")).toBeVisible();
  await person.click(dialog.getByRole("button", { name: "Offer 1 tool" }));
  expect(sent).toMatchObject([{ body: { revision: "r1" } }]);
  expect(await screen.findByRole("button", { name: "Tools of Tracker" })).toBeVisible();
});

test.each([
  [{ signIn: "needed" as const, failure: "Tracker wants you to sign in there." }, "Wants you to sign in"],
  [{ failure: "Tracker did not answer in time." }, "Does not work"],
  [{}, "Works"],
])("%j is shown as it is", async (fields, words) => {
  kept = [serverOf({ checkedAt: "2026-11-27T08:00:00.000Z", ...fields })];
  open();
  expect(await screen.findByText(words)).toBeVisible();
  expect(screen.queryAllByRole("button", { name: "Sign in at Tracker" })).toHaveLength("signIn" in fields ? 1 : 0);
});
