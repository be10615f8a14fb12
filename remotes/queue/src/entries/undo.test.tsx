import type { Transport } from "@tessera/contracts-core/client.ts";
import { type MockShell, renderInShell } from "@tessera/shell-api/testing";
import { act, cleanup, screen, waitFor } from "@testing-library/react";
import routes from "../routes.tsx";
import { contributions } from "../testing/contributions.ts";
import { entryOf, jobOf, type QueueServer, startQueueServer } from "../testing/queue-server.ts";

let server: QueueServer;
afterEach(async () => {
  cleanup();
  await server.stop();
});

/** The page, with a connection that keeps decisions back until it is let go. */
async function open(entries = [entryOf(1), entryOf(2), entryOf(3)]) {
  server = await startQueueServer(entries, [jobOf(1)]);
  let gate = Promise.resolve();
  let letGo = () => {};
  const holdDecisions = () => {
    const held = Promise.withResolvers<void>();
    gate = held.promise;
    letGo = held.resolve;
  };
  const http: Transport = async (path, init) => {
    if (init?.method === "POST") await gate;
    return server.http(path, init);
  };
  const page = await renderInShell(routes, { path: "/queue", http, contributions: contributions() });
  await waitFor(() => expect(titles()).toHaveLength(entries.length));
  return { ...page, holdDecisions, letGo: () => letGo() };
}

const rows = () => screen.getAllByRole("row").filter((row) => row.dataset.row);
const titles = () => rows().map((row) => /Entry \d/.exec(row.textContent ?? "")?.[0]);
const run = (shell: MockShell, command: string) => act(() => shell.run(command));
const states = () => server.entries.map(({ state }) => state);
const decisions = () => server.requests.filter((request) => request.startsWith("POST")).length;
const message = (shell: MockShell) => shell.shown.at(-1)?.message;

test("z takes a decision back that the service has not answered yet: at once on the page, then there", async () => {
  const { shell, holdDecisions, letGo } = await open();
  holdDecisions();
  await run(shell, "queue.next");
  await run(shell, "queue.decline");
  await waitFor(() => expect(titles()).toEqual(["Entry 1", "Entry 3"]));
  const undone = shell.run("queue.undo");
  await waitFor(() => expect(titles()).toEqual(["Entry 1", "Entry 2", "Entry 3"]));
  expect(document.activeElement).toHaveTextContent("Entry 2");
  expect(states()).toEqual(["open", "open", "open"]);
  letGo();
  await act(() => undone);
  expect(decisions()).toBe(2);
  expect(states()).toEqual(["open", "open", "open"]);
  expect(message(shell)).toBe("Undone: Dismissed: Entry 2");
  await waitFor(() => expect(titles()).toEqual(["Entry 1", "Entry 2", "Entry 3"]));
});

test("each z takes back one more of several fast decisions, the newest first", async () => {
  const { shell, holdDecisions, letGo } = await open();
  holdDecisions();
  await run(shell, "queue.accept");
  await run(shell, "queue.decline");
  await waitFor(() => expect(titles()).toEqual(["Entry 3"]));
  const second = shell.run("queue.undo");
  await waitFor(() => expect(titles()).toEqual(["Entry 2", "Entry 3"]));
  const first = shell.run("queue.undo");
  await waitFor(() => expect(titles()).toEqual(["Entry 1", "Entry 2", "Entry 3"]));
  letGo();
  await act(() => Promise.all([first, second]));
  expect(states()).toEqual(["open", "open", "open"]);
});

test("a decision made again right after its undo is the one that holds", async () => {
  const { shell, holdDecisions, letGo } = await open();
  holdDecisions();
  await run(shell, "queue.decline");
  const undone = shell.run("queue.undo");
  await waitFor(() => expect(document.activeElement).toHaveTextContent("Entry 1"));
  await run(shell, "queue.accept");
  letGo();
  await act(() => undone);
  await waitFor(() => expect(states()).toEqual(["accepted", "open", "open"]));
  expect(decisions()).toBe(3);
});

test("z after a decision that the service refuses does not take back an older one", async () => {
  const { shell, holdDecisions, letGo } = await open();
  await run(shell, "queue.decline");
  await waitFor(() => expect(states()[0]).toBe("declined"));
  holdDecisions();
  server.refuseNext = true;
  await run(shell, "queue.accept");
  const undone = shell.run("queue.undo");
  letGo();
  await act(() => undone);
  await waitFor(() => expect(message(shell)).toBe("The decision was not saved. The queue is out of reach."));
  expect(states()).toEqual(["declined", "open", "open"]);
});

test("an undo that the service refuses says so, and can be tried again", async () => {
  const { shell } = await open();
  await run(shell, "queue.decline");
  await waitFor(() => expect(states()[0]).toBe("declined"));
  server.refuseNext = true;
  await run(shell, "queue.undo");
  expect(message(shell)).toBe("Not undone: Dismissed: Entry 1. The queue is out of reach.");
  await act(async () => shell.shown.at(-1)?.action?.run());
  await waitFor(() => expect(states()[0]).toBe("open"));
  await waitFor(() => expect(message(shell)).toBe("Undone: Dismissed: Entry 1"));
});

test("z after a retry says that it cannot be undone, and leaves the decision before alone", async () => {
  const { shell } = await open([entryOf(1), entryOf(2, { kind: "failed-job" })]);
  await run(shell, "queue.decline");
  await waitFor(() => expect(states()[0]).toBe("declined"));
  await run(shell, "queue.accept");
  await waitFor(() => expect(states()[1]).toBe("accepted"));
  await waitFor(() => expect(message(shell)).toBe("Retried: Entry 2"));
  await run(shell, "queue.undo");
  expect(message(shell)).toBe("Retried: Entry 2 cannot be undone. Cancel it in the list of jobs.");
  expect(states()).toEqual(["declined", "accepted"]);
  await run(shell, "queue.undo");
  await waitFor(() => expect(states()).toEqual(["open", "accepted"]));
});

test("the answer to one decision brings no row back whose own decision is in progress", async () => {
  const { shell, holdDecisions, letGo } = await open();
  const reads = () => server.requests.filter((request) => request.startsWith("GET /api/queue/entries?state=open"));
  const before = reads().length;
  await run(shell, "queue.decline");
  holdDecisions();
  await run(shell, "queue.decline");
  await waitFor(() => expect(message(shell)).toBe("Dismissed: Entry 1"));
  // What the page asked for by now was asked for before this.
  await server.http("/api/queue/jobs");
  expect(reads()).toHaveLength(before);
  expect(titles()).not.toContain("Entry 2");
  letGo();
  await waitFor(() => expect(states()).toEqual(["declined", "declined", "open"]));
  await waitFor(() => expect(reads().length).toBeGreaterThan(before));
});
