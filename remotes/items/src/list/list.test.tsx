import { keysOf } from "@tessera/shell-api";
import { joinLive } from "@tessera/shell-api/testing";
import { act, cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { card, type ItemsServer, startItemsServer } from "../testing/items-server.ts";
import { openItems } from "../testing/open-items.tsx";
import { totalOf } from "./list-query.ts";

let server: ItemsServer;
const start = async (count: number) => {
  server = await startItemsServer(Array.from({ length: count }, (_, n) => card(n + 1)));
};
afterEach(() => server.stop());

const rowOf = (title: string) => screen.getByRole("row", { name: new RegExp(title) });

const focusFirst = async (run: (command: string) => Promise<void>) => {
  await run("items.next");
  await waitFor(() => expect(rowOf("Card 1")).toHaveFocus());
};

describe("the list of a type", () => {
  it("lists what the service answers, by the request that the page preloads [route.items-type]", async () => {
    await start(3);
    await openItems(server, "/items/inbox");
    expect(await screen.findByRole("link", { name: "Card 1" })).toHaveAttribute("href", `/items/inbox/${card(1).id}`);
    expect(screen.getByRole("grid")).toHaveAttribute("aria-rowcount", "3");
    expect(server.log).toContain("GET /api/items?type=inbox&limit=100");
  });

  it("lists a registered type and a child type of one [items.type-valid]", async () => {
    await start(1);
    await openItems(server, "/items/highlight");
    expect(await screen.findByText("There are no cards of this type yet.")).toBeVisible();
  });

  it("answers a type that nobody registered with 404 and the full path [route.validation-failure] [items.type-valid]", async () => {
    await start(1);
    const { router } = await openItems(server, "/items/nonsense?q=x");
    await waitFor(() => expect(router.state.errors).not.toBeNull());
    const [error] = Object.values(router.state.errors ?? {}) as { status: number; data: string }[];
    expect(error).toMatchObject({ status: 404, data: "Page Not Found: /items/nonsense?q=x" });
  });

  it("draws only the rows in view of a long list, and loads on as they are needed", async () => {
    await start(1200);
    await openItems(server, "/items/all");
    await screen.findByRole("link", { name: "Card 1" });
    expect(screen.getAllByRole("link").length).toBeLessThan(60);
    expect(screen.getByRole("grid")).toHaveAttribute("aria-rowcount", "1200");
    await waitFor(() => expect(server.log.filter((line) => line.includes("cursor=100"))).toHaveLength(1));
  });

  it("archives by key, moves on to the next card, and takes it back", async () => {
    await start(3);
    const { run, shell } = await openItems(server, "/items/inbox");
    const user = userEvent.setup();
    await screen.findByRole("link", { name: "Card 1" });
    await focusFirst(run);
    await run("items.archive");
    expect(screen.queryByRole("link", { name: "Card 1" })).toBeNull();
    expect(rowOf("Card 2")).toHaveFocus();
    await waitFor(() => expect(server.items.get(card(1).id)?.status).toBe("archived"));
    await waitFor(() => expect(shell.shown.at(-1)?.message).toBe("Archived: “Card 1”"));
    await run("items.undo");
    expect(await screen.findByRole("link", { name: "Card 1" })).toBeVisible();
    expect(server.items.get(card(1).id)?.status).toBe("inbox");
    const titles = screen.getAllByRole("link").map((link) => link.textContent);
    expect(titles).toEqual(["Card 1", "Card 2", "Card 3"]);
    // Back at the card that was put back.
    await waitFor(() => expect(rowOf("Card 1")).toHaveFocus());
    await user.keyboard("{ArrowDown}");
    expect(rowOf("Card 2")).toHaveFocus();
  });

  it("takes back what the service has not answered yet", async () => {
    await start(3);
    const { run, shell } = await openItems(server, "/items/inbox");
    await screen.findByRole("link", { name: "Card 1" });
    await focusFirst(run);
    await act(async () => {
      void shell.run("items.archive");
      await shell.run("items.undo");
    });
    expect(await screen.findByRole("link", { name: "Card 1" })).toBeVisible();
    expect(server.items.get(card(1).id)?.status).toBe("inbox");
    // Nothing offers to take back once more what has been taken back already.
    expect(shell.shown.map(({ message }) => message)).toEqual(["Undone: Archived: “Card 1”"]);
  });

  it("takes back what was done by z, u and Ctrl+Z alike", async () => {
    await start(3);
    const { run, shell } = await openItems(server, "/items/inbox");
    await screen.findByRole("link", { name: "Card 1" });
    await focusFirst(run);
    for (const keys of ["z", "u", "$mod+z"]) {
      await run("items.archive");
      await waitFor(() => expect(screen.getAllByRole("link")).toHaveLength(2));
      await waitFor(() => expect(shell.shown.at(-1)?.message).toMatch(/^Archived: /));
      await run([...shell.registered.values()].find((command) => keysOf(command, {}).includes(keys))?.id ?? keys);
      await waitFor(() => expect(screen.getAllByRole("link")).toHaveLength(3));
    }
  });

  it("changes many at once and undoes them together", async () => {
    await start(4);
    const { shell } = await openItems(server, "/items/inbox");
    const user = userEvent.setup();
    await screen.findByRole("link", { name: "Card 1" });
    await user.click(screen.getByRole("button", { name: "Select Card 1" }));
    await user.keyboard("{Shift>}");
    await user.click(screen.getByRole("link", { name: "Card 3" }));
    await user.keyboard("{/Shift}");
    await user.click(screen.getByRole("button", { name: "Archive 3 cards" }));
    await waitFor(() =>
      expect([1, 2, 3].map((n) => server.items.get(card(n).id)?.status)).toEqual(["archived", "archived", "archived"]),
    );
    expect(screen.getAllByRole("link").map((link) => link.textContent)).toEqual(["Card 4"]);
    await waitFor(() => expect(shell.shown.at(-1)?.action?.label).toBe("Undo"));
    await shell.shown.at(-1)?.action?.run();
    await waitFor(() => expect(screen.getAllByRole("link")).toHaveLength(4));
    expect(server.items.get(card(2).id)?.status).toBe("inbox");
  });

  it("archives a card whose other fields changed elsewhere without a fuss", async () => {
    await start(1);
    const { run } = await openItems(server, "/items/inbox");
    await screen.findByRole("link", { name: "Card 1" });
    server.change(card(1).id, { body: "enriched meanwhile" });
    await focusFirst(run);
    await run("items.archive");
    await waitFor(() =>
      expect(server.items.get(card(1).id)).toMatchObject({ status: "archived", body: "enriched meanwhile" }),
    );
  });

  it("says so when the same field changed elsewhere, and shows the new version", async () => {
    await start(2);
    const { run, shell } = await openItems(server, "/items/inbox");
    await screen.findByRole("link", { name: "Card 1" });
    server.change(card(1).id, { status: "later" });
    await focusFirst(run);
    await run("items.archive");
    await waitFor(() =>
      expect(shell.shown.at(-1)?.message).toMatch(/“Card 1” was changed elsewhere meanwhile, so nothing was done/),
    );
    expect(server.items.get(card(1).id)?.status).toBe("later");
  });

  it("puts the rows back and keeps a way to try again when the service fails", async () => {
    await start(1);
    const { run, shell } = await openItems(server, "/items/inbox");
    await screen.findByRole("link", { name: "Card 1" });
    server.refuseNext({
      method: "PATCH",
      path: /items/,
      status: 503,
      code: "unavailable",
      detail: "The service is restarting.",
    });
    await focusFirst(run);
    await run("items.archive");
    await waitFor(() =>
      expect(shell.shown.at(-1)?.message).toBe("Not done: The service is restarting. “Card 1” stayed as it was."),
    );
    expect(screen.getByRole("link", { name: "Card 1" })).toBeVisible();
    await shell.shown.at(-1)?.action?.run();
    await waitFor(() => expect(server.items.get(card(1).id)?.status).toBe("archived"));
  });

  it("searches in the list, marks the matches, keeps the words in the address", async () => {
    await start(3);
    server.change(card(2).id, { title: "Train to Strasbourg" });
    const { router, run } = await openItems(server, "/items/inbox");
    const user = userEvent.setup();
    await screen.findByRole("link", { name: "Card 1" });
    await run("items.search");
    await user.type(await screen.findByRole("searchbox"), "strasb");
    await waitFor(() => expect(router.state.location.search).toBe("?q=strasb"));
    expect(await screen.findByText("Strasb", { selector: "mark" })).toBeVisible();
    await user.type(screen.getByRole("searchbox"), "zzz");
    expect(await screen.findByText("No card here matches “strasbzzz”.")).toBeVisible();
    await user.keyboard("{Escape}");
    expect(await screen.findByRole("link", { name: "Card 1" })).toBeVisible();
  });

  it("says that there may be more than a search by relevance counts", async () => {
    expect(totalOf({ type: "all", q: "h" }, 199)).toBe(199);
    expect(totalOf({ type: "all", q: "h" }, 200)).toBe("200+");
    expect(totalOf({ type: "all", q: "h", sort: "title" }, 4000)).toBe(4000);
    await start(200);
    await openItems(server, "/items/all?q=card");
    expect(await screen.findByRole("grid", { name: "All cards, 200+ cards" })).toBeVisible();
    expect(screen.getByRole("tab", { name: "All 200+" })).toBeVisible();
  });

  it("takes a search that found nothing here to all cards", async () => {
    await start(3);
    const { router } = await openItems(server, "/items/task?q=nowhere%20at%20all&status=done");
    // The sentence first: a search of the page by role, over and over, takes the time that the page needs.
    expect(await screen.findByText("No card here matches “nowhere at all”.")).toBeVisible();
    await userEvent.click(screen.getByRole("button", { name: "Search all cards" }));
    await waitFor(() =>
      expect(router.state.location.pathname + router.state.location.search).toBe("/items/all?q=nowhere+at+all"),
    );
    await waitFor(() => expect(screen.queryByRole("button", { name: "Search all cards" })).toBeNull());
    expect(await screen.findByText("No card here matches “nowhere at all”.")).toBeVisible();
  });

  it("shows unread cards in bold and in a word, until they are opened", async () => {
    await start(2);
    server.change(card(1).id, { unread: true });
    await openItems(server, "/items/inbox");
    const link = await screen.findByRole("link", { name: "Card 1 unread" });
    expect(screen.getByRole("link", { name: "Card 2" })).toBeVisible();
    await userEvent.click(link);
    expect(await screen.findByRole("link", { name: "Card 1" })).toBeVisible();
    await waitFor(() => expect(server.items.get(card(1).id)).toMatchObject({ unread: false, version: 2 }));
  });

  it("marks by key what is selected, as unread and back, and says so when that fails", async () => {
    await start(3);
    const { run, shell } = await openItems(server, "/items/inbox");
    await screen.findByRole("link", { name: "Card 1" });
    await focusFirst(run);
    await run("items.check");
    await run("items.next");
    await run("items.check");
    await run("items.unread");
    await waitFor(() => expect([...server.items.values()].map((item) => item.unread)).toEqual([true, true, false]));
    expect(screen.getByRole("link", { name: "Card 2 unread" })).toBeVisible();
    expect(screen.getByText("Marked as unread: 2 cards")).toBeInTheDocument();
    server.refuseNext({
      method: "POST",
      path: /read-marks/,
      status: 503,
      code: "unavailable",
      detail: "The service is restarting.",
    });
    await run("items.unread");
    await waitFor(() => expect(shell.shown.at(-1)?.message).toBe("Not marked: The service is restarting."));
    expect(screen.getByRole("link", { name: "Card 2 unread" })).toBeVisible();
    await shell.shown.at(-1)?.action?.run();
    await waitFor(() => expect([...server.items.values()].map((item) => item.unread)).toEqual([false, false, false]));
  });

  it("lists what is unread alone, says so, and keeps the row that is being read", async () => {
    await start(2);
    server.change(card(2).id, { unread: true });
    const { router } = await openItems(server, "/items/inbox");
    await screen.findByRole("link", { name: "Card 1" });
    await userEvent.click(screen.getByRole("button", { name: "Filter" }));
    await userEvent.click(await screen.findByRole("menuitemcheckbox", { name: "Unread only" }));
    await waitFor(() => expect(screen.getAllByRole("link").map((link) => link.textContent)).toEqual(["Card 2 unread"]));
    expect(router.state.location.search).toBe("?unread=true");
    await userEvent.click(screen.getByRole("link", { name: "Card 2 unread" }));
    // Opening it does not take the row away from under the person.
    expect(await screen.findByRole("link", { name: "Card 2" })).toBeVisible();
    expect(screen.getByText("Shows unread cards")).toBeVisible();
    await userEvent.click(screen.getByRole("button", { name: "Show all" }));
    expect(await screen.findByRole("link", { name: "Card 1" })).toBeVisible();
  });

  it("lists what somebody does alone, says so, and offers nobody where no card is anybody's", async () => {
    await start(3);
    const agent = { kind: "agent", id: "00000000-0000-4000-8000-00000000000a", name: "Clerk" };
    server.change(card(1).id, { type: "task", data: { done: false, assignee: { kind: "me" } } });
    server.change(card(2).id, { type: "task", data: { done: false, assignee: agent } });
    const { router } = await openItems(server, "/items/all");
    await screen.findByRole("link", { name: "Card 3" });
    await userEvent.click(screen.getByRole("button", { name: "Filter" }));
    expect(await screen.findByRole("menuitemradio", { name: /^Assigned to me/ })).toHaveAttribute(
      "aria-checked",
      "false",
    );
    expect(screen.getByRole("menuitemradio", { name: /^Assigned to nobody/ })).toBeVisible();
    await userEvent.click(screen.getByRole("menuitemradio", { name: /^Assigned to Clerk/ }));
    await waitFor(() => expect(screen.getAllByRole("link").map((link) => link.textContent)).toEqual(["Card 2"]));
    expect(router.state.location.search).toBe(`?assignee=${encodeURIComponent(`agent:${agent.id}`)}`);
    expect(await screen.findByText("Shows cards assigned to Clerk")).toBeVisible();
    await userEvent.click(screen.getByRole("button", { name: "Show all" }));
    expect(await screen.findByRole("link", { name: "Card 1" })).toBeVisible();
  });

  it("tells on the row what the server could not do, and tries it again from its menu", async () => {
    await start(1);
    const failed = { readable: { state: "failure" as const, reason: "The page asks for a login" } };
    server.change(card(1).id, { type: "bookmark", processing: failed });
    const { shell } = await openItems(server, "/items/inbox");
    await screen.findByText("Readable copy failed: The page asks for a login");
    await userEvent.pointer({ keys: "[MouseRight]", target: screen.getByRole("link", { name: "Card 1" }) });
    await userEvent.click(await screen.findByRole("menuitem", { name: "Try again: readable copy" }));
    await waitFor(() => expect(server.log).toContain(`POST /api/items/${card(1).id}/processing/readable`));
    await waitFor(() => expect(screen.queryByText(/Readable copy failed/)).toBeNull());
    // What comes of it arrives live.
    const items = joinLive(shell.realtime, "items.item");
    server.change(card(1).id, { title: "Found out", processing: { readable: { state: "success" } } });
    items.updated({ id: card(1).id, title: "Found out" });
    expect(await screen.findByRole("link", { name: "Found out" })).toBeVisible();
  });

  it("tells the service the time zone of the person's days, once", async () => {
    sessionStorage.clear();
    await start(1);
    await openItems(server, "/items/inbox");
    await waitFor(() => expect(server.log.filter((line) => line === "PUT /api/items/time-zone")).toHaveLength(1));
    await waitFor(() => expect(sessionStorage.length).toBe(1));
    cleanup();
    await openItems(server, "/items/inbox");
    await screen.findByRole("link", { name: "Card 1" });
    expect(server.log.filter((line) => line === "PUT /api/items/time-zone")).toHaveLength(1);
  });

  it("shows how much of each type waits, and that type alone", async () => {
    await start(3);
    server.change(card(2).id, { type: "task" });
    await openItems(server, "/items/inbox");
    await userEvent.click(await screen.findByRole("tab", { name: "Tasks 1" }));
    await waitFor(() => expect(screen.getAllByRole("link").map((link) => link.textContent)).toEqual(["Card 2"]));
    expect(screen.getByRole("tab", { name: "All 3" })).toHaveAttribute("aria-selected", "false");
  });

  it("says why it is empty or cannot be loaded, and what to do", async () => {
    await start(0);
    server.refuseNext({
      method: "GET",
      path: /^\/api\/items$/,
      status: 500,
      code: "broken",
      detail: "The database is away.",
    });
    await openItems(server, "/items/inbox");
    const user = userEvent.setup();
    const alert = await screen.findByRole("alert");
    expect(within(alert).getByText("The database is away.")).toBeVisible();
    await user.click(within(alert).getByRole("button", { name: "Try again" }));
    expect(await screen.findByText("Your inbox is empty. Everything is in its place.")).toBeVisible();
    expect(screen.getByRole("button", { name: /^Capture something/ })).toBeVisible();
    expect(screen.getByRole("button", { name: "Import cards" })).toBeVisible();
    expect(await screen.findByText("Cards open here.")).toBeVisible();
    expect(screen.queryByText("Select a card to read it here.")).toBeNull();
  });
});
