import type { InternalJob } from "@tessera/contracts-queue/internal-jobs.ts";
import type { JobNumbers, Schedule } from "@tessera/contracts-queue/schedules.ts";
import { renderInShell } from "@tessera/shell-api/testing";
import { act, cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { type QueueServer, startQueueServer } from "../testing/queue-server.ts";
import BackgroundPage from "./background-page.tsx";

let server: QueueServer;
afterEach(async () => {
  cleanup();
  await server.stop();
});

const scheduleOf = (name: string, fields: Partial<Schedule> = {}): Schedule => ({
  ...{ queue: `works.${name.toLowerCase()}`, name, does: `Does ${name.toLowerCase()}.` },
  ...{ cron: "20 3 * * *", when: "At 03:20 (UTC)", pausedAt: null, underWay: false, runs: [] },
  nextRuns: [new Date(Date.now() + 3_600_000).toISOString()],
  ...fields,
});
const NUMBERS: JobNumbers = {
  slots: Array.from({ length: 24 }, (_, hour) => ({
    ...{ from: new Date(Date.UTC(2026, 0, 14, hour)).toISOString(), done: hour * 10, failed: hour === 9 ? 4 : 0 },
    waitedMs: hour ? hour * 100 : null,
  })),
  kinds: [
    {
      ...{ queue: "works.run", words: "Work", waiting: 3, running: 1, done: 2760, failed: 4 },
      oldestWaitingMs: 120_000,
    },
  ],
};

async function open(schedules: Schedule[], fields: Partial<QueueServer> = {}) {
  server = await startQueueServer();
  server.schedules.push(...schedules);
  Object.assign(server, fields);
  return renderInShell(<BackgroundPage />, { path: "/settings/background-work", http: server.http });
}
const row = (name: string) => screen.findByRole("listitem", { name });

test("says of each schedule what it does, when, and how it last ended", async () => {
  const at = (minutes: number) => new Date(Date.UTC(2026, 0, 14, 3, 20 + minutes)).toISOString();
  const run = { startedAt: at(0), endedAt: at(1), outcome: "done", error: null, asked: false, attempts: 1 } as const;
  await open([
    scheduleOf("Tidy", { runs: [run] }),
    scheduleOf("Sweep", {
      runs: [
        { ...run, outcome: "failed", error: "There is no broom", asked: true },
        { ...run, startedAt: at(-9) },
      ],
    }),
  ]);
  expect(await row("Tidy")).toHaveTextContent(/Does tidy\.At 03:20 \(UTC\)Next .*Done/);
  const sweep = await row("Sweep");
  expect(sweep).toHaveTextContent("Failed");
  expect(within(sweep).getByText("There is no broom")).toBeVisible();
  await userEvent.click(within(sweep).getByText("Runs"));
  expect(within(sweep).getByText(/failed in 60\.0 s \(run by hand\) – There is no broom/)).toBeVisible();
});

test("is paused and resumed by the keyboard, and undo takes a pause back", async () => {
  const { shell } = await open([scheduleOf("Sweep"), scheduleOf("Tidy")]);
  await row("Tidy");
  await act(() => shell.run("background.next"));
  await act(() => shell.run("background.next"));
  expect(document.activeElement).toBe(await row("Tidy"));
  await act(() => shell.run("background.pause"));
  await waitFor(async () => expect(await row("Tidy")).toHaveTextContent("No run while it is paused"));
  expect(server.schedules.map(({ pausedAt }) => pausedAt !== null)).toEqual([false, true]);
  expect(shell.shown.at(-1)?.message).toBe("Paused: Tidy");
  await act(async () => shell.shown.at(-1)?.action?.run());
  await waitFor(() => expect(server.schedules[1]?.pausedAt).toBeNull());
});

test("runs one now, and says that it is running", async () => {
  const { shell } = await open([scheduleOf("Tidy")]);
  await userEvent.click(await screen.findByRole("button", { name: "Run now: Tidy" }));
  await waitFor(async () => expect(await row("Tidy")).toHaveTextContent("Running"));
  expect(screen.getByRole("button", { name: "Run now: Tidy" })).toBeDisabled();
  expect(shell.shown.at(-1)?.message).toBe("Started: Tidy");
});

test("what is refused says why and changes nothing", async () => {
  const { shell } = await open([scheduleOf("Tidy")]);
  await row("Tidy");
  server.refuseNext = true;
  await userEvent.click(screen.getByRole("button", { name: "Pause: Tidy" }));
  await waitFor(() => expect(shell.shown.at(-1)?.message).toBe("“Tidy” was not changed. The queue is out of reach."));
  expect(screen.getByRole("button", { name: "Pause: Tidy" })).toBeVisible();
});

test("numbers are drawn, and stand in tables", async () => {
  await open([], { numbers: NUMBERS });
  expect(await screen.findByRole("img", { name: /Jobs done and failed by hour/ })).toBeVisible();
  const kinds = screen.getByRole("table", { name: "By kind of job" });
  expect(within(kinds).getAllByRole("row")[1]).toHaveTextContent("Work32 min12,7604");
  expect(
    within(screen.getByRole("table", { name: "Hour by hour", hidden: true })).getAllByRole("row", { hidden: true }),
  ).toHaveLength(25);
  await userEvent.click(screen.getByRole("tab", { name: "Last 7 days" }));
  await waitFor(() => expect(server.requests.at(-1)).toBe("GET /api/queue/numbers?span=week"));
});

const internalJob = (n: number, fields: Partial<InternalJob> = {}): InternalJob => ({
  ...{ id: `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`, queue: "billing.sync", words: `Event ${n}` },
  ...{ state: "failed", attempts: 13, error: "The provider is closed", retryable: true },
  ...{ createdAt: new Date(Date.UTC(2026, 0, 14)).toISOString(), startedAt: null, finishedAt: null },
  nextAttemptAt: null,
  ...fields,
});

test("internal jobs that failed say why, and are tried once more, one or all that are shown", async () => {
  const { shell } = await open([], {
    internalJobs: [
      ...[1, 2, 3].map((n) => internalJob(n)),
      internalJob(4, { retryable: false }),
      internalJob(5, { state: "running", error: null, retryable: false }),
    ],
  });
  expect(await row("Event 1")).toHaveTextContent(/Event 1Attempt 13Failed.*The provider is closed/);
  expect(within(await row("Event 4")).queryByRole("button")).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Retry: Event 2" }));
  await waitFor(() => expect(screen.queryByRole("listitem", { name: "Event 2" })).toBeNull());
  expect(shell.shown.at(-1)?.message).toBe("Started again: 1 job");
  await userEvent.click(screen.getByRole("button", { name: "Retry the 2 shown" }));
  await waitFor(() => expect(shell.shown.at(-1)?.message).toBe("Started again: 2 jobs"));
  await userEvent.click(screen.getByRole("tab", { name: "Running" }));
  expect(await row("Event 5")).toBeVisible();
  await userEvent.click(screen.getByRole("tab", { name: "Done" }));
  expect(await screen.findByText("No internal job ended in the last week.")).toBeVisible();
});

test("internal jobs beyond the first page are shown when asked for", async () => {
  await open([], { internalJobs: Array.from({ length: 60 }, (_, n) => internalJob(n, { retryable: false })) });
  await row("Event 49");
  expect(screen.queryByRole("listitem", { name: "Event 50" })).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Show more" }));
  expect(await row("Event 59")).toBeVisible();
  expect(screen.queryByRole("button", { name: "Show more" })).toBeNull();
});

test("what is not started again says why", async () => {
  const { shell } = await open([], { internalJobs: [internalJob(1)] });
  await row("Event 1");
  server.refuseNext = true;
  await userEvent.click(screen.getByRole("button", { name: "Retry: Event 1" }));
  await waitFor(() =>
    expect(shell.shown.at(-1)?.message).toBe("Nothing was started again. The queue is out of reach."),
  );
  expect(screen.getByRole("button", { name: "Retry: Event 1" })).toBeEnabled();
});

test("is for administrators, and offers no other try to anybody else", async () => {
  await open([], { administrator: false });
  expect(await screen.findByRole("alert")).toHaveTextContent("Only administrators");
  expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
});
