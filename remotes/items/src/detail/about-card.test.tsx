import type { Item } from "@tessera/contracts-items/items.ts";
import { renderInShell } from "@tessera/shell-api/testing";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { card, type ItemsServer, startItemsServer } from "../testing/items-server.ts";
import { openItems } from "../testing/open-items.tsx";
import { AboutCard } from "./about-card.tsx";
import { FailedSteps } from "./failed-steps.tsx";
import { useItem } from "./use-item.ts";

it.each([
  ["the page", { title: "On queues", titleSource: "rule", data: { pageTitle: "On queues" } }],
  ["rule, from the text", { title: "First line", titleSource: "rule", data: {} }],
  ["you", { title: "On queues", titleSource: "person", data: { pageTitle: "On queues" } }],
] as const)("says that %s set the title", (who, fields) => {
  renderInShell(<AboutCard item={card(1, fields)} />);
  expect(screen.getByText(who)).toBeVisible();
});

it("says how long a step took only when it took some time", () => {
  const processing = { title: { state: "success", ms: 0 }, readable: { state: "success", ms: 1200 } } as const;
  renderInShell(<AboutCard item={card(1, { processing })} />);
  expect(screen.queryByText("0 ms")).toBeNull();
  expect(screen.getByText("1.2 s")).toBeVisible();
});

it("says when a snoozed card comes back, until it has", () => {
  const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
  const { unmount } = renderInShell(<AboutCard item={card(1, { snoozeUntil: inHours(60) })} />);
  expect(screen.getByText(/^until \w+, \w+ \d+, \d+:\d\d [AP]M$/)).toBeVisible();
  unmount();
  renderInShell(<AboutCard item={card(1, { snoozeUntil: inHours(-1) })} />);
  expect(screen.queryByText("Snoozed")).toBeNull();
});

/** What is known of a card, as its window shows it. */
function Open({ id }: { id: string }) {
  const { data } = useItem(id);
  return (
    data && (
      <>
        <FailedSteps item={data} />
        <AboutCard item={data} />
      </>
    )
  );
}
let server: ItemsServer | undefined;
afterEach(() => {
  server?.stop();
  server = undefined;
});
async function opened(fields: Partial<Item>): Promise<ItemsServer> {
  server = await startItemsServer([card(1, fields)]);
  renderInShell(<Open id={card(1).id} />, { http: server.http });
  return server;
}

it("says that a step was cancelled, which is run again from there", async () => {
  const { log } = await opened({ processing: { title: { state: "success", ms: 0 }, readable: { state: "pending" } } });
  await userEvent.click(await screen.findByRole("button", { name: "Cancel: readable copy" }));
  expect(await screen.findByText("Readable copy cancelled")).toBeVisible();
  expect(log).toContain(`POST /api/items/${card(1).id}/processing/readable/cancel`);
  await userEvent.click(screen.getByRole("button", { name: "Run again: readable copy" }));
  expect(await screen.findByRole("button", { name: "Cancel: readable copy" })).toBeVisible();
  expect(screen.queryByText("Readable copy cancelled")).toBeNull();
});

it("says that search by meaning waits, until it is done, and offers no way to cancel it", async () => {
  const { items } = await opened({ processing: { embedding: { state: "pending" } } });
  expect(await screen.findByRole("img", { name: "waiting" })).toBeVisible();
  expect(screen.getByText("0 of 1 done")).toBeVisible();
  expect(screen.queryByRole("button", { name: /search by meaning/ })).toBeNull();
  const { id } = card(1);
  items.set(id, { ...items.get(id)!, processing: { embedding: { state: "success" } } });
  expect(await screen.findByText("1 of 1 done", {}, { timeout: 10_000 })).toBeVisible();
});

it("runs what is done again, but for what takes no time", async () => {
  await opened({ processing: { title: { state: "success", ms: 0 }, words: { state: "success", ms: 900 } } });
  expect(await screen.findByRole("button", { name: "Run again: text recognition" })).toBeVisible();
  expect(screen.queryByRole("button", { name: "Run again: title" })).toBeNull();
});

it("names the language of the text with who says so, to be corrected", async () => {
  const { items } = await opened({ body: "Der Hund ist nicht in dem Haus", language: "de", languageBy: "text" });
  const field = await screen.findByRole("combobox", { name: "Language of the text" });
  expect(within(field).getByRole("option", { name: "German, by its words" })).toBeVisible();
  await userEvent.selectOptions(field, "nl");
  await waitFor(() => expect(items.get(card(1).id)).toMatchObject({ language: "nl" }));
});

it("gives the title and the text the language of the card", async () => {
  server = await startItemsServer([card(1, { body: "Der *Hund* ist nicht in dem Haus", language: "de" })]);
  await openItems(server, `/items/inbox/${card(1).id}`);
  expect(await screen.findByRole("textbox", { name: "Title" })).toHaveAttribute("lang", "de");
  expect(screen.getByText("Hund", { selector: "em" }).closest("[lang]")).toHaveAttribute("lang", "de");
});
