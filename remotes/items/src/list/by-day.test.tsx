import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { card, type ItemsServer, startItemsServer } from "../testing/items-server.ts";
import { openItems } from "../testing/open-items.tsx";

let server: ItemsServer;
const DAY = 86_400_000;
const at = (days: number) => `${new Date(Date.now() + days * DAY).toISOString().slice(0, 10)}T00:00:00.000Z`;
const task = (n: number, dueAt: string, fields = {}) =>
  card(n, { type: "task", dueAt, data: { done: false, ...fields } });
beforeEach(async () => {
  server = await startItemsServer([
    task(1, at(-3)),
    task(2, at(-1)),
    task(3, at(0)),
    task(4, at(1)),
    task(5, at(9)),
    card(6, { dueAt: at(0) }),
  ]);
});
afterEach(() => server.stop());

const titles = () => screen.getAllByRole("link").map((link) => link.textContent);
const heads = () => screen.getAllByRole("rowheader").map((head) => head.textContent);
const stored = (n: number) => server.items.get(card(n).id)?.dueAt;

describe("what is due today", () => {
  it("shows what was missed first, and moves all of that at once, with undo", async () => {
    const { run, shell } = await openItems(server, "/items/today");
    const user = userEvent.setup();
    await screen.findByRole("link", { name: "Card 3" });
    expect(titles()).toEqual(["Card 1", "Card 2", "Card 3"]);
    expect(heads()).toEqual(["Overdue", "Today"]);
    expect(screen.getByText("2 overdue")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Reschedule all" }));
    await waitFor(() => expect(shell.opened[0]?.options.title).toBe("Reschedule 2 cards"));
    shell.opened[0]?.close({ day: at(1).slice(0, 10), label: "tomorrow" });
    await waitFor(() => expect([stored(1), stored(2)]).toEqual([at(1), at(1)]));
    await waitFor(() => expect(titles()).toEqual(["Card 3"]));
    expect(screen.queryByRole("button", { name: "Reschedule all" })).toBeNull();
    await run("items.undo");
    await waitFor(() => expect([stored(1), stored(2)]).toEqual([at(-3), at(-1)]));
    await waitFor(() => expect(titles()).toEqual(["Card 1", "Card 2", "Card 3"]));
  });

  it("is done with by d, goes to another day by key, and comes back by undo", async () => {
    const { run, shell } = await openItems(server, "/items/today");
    await screen.findByRole("link", { name: "Card 1" });
    await run("items.next");
    const asked = run("items.reschedule");
    await waitFor(() => expect(shell.opened[0]?.options.title).toBe("Reschedule “Card 1”"));
    shell.opened[0]?.close({ day: at(0).slice(0, 10), label: "today" });
    await asked;
    await waitFor(() => expect(stored(1)).toBe(at(0)));
    await run("items.undo");
    await waitFor(() => expect(stored(1)).toBe(at(-3)));
    await run("items.done");
    await waitFor(() => expect(server.items.get(card(1).id)?.status).toBe("done"));
    await waitFor(() => expect(titles()).not.toContain("Card 1"));
  });

  it("says when nothing is", async () => {
    server.items.clear();
    await openItems(server, "/items/today");
    expect(await screen.findByText(/^Nothing is due today\./)).toBeVisible();
  });
});

it("shows what is due on the days ahead, one heading a day", async () => {
  await openItems(server, "/items/upcoming");
  await screen.findByRole("link", { name: "Card 4" });
  expect(titles()).toEqual(["Card 4", "Card 5"]);
  expect(heads()).toEqual([expect.stringMatching(/^Tomorrow, /), expect.stringMatching(/\d/)]);
  expect(screen.queryByRole("tablist")).toBeNull();
});
