import { joinLive } from "@tessera/shell-api/testing";
import { act, renderHook, screen, waitFor } from "@testing-library/react";
import { card, type ItemsServer, startItemsServer } from "../testing/items-server.ts";
import { openItems } from "../testing/open-items.tsx";
import { useShownCard } from "./shown-card.ts";

let server: ItemsServer;
beforeEach(async () => {
  server = await startItemsServer(Array.from({ length: 4 }, (_, n) => card(n + 1)));
});
afterEach(() => server.stop());

const rowOf = (title: string) => screen.getByRole("row", { name: new RegExp(title) });
const titles = () => screen.getAllByRole("link").map((link) => link.textContent);
const statusOf = (n: number) => server.items.get(card(n).id)?.status;

/** The inbox with the keyboard on its first row; `press` runs a command as its key would and waits for nothing. */
async function openList(path = "/items/inbox", guard?: () => Promise<void>) {
  const view = await openItems(server, path, undefined, guard);
  await screen.findByRole("link", { name: "Card 1" });
  await view.run("items.next");
  await waitFor(() => expect(rowOf("Card 1")).toHaveFocus());
  const acts: Promise<void>[] = [];
  const press = (...commands: string[]) =>
    act(async () => {
      for (const command of commands) acts.push(view.shell.run(`items.${command}`));
    });
  return { ...view, press, answered: () => act(() => Promise.all(acts)) };
}

it("puts a card back at once, with the keyboard on it, while the service has answered nothing", async () => {
  const release = server.hold("PATCH");
  const { press, answered } = await openList();
  await press("archive");
  expect(rowOf("Card 2")).toHaveFocus();
  await press("undo");
  expect(titles()).toEqual(["Card 1", "Card 2", "Card 3", "Card 4"]);
  expect(rowOf("Card 1")).toHaveFocus();
  await press("archive");
  expect(rowOf("Card 2")).toHaveFocus();
  release();
  await answered();
  expect(rowOf("Card 2")).toHaveFocus();
  expect(titles()).toEqual(["Card 2", "Card 3", "Card 4"]);
  // The service made the three changes in their order.
  expect(statusOf(1)).toBe("archived");
  expect(server.items.get(card(1).id)?.version).toBe(4);
});

it("takes every key for what was decided before it, drawn or not", async () => {
  const { press, answered } = await openList();
  await press("archive", "undo", "archive", "archive", "undo", "next", "archive");
  await answered();
  await waitFor(() => expect(titles()).toEqual(["Card 2", "Card 4"]));
  expect([1, 2, 3, 4].map(statusOf)).toEqual(["archived", "inbox", "archived", "inbox"]);
  expect(rowOf("Card 4")).toHaveFocus();
});

it("shows the change again when the service does not take it back", async () => {
  const { press, answered, shell } = await openList();
  await press("archive");
  await answered();
  server.refuseNext({ method: "PATCH", path: /items/, status: 503, code: "unavailable", detail: "Restarting." });
  await press("undo");
  expect(titles()).toEqual(["Card 1", "Card 2", "Card 3", "Card 4"]);
  await answered();
  await waitFor(() => expect(titles()).toEqual(["Card 2", "Card 3", "Card 4"]));
  expect(shell.shown.at(-1)).toMatchObject({ message: "Not undone: Restarting.", action: { label: "Try again" } });
  await act(async () => shell.shown.at(-1)?.action?.run());
  await waitFor(() => expect(statusOf(1)).toBe("inbox"));
  expect(titles()).toEqual(["Card 1", "Card 2", "Card 3", "Card 4"]);
});

it("does not take a card away again when news of its archiving comes after the undo", async () => {
  const { press, answered, shell } = await openList();
  const live = joinLive(shell.realtime, "items.item");
  await waitFor(() => expect(server.log.filter((line) => line.startsWith("GET /api/items?"))).toHaveLength(2));
  await press("archive", "undo");
  await answered();
  // No answer may mend what the news has done.
  const release = server.hold("GET");
  const published = (n: number, fields: object) => ({ ...row, id: card(n).id, title: `Card ${n}`, ...fields });
  const row = { type: "note", line: "", tags: [], status: "inbox", attachment_count: 0, updated_at: card(1).updatedAt };
  live.updated(published(1, { status: "archived", version: 2 }));
  live.updated(published(2, { title: "Renamed there", version: 9 }));
  // Shown in the order in which they arrive.
  expect(await screen.findByRole("link", { name: "Renamed there" })).toBeVisible();
  expect(titles()).toEqual(["Card 1", "Renamed there", "Card 3", "Card 4"]);
  expect(rowOf("Card 1")).toHaveFocus();
  release();
});

it("goes by what was decided while the address is still on its way", async () => {
  let arrive = () => {};
  let wait = Promise.resolve();
  const { press, answered, router } = await openList("/items/inbox", () => wait);
  await press("open");
  await waitFor(() => expect(router.state.location.pathname).toBe(`/items/inbox/${card(1).id}`));
  ({ promise: wait, resolve: arrive } = Promise.withResolvers<void>());
  await press("archive", "undo", "archive");
  arrive();
  await answered();
  await waitFor(() => expect(router.state.location.pathname).toBe(`/items/inbox/${card(2).id}`));
  await screen.findByRole("article", { name: "Card 2" });
  await press("archive");
  await answered();
  expect([1, 2, 3, 4].map(statusOf)).toEqual(["archived", "archived", "inbox", "inbox"]);
  expect(rowOf("Card 3")).toHaveFocus();
});

describe("the card beside the list", () => {
  const open = (addressed?: string) => {
    const arrivals: string[] = [];
    const view = renderHook(({ addressed }) => useShownCard(addressed, arrived), {
      initialProps: { addressed } as { addressed?: string },
    });
    function arrived(id: string) {
      arrivals.push(id);
    }
    return { ...view, arrivals };
  };

  it("is the one decided last, whatever the address still says", () => {
    const { result, rerender, arrivals } = open();
    result.current.goTo("a");
    result.current.goTo("b");
    expect(result.current.shown()).toBe("b");
    rerender({ addressed: "a" });
    expect(result.current.shown()).toBe("b");
    rerender({ addressed: "b" });
    expect(result.current.shown()).toBe("b");
    expect(arrivals).toEqual([]);
  });

  it("is the address's when a person went another way", () => {
    const { result, rerender, arrivals } = open("a");
    result.current.goTo("b");
    rerender({ addressed: "c" });
    expect(result.current.shown()).toBe("c");
    rerender({ addressed: undefined });
    expect(result.current.shown()).toBeUndefined();
    expect(arrivals).toEqual(["a", "c"]);
  });
});
