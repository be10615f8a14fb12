import type { Agent } from "@tessera/contracts-agents/agents.ts";
import { type MockShell, renderInShell } from "@tessera/shell-api/testing";
import { act, cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import routes from "../routes.tsx";
import { contributions } from "../testing/contributions.ts";
import { entryOf, type QueueServer, startQueueServer } from "../testing/queue-server.ts";
import { AssignDialog } from "./assign-dialog.tsx";

const agentOf = (n: number, name: string, decides?: "allow" | "ask"): Agent => ({
  id: `00000000-0000-4000-8000-3${String(n).padStart(11, "0")}`,
  ...{ name, icon: "bot", instructions: "", modelId: null, fallbackModelId: null, temperature: null },
  ...{
    maxOutputTokens: 100,
    dayLimitMicros: null,
    monthLimitMicros: null,
    tools: decides ? { decide_entry: decides } : {},
  },
  ...{ spent: { dayMicros: 0, monthMicros: 0 }, createdAt: new Date().toISOString() },
});
const clerk = agentOf(1, "Clerk", "allow");
const given = (state: "running" | "asking" | "returned" | "decided", word: string | null = null) => ({
  agent: { id: clerk.id, name: "Clerk", runId: clerk.id, state, word },
});

let server: QueueServer;
async function open(
  entries = [entryOf(1), entryOf(2)],
  { agents = [clerk, agentOf(2, "Scout")], path = "/queue" } = {},
) {
  server = await startQueueServer(entries);
  server.agents = agents;
  return renderInShell(routes, { path, http: server.http, contributions: contributions() });
}
afterEach(async () => {
  cleanup();
  await server.stop();
});
const run = (shell: MockShell, command: string) => act(() => shell.run(command));
const rows = () => screen.getAllByRole("row").filter((row) => row.dataset.row);

/** Begins to assign, and answers the dialog; the command ends with it. */
async function give(shell: MockShell, begin: () => unknown) {
  const begun = begin();
  await waitFor(() => expect(shell.opened).toHaveLength(1));
  await act(async () => {
    shell.opened[0]?.close({ id: clerk.id, agentId: clerk.id, label: "Clerk", does: "Decides" });
    await begun;
  });
}

test("a key gives the entry to an agent, which is said, shown and taken back", async () => {
  const { shell } = await open();
  await waitFor(() => expect(rows()).toHaveLength(2));
  await give(shell, () => shell.run("queue.assign"));
  await waitFor(() => expect(server.entries[0]?.agent?.id).toBe(clerk.id));
  await waitFor(() => expect(shell.shown.at(-1)?.message).toBe("Given to Clerk: Entry 1"));
  expect(await screen.findByText("With your agents")).toBeVisible();
  await act(async () => shell.shown.at(-1)?.action?.run());
  await waitFor(() => expect(server.entries[0]?.agent).toBeNull());
});

test("what was given comes back with the key that undoes, and is given once more when that is undone", async () => {
  const { shell } = await open();
  await waitFor(() => expect(rows()).toHaveLength(2));
  await give(shell, () => shell.run("queue.assign"));
  await waitFor(() => expect(server.entries[0]?.agent?.id).toBe(clerk.id));
  await run(shell, "queue.undo");
  await waitFor(() => expect(shell.shown.at(-1)?.message).toBe("Undone: Given to Clerk: Entry 1"));
  expect(server.entries[0]?.agent).toBeNull();
  await run(shell, "queue.undo");
  expect(shell.shown.at(-1)?.message).toBe("There is nothing to undo.");
});

test("a take-back is undone: the agent has it again", async () => {
  const { shell } = await open([entryOf(1, given("running"))]);
  const detail = await screen.findByRole("region", { name: "Entry 1" });
  await userEvent.click(within(detail).getByRole("button", { name: "Take back" }));
  await waitFor(() => expect(shell.shown.at(-1)?.message).toBe("Taken back: Entry 1"));
  await run(shell, "queue.undo");
  await waitFor(() => expect(server.entries[0]?.agent?.id).toBe(clerk.id));
});

test("what an agent has is not counted, and nothing needs the person when agents have all", async () => {
  const { shell } = await open([entryOf(1), entryOf(2, given("running"))]);
  await waitFor(() => expect(shell.counts.get("queue")).toBe(1));
  expect(screen.queryByText(/Nothing needs you/)).toBeNull();
  await give(shell, () => shell.run("queue.assign"));
  expect(await screen.findByText("Nothing needs you. Your agents work on the rest.")).toBeVisible();
  expect(shell.counts.get("queue")).toBeNull();
  await run(shell, "queue.undo");
  await waitFor(() => expect(shell.counts.get("queue")).toBe(1));
});

test("several are given at once, those that an agent asked excepted", async () => {
  const { shell } = await open([entryOf(1), entryOf(2), entryOf(3, { assignable: false })]);
  await waitFor(() => expect(rows()).toHaveLength(3));
  await run(shell, "queue.select-all");
  const button = screen.getByRole("button", { name: "Assign 3" });
  await give(shell, () => userEvent.click(button));
  await waitFor(() => expect(shell.shown.at(-1)?.message).toBe("Given to Clerk: 2 entries"));
  expect(server.entries.map(({ agent }) => Boolean(agent))).toEqual([true, true, false]);
});

test("the dialog says what each agent may do, and a digit chooses", async () => {
  server = await startQueueServer();
  server.agents = [clerk, agentOf(2, "Scout")];
  const chosen: unknown[] = [];
  renderInShell([{ path: "/", element: <AssignDialog back dialog={{ close: (one) => void chosen.push(one) }} /> }], {
    path: "/",
    http: server.http,
  });
  expect(await screen.findByRole("button", { name: /^Clerk/ })).toHaveTextContent("Decides");
  expect(screen.getByRole("button", { name: /^Scout/ })).toHaveTextContent("Advises only");
  await waitFor(() => expect(screen.getByRole("button", { name: /^Me/ })).toHaveFocus());
  await userEvent.keyboard("2");
  expect(chosen).toMatchObject([{ agentId: clerk.id }]);
});

test("without an agent the dialog says how to get one", async () => {
  server = await startQueueServer();
  const chosen: unknown[] = [];
  const dialog = { close: (one: unknown) => void chosen.push(one) };
  renderInShell([{ path: "/", element: <AssignDialog back={false} dialog={dialog} /> }], {
    path: "/",
    http: server.http,
  });
  expect(await screen.findByText(/You have no agents yet/)).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Go to agents" }));
  expect(chosen).toEqual([{ goTo: "/agents" }]);
});

test("an entry says who has it, why it came back, and leads to the run", async () => {
  await open([entryOf(1, given("returned", "Clerk did not decide: the invoice is missing."))]);
  const detail = await screen.findByRole("region", { name: "Entry 1" });
  expect(within(detail).getByText("Clerk did not decide: the invoice is missing.")).toBeVisible();
  expect(within(detail).getByRole("link", { name: "See its run" })).toHaveAttribute(
    "href",
    `/agents/${clerk.id}/runs/${clerk.id}`,
  );
  expect(within(detail).queryByRole("button", { name: "Take back" })).toBeNull();
});

test("an entry that an agent works on is taken back from its detail", async () => {
  await open([entryOf(1, given("running"))]);
  const detail = await screen.findByRole("region", { name: "Entry 1" });
  await userEvent.click(within(detail).getByRole("button", { name: "Take back" }));
  await waitFor(() => expect(server.entries[0]?.agent).toBeNull());
});

test("the history names the agent", async () => {
  await open([entryOf(1, { state: "accepted", decidedBy: "person", ...given("decided") })], {
    path: "/queue?state=settled",
  });
  expect((await screen.findAllByText("Completed by Clerk"))[0]).toBeVisible();
});

test("the address shows what one agent has, and what is mine", async () => {
  await open([entryOf(1), entryOf(2, given("running"))], { path: `/queue?to=${clerk.id}` });
  await waitFor(() =>
    expect(rows().map(({ textContent }) => textContent)).toEqual([expect.stringContaining("Entry 2")]),
  );
  expect(await screen.findByText("Shows assigned to Clerk")).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Filter entries" }));
  await userEvent.click(await screen.findByRole("menuitemradio", { name: "Assigned to me" }));
  await waitFor(() =>
    expect(rows().map(({ textContent }) => textContent)).toEqual([expect.stringContaining("Entry 1")]),
  );
});
