import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { onAnnounce } from "../list/announce.ts";
import { card, type ItemsServer, startItemsServer } from "../testing/items-server.ts";
import { openItems } from "../testing/open-items.tsx";

let server: ItemsServer;
beforeEach(async () => {
  server = await startItemsServer([card(1, { tags: ["tax"] }), card(2), card(3)]);
});
afterEach(() => server.stop());

const stored = (n: number) => server.items.get(card(n).id);
const titles = () => screen.queryAllByRole("link").map((link) => link.textContent);

async function openList() {
  const view = await openItems(server, "/items/inbox");
  await screen.findByRole("link", { name: "Card 1" });
  const area = document.querySelector<HTMLElement>('[data-dictation="commands"]')!;
  /** As libs/dictation hands it over. */
  const say = (detail: string, start: number) =>
    act(() => void area.dispatchEvent(Object.assign(new CustomEvent("dictated", { detail }), { start })));
  return { ...view, say };
}
const said = () => screen.findByRole("region", { name: "What you said" });

test("what is said is done to the card that has the focus, and each change is taken back alone", async () => {
  const { run, say } = await openList();
  const announced: string[] = [];
  const stop = onAnnounce((message) => announced.push(message));
  await run("items.next");
  await run("items.next");
  say("Tag tax, snooze to Monday.", 1);
  const bar = await said();
  expect(
    within(bar)
      .getAllByRole("button")
      .map((button) => button.getAttribute("aria-label")),
  ).toEqual(["Undo: Tagged “tax”", expect.stringMatching(/^Undo: Snoozed until /), "Close"]);
  expect(announced).toEqual([expect.stringMatching(/^Tagged “tax”: “Card 2”\. Snoozed until .*: “Card 2”$/)]);
  stop();
  expect(titles()).toEqual(["Card 1", "Card 3"]);
  expect(screen.getByRole("row", { name: /Card 3/ })).toHaveFocus();
  await waitFor(() => expect(stored(2)).toMatchObject({ tags: ["tax"], snoozeUntil: expect.any(String) }));

  await userEvent.click(within(bar).getByRole("button", { name: /^Undo: Snoozed/ }));
  await waitFor(() => expect(stored(2)).toMatchObject({ tags: ["tax"], snoozeUntil: null }));
  expect(titles()).toEqual(["Card 1", "Card 2", "Card 3"]);
  await run("items.undo");
  await waitFor(() => expect(stored(2)?.tags).toEqual([]));
  expect(screen.queryByRole("region", { name: "What you said" })).toBeNull();
});

test("pieces of one breath are about the same cards; half a command waits for the next piece", async () => {
  const { run, say } = await openList();
  await run("items.next");
  say("Pin. Tag", 1);
  expect(await said()).toHaveTextContent("Not understood: “Tag”");
  say("travel, archive", 1);
  await waitFor(() => expect(stored(1)).toMatchObject({ pinned: true, tags: ["tax", "travel"], status: "archived" }));
  expect(await said()).toHaveTextContent(/“Card 1”.*Pinned.*Tagged “travel”.*Archived/);
  expect(await said()).not.toHaveTextContent("Not understood");
  // Another press is about the next card.
  say("done", 2);
  await waitFor(() => expect(stored(2)?.status).toBe("done"));
  expect(await said()).not.toHaveTextContent("Archived");
});

test("what is no command does nothing, and says what can be said", async () => {
  const { run, say } = await openList();
  await run("items.next");
  say("Good morning.", 1);
  expect(await said()).toHaveTextContent("Not understood: “Good morning”Say “archive”");
  say("Reschedule to Friday.", 2);
  await waitFor(async () => expect(await said()).toHaveTextContent("Nothing here can be due"));
  expect(server.log.filter((line) => !line.startsWith("GET"))).toEqual([]);
});

test("of selected cards all are meant, and “undo” takes back what was done last", async () => {
  const { run, say } = await openList();
  await run("items.next");
  await run("items.check");
  await run("items.extend-next");
  say("Archive them", 1);
  await waitFor(() => expect([stored(1)?.status, stored(2)?.status]).toEqual(["archived", "archived"]));
  expect(await said()).toHaveTextContent("2 cards");
  say("Undo", 2);
  await waitFor(() => expect([stored(1)?.status, stored(2)?.status]).toEqual(["inbox", "inbox"]));
});

test("the palette does to the card with the focus what was typed with a command, and it is taken back", async () => {
  const { run, shell } = await openList();
  const find = (query: string) => shell.sources.get("items.commands")!.search(query, new AbortController().signal);
  expect(await find("snooze until monday")).toEqual([]);
  await run("items.next");
  expect(await find("snoring")).toEqual([]);
  const [found] = await find("snooze until monday");
  expect(found).toMatchObject({ title: expect.stringMatching(/^Snooze until /), line: "“Card 1”" });
  await act(() => found?.run?.());
  await userEvent.click(within(await said()).getByRole("button", { name: /^Undo: Snoozed until / }));
  await waitFor(() => expect(stored(1)).toMatchObject({ snoozeUntil: null }));
});
