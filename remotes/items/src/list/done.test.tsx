import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { card, type ItemsServer, startItemsServer } from "../testing/items-server.ts";
import { openItems } from "../testing/open-items.tsx";

let server: ItemsServer;
const task = (n: number, fields = {}) => card(n, { type: "task", data: { done: false }, ...fields });
beforeEach(async () => {
  server = await startItemsServer([task(1), task(2), card(3)]);
});
afterEach(() => server.stop());

const rowOf = (title: string) => screen.getByRole("row", { name: new RegExp(title) });
const circleOf = (title: string) => within(rowOf(title)).getByRole("button", { name: `Mark done: ${title}` });
const titles = () => screen.getAllByRole("link").map((link) => link.textContent);
const struck = (title: string) => getComputedStyle(screen.getByRole("link", { name: title })).textDecorationLine;
const counts = () => screen.getAllByRole("tab").map((tab) => tab.textContent);

describe("completing a task", () => {
  it("happens by its circle: struck through, then gone from the inbox, counted everywhere, undone in place", async () => {
    const { shell } = await openItems(server, "/items/inbox");
    const user = userEvent.setup();
    await screen.findByRole("link", { name: "Card 1" });
    await waitFor(() => expect(counts()).toEqual(["All3", "Notes1", "Tasks2"]));
    await user.click(circleOf("Card 1"));
    expect(circleOf("Card 1")).toHaveAttribute("aria-pressed", "true");
    expect(struck("Card 1")).toBe("line-through");
    expect(screen.queryByRole("toolbar", { name: /selected/ })).toBeNull();
    await waitFor(() => expect(titles()).toEqual(["Card 2", "Card 3"]));
    await waitFor(() => expect(counts()).toEqual(["All2", "Notes1", "Tasks1"]));
    expect(screen.getByRole("grid")).toHaveAccessibleName("Inbox, 2 cards");
    await waitFor(() => expect(server.items.get(card(1).id)?.status).toBe("done"));
    expect(shell.shown.at(-1)?.message).toBe("Marked done: “Card 1”");
    await shell.shown.at(-1)?.action?.run();
    await waitFor(() => expect(titles()).toEqual(["Card 1", "Card 2", "Card 3"]));
    expect(struck("Card 1")).not.toBe("line-through");
    await waitFor(() => expect(rowOf("Card 1")).toHaveFocus());
    await waitFor(() => expect(counts()).toEqual(["All3", "Notes1", "Tasks2"]));
  });

  it("happens by d for every card, and d again opens it", async () => {
    const { run } = await openItems(server, "/items/all");
    await screen.findByRole("link", { name: "Card 1" });
    await run("items.next");
    await run("items.done");
    await waitFor(() => expect(server.items.get(card(1).id)?.status).toBe("done"));
    expect(circleOf("Card 1")).toHaveAttribute("aria-pressed", "true");
    await waitFor(() => expect(rowOf("Card 1")).toHaveFocus());
    await run("items.done");
    await waitFor(() => expect(server.items.get(card(1).id)).toMatchObject({ status: "inbox", data: { done: false } }));
    expect(circleOf("Card 1")).toHaveAttribute("aria-pressed", "false");
  });

  it("leaves the card where it is when it is undone before it left", async () => {
    const { run, shell } = await openItems(server, "/items/inbox");
    await screen.findByRole("link", { name: "Card 1" });
    await run("items.next");
    await run("items.done");
    await waitFor(() => expect(shell.shown.at(-1)?.message).toBe("Marked done: “Card 1”"));
    await run("items.undo");
    await waitFor(() => expect(shell.shown.at(-1)?.message).toBe("Undone: Marked done: “Card 1”"));
    expect(titles()).toEqual(["Card 1", "Card 2", "Card 3"]);
    expect(server.items.get(card(1).id)?.status).toBe("inbox");
  });

  it("happens in the open card by the same circle, which moves on to the next one", async () => {
    const { router } = await openItems(server, `/items/inbox/${card(1).id}`);
    const user = userEvent.setup();
    const detail = await screen.findByRole("article", { name: "Card 1" });
    await user.click(within(detail).getByRole("button", { name: "Mark done: Card 1" }));
    await waitFor(() =>
      expect(getComputedStyle(within(detail).getByLabelText("Title")).textDecorationLine).toBe("line-through"),
    );
    await waitFor(() => expect(router.state.location.pathname).not.toContain(card(1).id));
    await waitFor(() => expect(server.items.get(card(1).id)?.status).toBe("done"));
  });

  it("is not what selects: x, and the box beside the circle do", async () => {
    const { run } = await openItems(server, "/items/inbox");
    const user = userEvent.setup();
    await screen.findByRole("link", { name: "Card 1" });
    await user.hover(screen.getByRole("link", { name: "Card 1" }));
    fireEvent.click(await within(rowOf("Card 1")).findByRole("button", { name: "Select Card 1" }));
    expect(screen.getByRole("toolbar", { name: "1 card selected" })).toBeVisible();
    await run("items.escape");
    await run("items.next");
    await run("items.check");
    expect(screen.getByRole("toolbar", { name: "1 card selected" })).toBeVisible();
    expect(server.items.get(card(1).id)?.status).toBe("inbox");
  });
});
