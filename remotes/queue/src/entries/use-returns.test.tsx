import { renderInShell } from "@tessera/shell-api/testing";
import { cleanup, screen } from "@testing-library/react";
import routes from "../routes.tsx";
import { contributions } from "../testing/contributions.ts";
import { entryOf, type QueueServer, startQueueServer } from "../testing/queue-server.ts";
import { untilReturn } from "./use-returns.ts";

let server: QueueServer;
afterEach(async () => {
  cleanup();
  await server?.stop();
});

it("an entry is back in the list when its snooze ends, without a poll", async () => {
  const snoozeUntil = new Date(Date.now() + 500).toISOString();
  server = await startQueueServer([entryOf(1), entryOf(2, { state: "snoozed", snoozeUntil })]);
  await renderInShell(routes, { path: "/queue", http: server.http, contributions: contributions() });
  await screen.findByRole("link", { name: /Entry 1/ });
  expect(screen.queryByRole("link", { name: /Entry 2/ })).toBeNull();
  const asked = server.requests.filter((request) => request.includes("state=open")).length;
  Object.assign(server.entries[1]!, { state: "open", snoozeUntil: null });
  expect(await screen.findByRole("link", { name: /Entry 2/ })).toBeVisible();
  expect(server.requests.filter((request) => request.includes("state=open"))).toHaveLength(asked + 1);
});

it("the wait bridges a small clock skew, stays within what a timer can, and never becomes a loop", () => {
  const now = Date.parse("2026-11-22T09:00:00Z");
  expect(untilReturn("2026-11-22T09:01:00Z", now)).toBe(61_000);
  expect(untilReturn("2027-11-22T09:00:00Z", now)).toBe(86_400_000);
  expect(untilReturn("2026-11-22T08:59:59Z", now)).toBe(5_000);
});
