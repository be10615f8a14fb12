import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { card, type ItemsServer, startItemsServer } from "../../testing/items-server.ts";
import { openItems } from "../../testing/open-items.tsx";

let server: ItemsServer;
const start = async (...cards: Parameters<typeof card>[]) => {
  server = await startItemsServer(cards.map((fields) => card(...fields)));
};
afterEach(async () => {
  localStorage.clear();
  await server.stop();
});

const task = (fields: object = {}) => ({ type: "task", data: { done: false, priority: "none" }, ...fields });
const head = (name: RegExp) => screen.findByRole("button", { name });
const titlesIn = (element: HTMLElement) =>
  within(element)
    .getAllByRole("link")
    .map((link) => link.textContent);
const column = (name: string) =>
  screen.getByRole("heading", { level: 2, name: new RegExp(`^${name}`) }).closest("section")!;

const STATES = ["Inbox", "Later", "Done", "Archived"];
const linesOf = (props: unknown) =>
  (props as { groups: { label: string }[][] }).groups.flat().map(({ label }) => label);

describe("a list with sections", () => {
  it("says how many cards each has, and loads those alone that are open", async () => {
    await start([1], [2, { status: "later" }], [3, { status: "archived" }]);
    localStorage.setItem("tessera.items.closed.all.status", '["archived"]');
    await openItems(server, "/items/all?group=status");
    expect(await head(/^Inbox 1$/)).toHaveAttribute("aria-expanded", "true");
    expect(await head(/^Archived 1$/)).toHaveAttribute("aria-expanded", "false");
    expect(await head(/^Done 0$/)).toBeVisible();
    await screen.findByRole("link", { name: "Card 2" });
    expect(screen.queryByRole("link", { name: "Card 3" })).toBeNull();
    expect(server.log.some((line) => line.includes("section=archived"))).toBe(false);
    await userEvent.click(await head(/^Archived/));
    expect(await screen.findByRole("link", { name: "Card 3" })).toBeVisible();
  });

  it("goes through its rows by key, also where a card stands under each of its tags", async () => {
    await start([1, { tags: ["home", "tax"] }], [2, { tags: ["tax"] }]);
    const { run } = await openItems(server, "/items/all?group=tag");
    await waitFor(() => expect(titlesIn(screen.getByRole("grid"))).toEqual(["Card 1", "Card 1", "Card 2"]));
    const focused = () => document.activeElement?.getAttribute("aria-rowindex");
    for (const at of ["1", "2", "3"]) {
      await run("items.next");
      await waitFor(() => expect(focused()).toBe(at));
    }
    await run("items.previous");
    await waitFor(() => expect(focused()).toBe("2"));
  });

  it("moves a card to another section from its menu, and takes it back", async () => {
    await start([1, task()], [2, task()]);
    const { run, shell } = await openItems(server, "/items/task?group=priority");
    await screen.findByRole("link", { name: "Card 1" });
    await run("items.next");
    const moving = run("items.move-to");
    await waitFor(() => expect(shell.opened[0]?.options.title).toBe("Move “Card 1” to"));
    expect(linesOf(shell.opened[0]?.props)).toEqual(["High priority", "Medium priority", "Low priority", ...STATES]);
    shell.opened[0]?.close({ id: "priority high", label: "High priority" });
    await moving;
    expect(await head(/^High priority 1$/)).toBeVisible();
    await waitFor(() => expect(titlesIn(screen.getByRole("grid"))).toEqual(["Card 1", "Card 2"]));
    expect(server.items.get(card(1).id)?.data.priority).toBe("high");
    await run("items.undo");
    expect(await head(/^High priority 0$/)).toBeVisible();
    await waitFor(() => expect(server.items.get(card(1).id)?.data.priority).toBe("none"));
  });
});

describe("the order by hand", () => {
  it("moves cards up and down by key, and takes it back", async () => {
    await start([1], [2], [3]);
    const { run } = await openItems(server, "/items/all?sort=manual");
    const titles = () => titlesIn(screen.getByRole("grid"));
    await waitFor(() => expect(titles()).toEqual(["Card 1", "Card 2", "Card 3"]));
    await run("items.next");
    await run("items.move-down");
    await waitFor(() => expect(titles()).toEqual(["Card 2", "Card 1", "Card 3"]));
    await run("items.move-down");
    await waitFor(() => expect(titles()).toEqual(["Card 2", "Card 3", "Card 1"]));
    await waitFor(() => expect(server.log.filter((line) => line.startsWith("PUT /api/items/places"))).toHaveLength(2));
    await run("items.undo");
    await waitFor(() => expect(titles()).toEqual(["Card 2", "Card 1", "Card 3"]));
  });

  it("puts a card back whose move the service refuses", async () => {
    await start([1], [2]);
    const { run, shell } = await openItems(server, "/items/all?sort=manual");
    const titles = () => titlesIn(screen.getByRole("grid"));
    await waitFor(() => expect(titles()).toEqual(["Card 1", "Card 2"]));
    server.refuseNext({ method: "PUT", path: /places/, status: 404, code: "item_not_found", detail: "It is gone." });
    await run("items.next");
    await run("items.move-down");
    await waitFor(() => expect(shell.shown.at(-1)).toMatchObject({ message: expect.stringContaining("Not moved") }));
    expect(titles()).toEqual(["Card 1", "Card 2"]);
  });
});

describe("a board", () => {
  it("has a column for each section, and goes to the one beside by key", async () => {
    await start([1, task()], [2, task()], [3, task({ status: "later" })]);
    const { run } = await openItems(server, "/items/task?layout=board");
    await screen.findByRole("link", { name: "Card 3" });
    expect(titlesIn(column("Inbox"))).toEqual(["Card 1", "Card 2"]);
    expect(titlesIn(column("Later"))).toEqual(["Card 3"]);
    expect(within(column("Done")).getByText("No cards")).toBeVisible();
    await run("items.next");
    const user = userEvent.setup();
    await user.keyboard("{ArrowRight}");
    await waitFor(() => expect(document.activeElement).toHaveAccessibleName(/Card 3/));
    await user.keyboard("{ArrowLeft}");
    await waitFor(() => expect(document.activeElement).toHaveAccessibleName(/Card 1/));
  });

  it("shows a card in the column that it was moved to, before the service has answered", async () => {
    await start([1, task()], [2, task({ status: "later" })]);
    const { run, shell } = await openItems(server, "/items/task?layout=board");
    await screen.findByRole("link", { name: "Card 2" });
    await run("items.next");
    const release = server.hold("PATCH");
    const written = shell.run("items.later");
    await waitFor(() => expect(titlesIn(column("Later"))).toEqual(["Card 1", "Card 2"]));
    expect(within(column("Inbox")).getByText("No cards")).toBeVisible();
    release();
    await written;
    await waitFor(() => expect(server.items.get(card(1).id)?.status).toBe("later"));
  });
});
