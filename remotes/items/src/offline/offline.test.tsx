import type { Item } from "@tessera/contracts-items/items.ts";
import { QueryClient } from "@tessera/query";
import type { WaitingAct } from "@tessera/shell-api";
import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { keys } from "../api.ts";
import { CaptureDialog } from "../capture/capture-dialog.tsx";
import { card, type ItemsServer, startItemsServer } from "../testing/items-server.ts";
import { openItems } from "../testing/open-items.tsx";
import { loadCaptures } from "../types/captures.ts";
import { quoteOf } from "../types/highlight/highlights.ts";
import { changeNote, createHighlight, deleteHighlight } from "../types/highlight/use-highlights.ts";
import { overlay } from "./overlay.ts";

let server: ItemsServer;
afterEach(() => server.stop());
const one = card(1, { body: "" });
const open = async (path = `/items/inbox/${one.id}`) => {
  server = await startItemsServer([one, card(2), card(3)]);
  const view = await openItems(server, path);
  await screen.findByRole("link", { name: "Card 2" });
  const { offline } = view.shell;
  return {
    ...view,
    offline,
    disconnect: () => act(() => offline.disconnect()),
    reconnect: () => act(() => offline.reconnect()),
  };
};
const stored = () => server.items.get(one.id);
const text = () => screen.findByRole("textbox", { name: "Text" });
const writes = () => server.log.filter((line) => /^(PATCH|POST \/api\/items$)/.test(line));

describe("without a connection", () => {
  it("keeps what is typed into a card as one change, and sends it once the connection is back", async () => {
    const { offline, disconnect, reconnect, shell } = await open();
    const field = await text();
    disconnect();
    await userEvent.type(field, "more");
    expect(await screen.findByText("Saved on this device")).toBeVisible();
    await userEvent.type(field, " and more");
    await waitFor(() => expect(offline.state().acts[0]?.body).toMatchObject({ patch: { body: "more and more" } }));
    expect(offline.state().acts).toMatchObject([{ title: "Edit “Card 1”", path: `/items/all/${one.id}` }]);
    await waitFor(() => expect(shell.drafts.get(`items.edit.${one.id}`)).toBeNull());
    expect(writes()).toEqual([]);
    await reconnect();
    expect(stored()?.body).toBe("more and more");
    expect(offline.state().acts).toEqual([]);
  });

  it("offers both versions as it does online when the card was changed elsewhere meanwhile", async () => {
    const { offline, disconnect, reconnect } = await open();
    const field = await text();
    disconnect();
    await userEvent.clear(field);
    await userEvent.type(field, "mine");
    expect(await screen.findByText("Saved on this device")).toBeVisible();
    server.change(one.id, { body: "theirs" });
    await reconnect();
    expect(offline.state().acts).toMatchObject([
      { state: "refused", reason: "This card was changed elsewhere meanwhile. Open it to choose a version." },
    ]);
    await userEvent.click(await screen.findByRole("button", { name: "Keep mine" }));
    await waitFor(() => expect(stored()?.body).toBe("mine"));
    await waitFor(() => expect(offline.state().acts).toEqual([]));
  });

  it("archives at once; undo takes back what was not sent", async () => {
    const { offline, disconnect, run, shell } = await open("/items/inbox");
    disconnect();
    await run("items.next");
    await run("items.archive");
    await waitFor(() => expect(screen.queryByRole("link", { name: "Card 1" })).toBeNull());
    expect(offline.state().acts).toMatchObject([{ title: "Archive “Card 1”", subjects: [one.id] }]);
    await waitFor(() => expect(shell.shown.at(-1)?.action?.label).toBe("Undo"));
    await act(async () => shell.shown.at(-1)?.action?.run());
    expect(await screen.findByRole("link", { name: "Card 1" })).toBeVisible();
    expect(offline.state().acts).toEqual([]);
  });

  it("says of a card that was not opened before that it is not on this device", async () => {
    const { disconnect } = await open("/items/inbox");
    disconnect();
    await userEvent.click(screen.getByRole("link", { name: "Card 2" }));
    expect(await screen.findByText(/This card is not on this device/)).toBeVisible();
  });
});

describe("highlights without a connection", () => {
  const page = card(1, { type: "bookmark", title: "On queues", sourceUrl: "https://queues.example/" });
  const quote = { exact: "Herons wait alone.", prefix: "", suffix: "", start: 0, end: 18 };

  it("wait on the device, with notes that are changed meanwhile, and are sent once", async () => {
    const { disconnect, reconnect, offline } = await open("/items/inbox");
    const client = new QueryClient();
    const shown = () => client.getQueryData<Item[]>(keys.children(page.id));
    disconnect();
    const made = (await createHighlight(client, page, quote))!;
    expect([made.version, quoteOf(made)]).toEqual([0, "Herons wait alone."]);
    await changeNote(client, page, made, "As we do");
    expect(shown()).toMatchObject([{ id: made.id, body: "As we do", version: 0 }]);
    expect(offline.state().acts).toMatchObject([
      { title: "Highlight “Herons wait alone.”", text: "Herons wait alone.\n\nAs we do", subjects: [made.id] },
    ]);
    expect(writes()).toEqual([]);
    await reconnect();
    const stored = [...server.items.values()].filter(({ type }) => type === "highlight");
    expect(stored).toMatchObject([{ body: "As we do", parentId: page.id }]);
    // What the page still shows as waiting is the service's now: it is not made twice.
    await expect(changeNote(client, page, made, "More")).rejects.toThrow("It was sent meanwhile. Try again.");
    expect(writes()).toHaveLength(1);
  });

  it("are deleted before they are sent, and Undo keeps them once more", async () => {
    const { disconnect, offline, shell } = await open("/items/inbox");
    const client = new QueryClient();
    disconnect();
    const made = (await createHighlight(client, page, quote))!;
    deleteHighlight(client, page, made);
    await waitFor(() => expect(offline.state().acts).toEqual([]));
    await waitFor(() => expect(shell.shown.at(-1)?.action?.label).toBe("Undo"));
    await act(async () => shell.shown.at(-1)?.action?.run());
    expect(offline.state().acts).toMatchObject([{ id: made.id, kind: "child" }]);
  });
});

describe("a list or card that is shown while changes wait", () => {
  const waiting = (kind: string, subjects: string[], body: object) =>
    ({ kind, subjects, body }) as unknown as WaitingAct;
  const row = (n: number, more: object = {}) => ({ ...card(n), ...more, data: undefined, body: undefined });

  it("shows them, in order, and a row leaves the list that it no longer belongs to", async () => {
    server = await startItemsServer([]);
    const page = { items: [row(1), row(2), row(3)], total: 30, nextCursor: "x" };
    const acts = [
      waiting("change", [card(1).id], { patch: { status: "archived" } }),
      waiting("bulk", [card(2).id], { ids: [card(2).id], addTags: ["home"] }),
      waiting("edit", [card(2).id], { patch: { title: "New", data: { done: true } } }),
    ];
    expect(overlay(page, "/api/items?type=inbox&limit=100", acts)).toMatchObject({
      items: [{ id: card(2).id, title: "New", tags: ["home"] }, { title: "Card 3" }],
      total: 29,
    });
    const quoted = { type: "highlight", parentId: card(1).id, data: { selector: [] } };
    const made = [
      { ...waiting("child", ["a"], quoted), id: "a", at: 0 },
      { ...waiting("child", ["b"], { ...quoted, parentId: card(2).id }), id: "b", at: 0 },
      { ...waiting("child", ["c"], quoted), id: "c", at: 0, state: "refused" as const },
    ];
    const children = `/api/items/${card(1).id}/children?type=highlight`;
    expect(overlay({ items: [], nextCursor: null }, children, made)).toMatchObject({
      items: [{ id: "a", version: 0 }],
    });
    expect(overlay({ items: [], nextCursor: "x" }, children, made)).toEqual({ items: [], nextCursor: "x" });
    expect(overlay(card(2, { data: { priority: "high" } }), `/api/items/${card(2).id}`, acts)).toMatchObject({
      title: "New",
      tags: ["home"],
      data: { priority: "high", done: true },
    });
  });
});

it("captures: the text waits, and is stored once under one key", async () => {
  const { disconnect, reconnect, offline, shell } = await open();
  const captures = await loadCaptures();
  const { renderInShell } = await import("@tessera/shell-api/testing");
  let closed = false;
  const close = () => {
    closed = true;
  };
  const dialog = renderInShell(
    <CaptureDialog dialog={{ resolve: close, close, cancel: close }} captures={captures} />,
    {
      http: server.http,
    },
  );
  disconnect();
  await userEvent.type(screen.getByRole("textbox", { name: "What to capture" }), "a thought underground");
  await userEvent.click(screen.getByRole("button", { name: /^Capture/ }));
  await waitFor(() => expect(closed).toBe(true));
  expect(dialog.shell.shown.at(-1)?.message).toBe("Kept on this device. It is sent once the connection is back.");
  expect(dialog.shell.drafts.dirty()).toBe(false);
  expect(offline.state().acts).toMatchObject([{ title: "Capture: Inbox", text: "a thought underground" }]);
  await reconnect();
  expect(
    [...server.items.values()].filter(({ body, title }) => `${title}${body}`.includes("underground")),
  ).toHaveLength(1);
  expect(offline.state().acts).toEqual([]);
  expect(shell.offline).toBe(offline);
});
