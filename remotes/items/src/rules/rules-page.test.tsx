import { NO_ACTION } from "@tessera/contracts-items/no-action.ts";
import { QueryClient, QueryClientProvider } from "@tessera/query";
import { renderInShell } from "@tessera/shell-api/testing";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ComponentType } from "react";
import { card, type ItemsServer, startItemsServer } from "../testing/items-server.ts";
import { openItems } from "../testing/open-items.tsx";
import { CardEffects } from "./card-effects.tsx";

let server: ItemsServer;
beforeEach(async () => {
  server = await startItemsServer([card(1)]);
  Object.assign(server.tried, {
    ...{ looked: 60, met: 49, changes: 47, contradicts: 2 },
    items: [
      {
        ...{ id: card(1).id, type: "note", title: "Card 1" },
        changes: [{ field: "tag", before: null, after: "reading" }],
        contradicts: [{ field: "status", before: "later", after: "archived" }],
      },
    ],
  });
});
afterEach(() => server.stop());

type View = Awaited<ReturnType<typeof openItems>>;
/** The dialog that is open, drawn as the shell would. */
function drawn({ shell }: View) {
  const { component, props } = shell.opened.at(-1)!;
  const Body = component as ComponentType<Record<string, unknown>>;
  const client = new QueryClient();
  const { container } = render(<Body {...props} />, {
    wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
  });
  return within(container);
}
const sentence = () => within(screen.getByRole("list", { name: "Rules" })).getAllByRole("listitem");
const stored = () => [...server.rules.values()].map(({ name, enabled, version }) => [name, enabled, version]);

it("adds a rule by keyboard, after showing what it would change", async () => {
  const view = await openItems(server, "/items/rules");
  const user = userEvent.setup();
  await user.click(await screen.findByRole("button", { name: "Add rule" }));
  const dialog = drawn(view);
  await waitFor(() => expect(screen.getByRole("textbox", { name: /^Name/ })).toHaveFocus());
  expect(dialog.getByRole("button", { name: "Add rule" })).toHaveAttribute("aria-disabled", "true");
  await user.keyboard("Reading{Tab}{Tab}{Tab}{Tab}{Tab}example.test");
  expect(screen.getByRole("textbox", { name: "Site" })).toHaveValue("example.test");
  await user.keyboard("{Tab}{Tab}{Tab}{Tab}reading,{Tab}");
  await user.click(screen.getByRole("button", { name: "Add an action" }));
  await user.selectOptions(screen.getAllByRole("combobox", { name: "Action" })[1]!, "Archive it");
  await user.click(screen.getByRole("button", { name: "Show what it would change" }));
  const tried = await screen.findByRole("status", { name: "What the rule would change" });
  expect(tried).toHaveTextContent("Meets 49 of 60 cards, changes 47, contradicts 2");
  expect(tried).toHaveTextContent("Card 1Changes tag readingKeeps your Later to Archive");
  await user.type(screen.getByRole("textbox", { name: "Site" }), "s");
  expect(screen.queryByRole("status", { name: "What the rule would change" })).toBeNull();
  await user.type(screen.getByRole("textbox", { name: "Site" }), "{Backspace}");
  await user.click(dialog.getByRole("button", { name: "Add rule" }));
  await waitFor(() => expect(stored()).toEqual([["Reading", true, 1]]));
  expect([...server.rules.values()][0]).toMatchObject({
    condition: { field: "site", is: "is", value: "example.test" },
    actions: [{ addTags: ["reading"] }, { status: "archived" }],
  });
});

it("adds a rule that converts and snoozes what matches a pattern, and says what is wrong with one", async () => {
  const view = await openItems(server, "/items/rules");
  const user = userEvent.setup();
  await user.click(await screen.findByRole("button", { name: "Add rule" }));
  const dialog = drawn(view);
  await user.type(dialog.getByRole("textbox", { name: /^Name/ }), "Calls");
  await user.selectOptions(dialog.getByRole("combobox", { name: "Comparison" }), "matches the pattern");
  await user.type(dialog.getByRole("textbox", { name: "Site" }), "(shop|store");
  expect(dialog.getByText("A “(” of the pattern is not closed.")).toBeVisible();
  expect(dialog.getByRole("button", { name: "Add rule" })).toHaveAttribute("aria-disabled", "true");
  await user.type(dialog.getByRole("textbox", { name: "Site" }), ")$");
  await user.selectOptions(dialog.getByRole("combobox", { name: "Action" }), "Make it another type");
  const types = dialog.getByRole("combobox", { name: "Type it becomes" });
  await waitFor(() => expect(within(types).getByRole("option", { name: "Task" })).toBeInTheDocument());
  expect(within(types).queryByRole("option", { name: "Capture" })).toBeNull();
  expect(dialog.getByRole("button", { name: "Add rule" })).toHaveAttribute("aria-disabled", "true");
  await user.selectOptions(types, "Task");
  await user.click(dialog.getByRole("button", { name: "Add an action" }));
  await user.selectOptions(dialog.getAllByRole("combobox", { name: "Action" })[1]!, "Snooze it");
  await user.selectOptions(dialog.getByRole("combobox", { name: "How long it is snoozed" }), "For some days");
  await user.clear(dialog.getByRole("spinbutton", { name: "Days" }));
  expect(dialog.getByRole("button", { name: "Add rule" })).toHaveAttribute("aria-disabled", "true");
  await user.type(dialog.getByRole("spinbutton", { name: "Days" }), "3");
  await user.click(dialog.getByRole("button", { name: "Add rule" }));
  await waitFor(() => expect(stored()).toEqual([["Calls", true, 1]]));
  expect([...server.rules.values()][0]).toMatchObject({
    condition: { field: "site", is: "contains", value: "~/(shop|store)$/" },
    ...{ actions: [NO_ACTION], convert: "task", snooze: { days: 3, at: "09:00" } },
  });
  await waitFor(() =>
    expect(sentence()[0]).toHaveTextContent(
      "Site matches the pattern “(shop|store)$”: make it a task, snooze it for 3 days, until 09:00",
    ),
  );
});

async function withRule() {
  const rule = {
    ...{ id: crypto.randomUUID(), name: "Mails", stage: null, specificity: 40, changed: 3, version: 1, enabled: true },
    condition: {
      all: [
        { field: "sender" as const, is: "is" as const, value: "ada@example.test" },
        { any: [{ field: "tags" as const, is: "contains" as const, value: "work" }] },
      ],
    },
    actions: [{ pinned: true as const }, { priority: "high" as const }],
  };
  server.rules.set(rule.id, rule);
  return { rule, view: await openItems(server, "/items/rules") };
}

it("says in a sentence what a rule does, and turns it off and on again", async () => {
  const { view } = await withRule();
  const user = userEvent.setup();
  await waitFor(() =>
    expect(sentence()[0]).toHaveTextContent(
      "Sender’s address is “ada@example.test” and (tags contains “work”): pin it, set its priority to high",
    ),
  );
  expect(sentence()[0]).toHaveTextContent("Changed 3 cards in 30 days");
  await user.click(screen.getByRole("switch", { name: "Mails is on" }));
  await waitFor(() => expect(stored()).toEqual([["Mails", false, 2]]));
  await waitFor(() => expect(view.shell.shown.at(-1)?.message).toBe("Mails turned off"));
  await view.run("items.undo");
  await waitFor(() => expect(stored()).toEqual([["Mails", true, 3]]));
});

it("deletes a rule, and brings it back", async () => {
  const { view } = await withRule();
  const user = userEvent.setup();
  await user.click(await screen.findByRole("button", { name: "Delete Mails" }));
  expect(await screen.findByText(/There are no rules yet/)).toBeVisible();
  await view.run("items.undo");
  await waitFor(() => expect(sentence()).toHaveLength(1));
});

it("shows an earlier version in the form, and saves it as a new one", async () => {
  const { view } = await withRule();
  const user = userEvent.setup();
  await user.click(await screen.findByRole("switch", { name: "Mails is on" }));
  await waitFor(() => expect(stored()).toEqual([["Mails", false, 2]]));
  await user.click(await screen.findByRole("switch", { name: "Mails is on" }));
  await waitFor(() => expect(stored()).toEqual([["Mails", true, 3]]));
  await waitFor(() => expect(screen.getByRole("switch", { name: "Mails is on" })).toBeChecked());
  await user.click(screen.getByRole("button", { name: "Change Mails" }));
  drawn(view);
  await user.click(await screen.findByRole("button", { name: "Show version 2 above" }));
  expect(screen.getByRole("checkbox", { name: "The rule is on" })).not.toBeChecked();
  await user.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(stored()).toEqual([["Mails", false, 4]]));
});

it("says on the card and on the rule what was set, and reverts it", async () => {
  const { rule, view } = await withRule();
  server.change(card(1).id, { tags: ["reading"] });
  server.effects.push({
    ...{ id: crypto.randomUUID(), rule: { id: rule.id, name: "Mails", version: 1 }, stands: true },
    ...{ card: { id: card(1).id, type: "note", title: "Card 1" }, field: "tag", before: null, after: "reading" },
    at: new Date().toISOString(),
  });
  const user = userEvent.setup();
  await user.click(await screen.findByRole("button", { name: "Changed 3 cards in 30 days" }));
  expect(view.shell.opened.at(-1)?.options.title).toBe("What Mails set");
  view.unmount();
  const about = () => <CardEffects item={server.items.get(card(1).id)!} />;
  renderInShell([{ path: "/", Component: about }], { path: "/", http: server.http });
  const log = await screen.findByRole("list", { name: "Set by rules" });
  expect(within(log).getByRole("link", { name: "rule Mails" })).toHaveAttribute("href", "/items/rules");
  await user.click(within(log).getByRole("button", { name: "Revert tag reading" }));
  await waitFor(() => expect(log).toHaveTextContent("changed since"));
  expect(server.items.get(card(1).id)?.tags).toEqual([]);
});

it("applies a rule to existing cards, says what was kept, and undoes it", async () => {
  const { rule, view } = await withRule();
  const user = userEvent.setup();
  await user.click(await screen.findByRole("button", { name: "Apply Mails to existing cards" }));
  await waitFor(() =>
    expect(view.shell.shown.at(-1)?.message).toBe("Mails changed 47 cards, 2 cards kept as you set them"),
  );
  const [applied] = server.log.filter((line) => line.startsWith(`PUT /api/items/rules/${rule.id}/runs/`));
  await view.run("items.undo");
  await waitFor(() => expect(server.log).toContain(applied!.replace("PUT", "DELETE")));
});
