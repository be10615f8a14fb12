import type { RowChange } from "@tessera/shell-api";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { type ItemsServer, startItemsServer } from "../testing/items-server.ts";
import { openItems } from "../testing/open-items.tsx";

let server: ItemsServer;
beforeEach(async () => {
  server = await startItemsServer([]);
});
afterEach(() => server.stop());

const record = (id: string, fields: Record<string, unknown> = {}) => ({
  id,
  type: "note",
  title: `Card ${id}`,
  line: "",
  tags: [],
  status: "inbox",
  pinned: false,
  due_at: null,
  snooze_until: null,
  attachment_count: 0,
  parent_id: null,
  ...fields,
});

async function open(path = "/ws-items") {
  const view = await openItems(server, path);
  await screen.findByRole("heading", { name: "Live changes" });
  const channel = () => view.shell.realtime.joined.at(-1)!;
  const happens = (type: RowChange["type"], row: Record<string, unknown>) =>
    channel().options.onChange?.({
      type,
      schema: "items",
      table: "item",
      at: new Date().toISOString(),
      record: type === "DELETE" ? {} : row,
      old: { id: row.id },
    });
  return { ...view, channel, happens, person: userEvent.setup() };
}
const rows = () => screen.queryAllByRole("row").map((row) => within(row).getByRole("gridcell").textContent);

describe("live changes", () => {
  it("listens to the person's cards, lists what happens and leads to the card [route.ws-items]", async () => {
    const { channel, happens, router, person } = await open();
    expect(channel().options.changes).toEqual([{ schema: "items", table: "item" }]);
    expect(screen.getByText(/Nothing has happened since/)).toBeVisible();
    happens("INSERT", record("1"));
    happens("UPDATE", record("1", { status: "archived" }));
    await waitFor(() =>
      expect(rows()).toEqual([expect.stringContaining("Note · archived"), expect.stringContaining("Note · added")]),
    );
    await person.click(screen.getAllByRole("link", { name: "Card 1" })[0]!);
    await waitFor(() => expect(router.state.location.pathname).toBe("/items/note/1"));
  });

  it("says how the channel stands [realtime.states]", async () => {
    const { channel, shell } = await open();
    const says = (word: string) =>
      waitFor(() => expect(screen.getAllByRole("status").map((element) => element.textContent)).toContain(word));
    await says("Joining");
    channel().become("joined");
    await says("Joined");
    channel().become("errored", "Unauthorized: you may not read it.");
    await says("Errored");
    expect(await screen.findByText(/you may not read it/)).toBeVisible();
    shell.realtime.setLink({ state: "closed", nextAttempt: Date.now() + 5_000 });
    expect(await screen.findByText(/Next attempt in \d s/)).toBeVisible();
    expect(rows()[0]).toContain("The connection was lost");
    channel().become("leaving");
    await says("Leaving");
    channel().become("closed");
    await says("Closed");
  });

  it("joins again when asked after the channel was closed", async () => {
    const { channel, shell, person } = await open();
    channel().become("closed");
    await person.click(await screen.findByRole("button", { name: "Join again" }));
    await waitFor(() => expect(shell.realtime.joined).toHaveLength(2));
  });

  it("holds changes while paused and shows them on resume", async () => {
    const { happens, run } = await open();
    happens("INSERT", record("1"));
    await waitFor(() => expect(rows()).toHaveLength(1));
    await run("items.live.pause");
    happens("INSERT", record("2"));
    happens("INSERT", record("3"));
    await userEvent.click(await screen.findByRole("button", { name: /Resume and show 2 more/ }));
    await waitFor(() => expect(rows()).toHaveLength(3));
    expect(rows()[0]).toContain("Card 3");
  });

  it("shows what fits the filters, which are in the address", async () => {
    const { happens, person, router } = await open("/ws-items?kind=UPDATE");
    happens("INSERT", record("1", { title: "Alpha" }));
    expect(await screen.findByText("No change fits the filters.")).toBeVisible();
    happens("UPDATE", record("1", { title: "Alpha two" }));
    happens("UPDATE", record("2", { title: "Beta" }));
    await waitFor(() => expect(rows()).toHaveLength(2));
    await person.type(screen.getByRole("textbox", { name: "Title contains" }), "alpha");
    await waitFor(() => expect(rows()).toEqual([expect.stringContaining("Alpha two")]));
    expect(router.state.location.search).toBe("?kind=UPDATE&text=alpha");
    await person.click(screen.getByRole("tab", { name: "Deleted" }));
    await person.click(screen.getByRole("button", { name: "Show all changes" }));
    await waitFor(() => expect(rows()).toHaveLength(3));
  });

  it("leaves the channel with the page", async () => {
    const { channel, unmount } = await open();
    unmount();
    expect(channel().state()).toBe("closed");
  });
});
