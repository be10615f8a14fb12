import { renderInShell } from "@tessera/shell-api/testing";
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { card, type ItemsServer, startItemsServer } from "../../testing/items-server.ts";
import { openItems } from "../../testing/open-items.tsx";
import { AssignDialog } from "./assign-dialog.tsx";
import { assigneeBy, assigneeKey, assigneeName } from "./assignees.ts";

let server: ItemsServer;
/** Of the task: what a test wrote is known in the next one, which needs cards of its own. */
let n = 0;
const ADA = 90;
const agent = { kind: "agent" as const, id: "5e8f1c9a-1111-4222-8333-444455556666", name: "Clerk" };
const start = async (data: object = {}, path?: string) => {
  n += 2;
  server = await startItemsServer([
    card(n, { type: "task", data: { done: false, ...data } }),
    card(n + 1, { type: "task", data: { done: false } }),
    card(ADA, { type: "person", title: "Ada Lovelace", data: {} }),
  ]);
  server.agents.push({
    ...{ id: agent.id, name: agent.name, icon: "bot", instructions: "", modelId: null, fallbackModelId: null },
    ...{ temperature: null, maxOutputTokens: 100, dayLimitMicros: null, monthLimitMicros: null },
    ...{ spent: { dayMicros: 0, monthMicros: 0 }, createdAt: "2026-11-25T10:00:00.000Z" },
  });
  const opened = await openItems(server, path ?? `/items/task/${card(n).id}`);
  return { ...opened, user: userEvent.setup() };
};
afterEach(() => server.stop());

const stored = (at = n) => server.items.get(card(at).id)?.data.assignee;
const field = (name: string) => screen.findByRole("button", { name: `Assignee: ${name}` });

describe("the assignee of a task", () => {
  it("is chosen in its card, and shown there", async () => {
    const { user, shell } = await start();
    await user.click(await field("Nobody"));
    await waitFor(() => expect(shell.opened[0]?.options.title).toBe(`Assign “Card ${n}” to`));
    const ada = { kind: "person", id: card(ADA).id, name: "Ada Lovelace" };
    shell.opened[0]?.close({ assignee: ada });
    await waitFor(() => expect(stored()).toEqual(ada));
    expect(await field("Ada Lovelace")).toHaveFocus();
    await user.keyboard("{Enter}");
    await waitFor(() => expect(shell.opened).toHaveLength(2));
    shell.opened[1]?.close({ assignee: null });
    await waitFor(() => expect(stored()).toBeUndefined());
    expect(await field("Nobody")).toBeVisible();
  });

  it("leads to the run of an agent", async () => {
    const run = "5e8f1c9a-1111-4222-8333-444455557777";
    await start({ assignee: { ...agent, run } });
    const link = await screen.findByRole("link", { name: "Open the run" });
    expect(link).toHaveAttribute("href", `/agents/${agent.id}/runs/${run}`);
  });

  it("says why no run of an agent began", async () => {
    await start({ assignee: { ...agent, refused: "There is no such agent." } });
    expect(await screen.findByText("It did not begin. There is no such agent.")).toBeVisible();
    expect(screen.queryByRole("link", { name: "Open the run" })).toBeNull();
  });

  it("is set of several from the palette, stands in their rows, and is undone", async () => {
    const { run, shell } = await start({ assignee: { kind: "me" } }, "/items/task");
    await screen.findByRole("link", { name: `Card ${n}` });
    expect(screen.getByText("Assigned to")).toBeInTheDocument();
    await run("items.check-all");
    const assigning = run("items.assign");
    await waitFor(() => expect(shell.opened[0]?.options.title).toBe("Assign 2 cards to"));
    shell.opened[0]?.close({ assignee: agent });
    await assigning;
    await waitFor(() => expect([stored(), stored(n + 1)]).toEqual([agent, agent]));
    await waitFor(() => expect(screen.getAllByText("Clerk")).toHaveLength(2));
    expect(shell.shown.at(-1)?.message).toBe("Assigned to Clerk: 2 cards");
    await run("items.undo");
    await waitFor(() => expect(stored()).toEqual({ kind: "me" }));
    await waitFor(() => expect(stored(n + 1)).toBeUndefined());
  });

  it("makes sections of a list, named after those who have cards", async () => {
    await start({ assignee: agent }, "/items/task?group=assignee");
    expect(await screen.findByRole("button", { name: /^Clerk 1$/ })).toBeVisible();
    expect(await screen.findByRole("button", { name: /^Nobody 1$/ })).toBeVisible();
    expect(await screen.findByRole("button", { name: /^Me 0$/ })).toBeVisible();
  });
});

it("people and agents are offered beside me and nobody, and a digit chooses", async () => {
  await start();
  const chosen: unknown[] = [];
  renderInShell(<AssignDialog dialog={{ close: (choice) => void chosen.push(choice) }} />, { http: server.http });
  expect(await screen.findByRole("button", { name: /^Me/ })).toHaveFocus();
  expect(screen.getByRole("button", { name: /^Ada Lovelace/ })).toBeVisible();
  await userEvent.keyboard("4");
  expect(chosen).toEqual([{ assignee: agent }]);
});

it("a section and its assignee say the same", () => {
  for (const one of [{ kind: "me" as const }, agent, { kind: "person" as const, id: card(ADA).id, name: "Ada" }])
    expect(assigneeBy(assigneeKey(one), assigneeName(one))).toEqual(one);
  expect(assigneeBy(assigneeKey(null), "Nobody")).toBeNull();
});
