import { jest } from "@jest/globals";
import { finger } from "@tessera/testing/finger.ts";
import { windowWidth } from "@tessera/testing/window-width.ts";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { card, type ItemsServer, startItemsServer } from "../testing/items-server.ts";
import { openItems } from "../testing/open-items.tsx";

let server: ItemsServer;
afterEach(() => server.stop());

const rowOf = (title: string) => screen.getByRole("row", { name: new RegExp(title) });
const stored = (at: number) => server.items.get(card(at).id);

/** A list of notes, of which one is open where a number is given. */
async function open(count: number, shown?: number) {
  server = await startItemsServer(Array.from({ length: count }, (_, at) => card(at + 1, { type: "note" })));
  const view = await openItems(server, shown ? `/items/inbox/${card(shown).id}` : "/items/inbox");
  await screen.findByRole("link", { name: "Card 1" });
  return view;
}

it("pins, moves back to the inbox, and selects on by key", async () => {
  const { run } = await open(3);
  await run("items.next");
  await run("items.pin");
  await waitFor(() => expect(stored(1)?.pinned).toBe(true));
  await run("items.extend-next");
  await waitFor(() => expect(screen.getByRole("toolbar", { name: "2 cards selected" })).toBeVisible());
  await run("items.check-all");
  await waitFor(() => expect(screen.getByRole("toolbar", { name: "3 cards selected" })).toBeVisible());
});

it("edits the title and the text by key, of the open card and of one that is opened for it", async () => {
  const { run, router } = await open(2, 1);
  await screen.findByRole("textbox", { name: "Title" });
  await run("items.edit-title");
  await waitFor(() => expect(screen.getByRole("textbox", { name: "Title" })).toHaveFocus());
  await userEvent.keyboard("{Escape}");
  await run("items.escape");
  await waitFor(() => expect(router.state.location.pathname).toBe("/items/inbox"));
  await waitFor(() => expect(rowOf("Card 1")).toHaveFocus());
  await run("items.edit-text");
  await waitFor(() => expect(screen.getByRole("textbox", { name: "Text" })).toHaveFocus());
});

it("moves between list and card by key", async () => {
  const { run } = await open(2, 2);
  const article = await screen.findByRole("article", { name: "Card 2" });
  await run("items.pane");
  await waitFor(() => expect(article).toHaveFocus());
  await run("items.pane");
  await waitFor(() => expect(rowOf("Card 2")).toHaveFocus());
});

it("goes to the next unread card, and says when there is none", async () => {
  server = await startItemsServer([card(1), card(2), card(3, { unread: true })]);
  const { run } = await openItems(server, "/items/inbox");
  await screen.findByRole("link", { name: "Card 1" });
  await run("items.next-unread");
  await waitFor(() => expect(rowOf("Card 3")).toHaveFocus());
  server.change(card(3).id, { unread: false });
});

it("copies the link, opens the original, duplicates and converts by key", async () => {
  const opened = jest.spyOn(window, "open").mockReturnValue(null);
  userEvent.setup();
  const { run, shell } = await open(1);
  await run("items.next");
  await run("items.copy-link");
  await waitFor(() => expect(shell.shown.at(-1)?.message).toBe("Link copied"));
  expect(await navigator.clipboard.readText()).toBe(`http://localhost/items/note/${card(1).id}`);
  await run("items.original");
  expect(opened).not.toHaveBeenCalled();
  await run("items.duplicate");
  await waitFor(() => expect([...server.items.values()].filter(({ title }) => title === "Card 1")).toHaveLength(2));
  await waitFor(() => expect(shell.shown.at(-1)?.message).toBe("Duplicated: “Card 1”"));
  await shell.shown.at(-1)?.action?.run();
  await waitFor(() => expect([...server.items.values()].filter(({ status }) => status === "trash")).toHaveLength(1));
  const converting = run("items.convert");
  await waitFor(() => expect(shell.opened.at(-1)?.options.title).toBe("Convert “Card 1”"));
  const { props, close } = shell.opened.at(-1)!;
  const [lines] = props.groups as { id: string; run(): void }[][];
  expect(lines?.map(({ id }) => id)).toEqual(["snippet", "person", "task"]);
  lines?.[2]?.run();
  close();
  await converting;
  await waitFor(() => expect(stored(1)).toMatchObject({ type: "task", title: "Card 1", body: "Text 1" }));
  opened.mockRestore();
});

it("has the same acts and keys at a row as in the card's own menu", async () => {
  await open(1, 1);
  const lines = () =>
    within(screen.getByRole("menu"))
      .getAllByRole("menuitem")
      .map((line) => line.textContent);
  await userEvent.click(await screen.findByRole("button", { name: "More for this card" }));
  const own = await waitFor(lines);
  expect(own).toEqual(expect.arrayContaining(["Archivee", "Pinp", "Copy linky", "DuplicateShift D"]));
  await userEvent.click(screen.getByRole("menuitem", { name: /^Copy link/ }));
  await waitFor(() => expect(screen.queryByRole("menu")).toBeNull());
  await userEvent.pointer({ keys: "[MouseRight]", target: screen.getByRole("link", { name: "Card 1" }) });
  await waitFor(() => expect(lines()).toEqual(["Openo", "Open in a new tab", "Selectx", ...own]));
});

describe("on a phone", () => {
  beforeEach(() => windowWidth(390));
  afterEach(() => windowWidth(1440));

  it("archives a row that is swiped to the right, and asks until when to the left", async () => {
    const { shell } = await open(2);
    const swipe = (title: string, by: number) => {
      const link = screen.getByRole("link", { name: title });
      finger(link, "down", { x: 180 });
      finger(link, "move", { x: 180 + by });
      finger(link, "up", { x: 180 + by });
    };
    swipe("Card 2", -120);
    await waitFor(() => expect(shell.opened.at(-1)?.options.title).toBe("Snooze “Card 2”"));
    shell.opened.at(-1)?.cancel();
    swipe("Card 1", 120);
    await waitFor(() => expect(stored(1)?.status).toBe("archived"));
    await waitFor(() => expect(shell.shown.at(-1)?.action?.label).toBe("Undo"));
    expect(stored(2)?.status).toBe("inbox");
  });
});
