import type { Item } from "@tessera/contracts-items/items.ts";
import { joinLive } from "@tessera/shell-api/testing";
import { screen, waitFor } from "@testing-library/react";
import { card, type ItemsServer, startItemsServer } from "../testing/items-server.ts";
import { openItems } from "../testing/open-items.tsx";

let server: ItemsServer;
afterEach(() => server.stop());

/** A card as the items service publishes it. */
const published = (item: Item) => ({
  id: item.id,
  type: item.type,
  title: item.title,
  line: item.body,
  tags: item.tags,
  status: item.status,
  pinned: item.pinned,
  unread: item.unread,
  due_at: null,
  snooze_until: null,
  attachment_count: 0,
  updated_at: item.updatedAt.replace("Z", "+00:00"),
  archived_at: null,
  version: item.version,
});
const listed = () => server.log.filter((line) => line.startsWith("GET /api/items?type=inbox")).length;

/** The inbox with some cards, followed live and read again since. */
async function openLive(count: number) {
  server = await startItemsServer(Array.from({ length: count }, (_, n) => card(n + 1)));
  const view = await openItems(server, "/items/inbox");
  await screen.findByRole("link", { name: "Card 1" });
  const live = joinLive(view.shell.realtime, "items.item");
  await waitFor(() => expect(listed()).toBe(2));
  return { ...view, live };
}

describe("a list that is followed live", () => {
  it("shows what another device captured, changed, moved away and deleted", async () => {
    const { live } = await openLive(3);
    const fresh = card(0, { title: "From the phone" });
    server.items.set(fresh.id, fresh);
    live.inserted(published(fresh));
    expect(await screen.findByRole("link", { name: "From the phone" })).toBeVisible();

    server.change(card(1).id, { title: "Renamed there", version: 2 });
    server.change(card(2).id, { status: "archived", version: 2 });
    server.items.delete(card(3).id);
    live.updated(published(card(1, { title: "Renamed there", version: 2 })));
    live.updated(published(card(2, { status: "archived", version: 2 })));
    live.deleted(card(3).id);
    expect(await screen.findByRole("link", { name: "Renamed there" })).toBeVisible();
    expect(screen.queryByRole("link", { name: "Card 2" })).toBeNull();
    expect(screen.queryByRole("link", { name: "Card 3" })).toBeNull();
  });

  it("asks nothing when it hears of what this page did itself", async () => {
    const { live, run } = await openLive(3);
    await run("items.next");
    await run("items.archive");
    await waitFor(() => expect(server.items.get(card(1).id)?.status).toBe("archived"));
    live.updated(published(card(1, { status: "archived", version: 2 })));
    // Changes are shown in the order in which they arrive: when this is there, the first has been handled.
    server.change(card(2).id, { title: "Renamed there", version: 2 });
    const before = listed();
    live.updated(published(card(2, { title: "Renamed there", version: 2 })));
    expect(await screen.findByRole("link", { name: "Renamed there" })).toBeVisible();
    await waitFor(() => expect(listed()).toBe(before + 1));
  });

  it("says that it is not live, and reads the list again when it is", async () => {
    const { live } = await openLive(1);
    live.channel.become("errored");
    expect(await screen.findByText("Live updates are interrupted. Checking every 10 seconds.")).toBeVisible();
    const fresh = card(0, { title: "Meanwhile" });
    server.items.set(fresh.id, fresh);
    live.channel.become("joined");
    expect(await screen.findByRole("link", { name: "Meanwhile" })).toBeVisible();
    expect(screen.queryByText(/Live updates are interrupted/)).toBeNull();
  });
});
