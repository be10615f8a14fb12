import { keysOf } from "@tessera/shell-api";
import { screen, waitFor, within } from "@testing-library/react";
import { manifest } from "../testing/contributions.ts";
import { card, type ItemsServer, startItemsServer } from "../testing/items-server.ts";
import { openItems } from "../testing/open-items.tsx";

let server: ItemsServer;
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
beforeEach(async () => {
  server = await startItemsServer([
    card(1, { snoozeUntil: inHours(60) }),
    card(2, { snoozeUntil: inHours(50), status: "later" }),
    card(3),
    card(4, { snoozeUntil: inHours(60), status: "archived" }),
  ]);
});
afterEach(() => server.stop());

const rowOf = (title: string) => screen.getByRole("row", { name: new RegExp(title) });
const titles = () => screen.getAllByRole("link").map((link) => link.textContent);

describe("snoozed cards", () => {
  it("have a list of their own, the next one first, that is reached by name and by key", async () => {
    await openItems(server, "/items/snoozed");
    await screen.findByRole("link", { name: "Card 2" });
    expect(titles()).toEqual(["Card 2", "Card 1"]);
    expect(screen.getByRole("grid")).toHaveAccessibleName("Snoozed, 2 cards");
    expect(screen.getByRole("grid")).toHaveTextContent("Next 7 days");
    expect(manifest.commands).toContainEqual(expect.objectContaining({ path: "/items/snoozed", keys: "g z" }));
  });

  it("say in every list until when; what was archived since says nothing", async () => {
    await openItems(server, "/items/all");
    await screen.findByRole("link", { name: "Card 1" });
    expect(within(rowOf("Card 1")).getByText(/^Snoozed until /)).toBeVisible();
    for (const title of ["Card 3", "Card 4"]) expect(within(rowOf(title)).queryByText(/Snoozed/)).toBeNull();
  });

  it("wake up by key, move on to the next one, and sleep again when that is undone", async () => {
    const { run, shell } = await openItems(server, "/items/snoozed");
    await screen.findByRole("link", { name: "Card 2" });
    expect([...shell.registered.values()].find((command) => keysOf(command, {}).includes("w"))?.id).toBe("items.wake");
    await run("items.next");
    await run("items.wake");
    expect(titles()).toEqual(["Card 1"]);
    expect(rowOf("Card 1")).toHaveFocus();
    await waitFor(() => expect(shell.shown.at(-1)?.message).toBe("Woken up: “Card 2”"));
    expect(server.items.get(card(2).id)?.snoozeUntil).toBeNull();
    await run("items.undo");
    await waitFor(() => expect(titles()).toEqual(["Card 2", "Card 1"]));
    await waitFor(() => expect(server.items.get(card(2).id)?.snoozeUntil).not.toBeNull());
  });
});
