import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Job, JobRelative } from "@tessera/contracts-queue/queue.ts";
import { keysOf } from "@tessera/shell-api";
import { type MockShell, renderInShell, showDialog } from "@tessera/shell-api/testing";
import { windowWidth } from "@tessera/testing/window-width.ts";
import { act, cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import routes from "./routes.tsx";
import { contributions } from "./testing/contributions.ts";
import { entryOf, jobOf, type QueueServer, startQueueServer } from "./testing/queue-server.ts";

let server: QueueServer;
const open = async (entries = [entryOf(1), entryOf(2), entryOf(3)], jobs = [jobOf(1)], path = "/queue") => {
  server = await startQueueServer(entries, jobs);
  return renderInShell(routes, { path, http: server.http, contributions: contributions() });
};
afterEach(async () => {
  cleanup();
  await server.stop();
});

const run = (shell: MockShell, command: string) => act(() => shell.run(command));
const rows = () => screen.getAllByRole("row").filter((row) => row.dataset.row);
const matching = (text: RegExp) => expect.stringMatching(text);
const shownTitle = () => screen.getByRole("heading", { level: 2, name: /Entry|Import|Capture/ }).textContent;

test("/queue shows what waits for the person and opens the first of it [route.queue]", async () => {
  const { shell } = await open();
  expect(await screen.findByRole("heading", { level: 1, name: "Queue" })).toBeVisible();
  await waitFor(() => expect(rows()).toHaveLength(3));
  expect(shownTitle()).toBe("Entry 1");
  expect(screen.getByRole("tab", { name: /Needs me/ })).toHaveTextContent("Needs me3");
  expect(shell.counts.get("queue")).toBe(3);
  expect(shell.crumbs.map((crumb) => crumb.label)).toEqual(["Queue", "Needs me"]);
});

test("urgent entries form the first group, and say so", async () => {
  await open([entryOf(1), entryOf(2, { kind: "welcome", urgent: true })]);
  await waitFor(() => expect(rows().map((row) => row.textContent)).toEqual([/Entry 2/, /Entry 1/].map(matching)));
  expect(screen.getByText("Urgent", { selector: "[role=row] *" })).toBeVisible();
  expect(shownTitle()).toBe("Entry 2");
  const detail = screen.getByRole("region", { name: "Entry 2" });
  expect(within(detail).getByText("Urgent")).toBeVisible();
  await userEvent.click(within(detail).getByRole("button", { name: /Dismiss/ }));
  await waitFor(() => expect(shownTitle()).toBe("Entry 1"));
  expect(screen.queryByText("Urgent")).toBeNull();
});

test("accepting takes the entry away at once, shows the next, and undo brings it back", async () => {
  const { shell } = await open();
  await waitFor(() => expect(rows()).toHaveLength(3));
  await run(shell, "queue.accept");
  await waitFor(() => expect(shownTitle()).toBe("Entry 2"));
  await waitFor(() => expect(server.entries[0]?.state).toBe("accepted"));
  await waitFor(() => expect(shell.shown.at(-1)?.message).toBe("Completed: Entry 1"));
  await waitFor(() => expect(screen.getByText("Completed", { selector: "[role=row] *" })).toBeVisible());
  expect(shell.counts.get("queue")).toBe(2);

  await act(async () => shell.shown.at(-1)?.action?.run());
  await waitFor(() => expect(server.entries[0]?.state).toBe("open"));
  await waitFor(() => expect(shell.counts.get("queue")).toBe(3));
});

test("what is written about an entry goes along with the decision, outlives a refusal and is shown afterwards", async () => {
  const { shell } = await open();
  await waitFor(() => expect(rows()).toHaveLength(3));
  const field = () => screen.getByRole("textbox", { name: "Comment on your decision" });
  await userEvent.type(field(), "Too dear.");
  server.refuseNext = true;
  await run(shell, "queue.decline");
  await waitFor(() => expect(shell.shown.at(-1)?.message).toMatch("The decision was not saved."));
  await run(shell, "queue.previous");
  await waitFor(() => expect(shownTitle()).toBe("Entry 1"));
  expect(field()).toHaveValue("Too dear.");
  await run(shell, "queue.decline");
  await waitFor(() => expect(server.entries[0]).toMatchObject({ state: "declined", comment: "Too dear." }));
  await waitFor(() => expect(shownTitle()).toBe("Entry 2"));
  expect(field()).toHaveValue("");
});

test("an entry says when it has ended on its own, and one whose time was over that nobody decided", async () => {
  const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
  await open([
    entryOf(1, { expiresAt, onExpiry: "decline" }),
    entryOf(2, { state: "declined", decidedBy: "expiry", updatedAt: new Date().toISOString() }),
  ]);
  await waitFor(() => expect(rows()).toHaveLength(2));
  expect(screen.getByText("If you do not decide").closest("div")?.parentElement).toHaveTextContent(/Dismissed /);
  expect(rows()[1]).toHaveTextContent("Expired: dismissed");
});

test.each(["z", "u", "$mod+z"])("%s takes the last decision back", async (keys) => {
  const { shell } = await open();
  await waitFor(() => expect(rows()).toHaveLength(3));
  await run(shell, "queue.decline");
  await waitFor(() => expect(server.entries[0]?.state).toBe("declined"));
  await run(shell, [...shell.registered.values()].find((command) => keysOf(command, {}).includes(keys))?.id ?? keys);
  await waitFor(() => expect(server.entries[0]?.state).toBe("open"));
});

test("a decision that the service refuses is taken back and says why", async () => {
  const { shell } = await open();
  await waitFor(() => expect(rows()).toHaveLength(3));
  server.refuseNext = true;
  await run(shell, "queue.decline");
  await waitFor(() =>
    expect(shell.shown.at(-1)?.message).toBe("The decision was not saved. The queue is out of reach."),
  );
  await waitFor(() => expect(rows()).toHaveLength(3));
  expect(server.entries.every((entry) => entry.state === "open")).toBe(true);
});

test("snoozing asks until when and sends a time in the future", async () => {
  const { shell } = await open();
  await waitFor(() => expect(rows()).toHaveLength(3));
  // It ends with the dialog.
  const snoozing = shell.run("queue.snooze");
  await waitFor(() => expect(shell.opened).toHaveLength(1));
  const until = new Date(Date.now() + 86_400_000);
  await act(async () => {
    shell.opened[0]?.close({ at: until, label: "tomorrow" });
    await snoozing;
  });
  await waitFor(() => expect(server.entries[0]?.state).toBe("snoozed"));
  expect(server.entries[0]?.snoozeUntil).toBe(until.toISOString());
});

test("j, k and x move and select; the foot names how many are decided", async () => {
  const { shell } = await open();
  await waitFor(() => expect(rows()).toHaveLength(3));
  await run(shell, "queue.select");
  await run(shell, "queue.next");
  await waitFor(() => expect(shownTitle()).toBe("Entry 2"));
  await run(shell, "queue.select");
  const foot = await screen.findByRole("toolbar", { name: "2 selected" });
  await userEvent.click(within(foot).getByRole("button", { name: "Dismiss 2" }));
  await waitFor(() => expect(server.entries.map((entry) => entry.state)).toEqual(["declined", "declined", "open"]));
  expect(shell.shown.at(-1)?.message).toBe("Dismissed: 2 entries");
});

test("after a decision the next row is shown and has the keyboard", async () => {
  const { shell } = await open();
  await waitFor(() => expect(rows()).toHaveLength(3));
  await run(shell, "queue.next");
  await waitFor(() => expect(document.activeElement).toHaveTextContent("Entry 2"));
  await run(shell, "queue.accept");
  await waitFor(() => expect(document.activeElement).toHaveTextContent("Entry 3"));
  expect(shownTitle()).toBe("Entry 3");
});

test("Enter on a row goes to the page where the matter is resolved", async () => {
  const { router } = await open();
  await waitFor(() => expect(rows()).toHaveLength(3));
  act(() => rows()[1]?.focus());
  await waitFor(() => expect(shownTitle()).toBe("Entry 2"));
  await userEvent.keyboard("{Enter}");
  await waitFor(() => expect(router.state.location.pathname).toBe("/items/task/2"));
});

test("a row shows what can be done with it while it is hovered", async () => {
  await open();
  await waitFor(() => expect(rows()).toHaveLength(3));
  const row = rows()[1]!;
  expect(within(row).queryByRole("button")).toBeNull();
  await userEvent.hover(row);
  await userEvent.click(within(row).getByRole("button", { name: "Dismiss" }));
  await waitFor(() => expect(server.entries[1]?.state).toBe("declined"));
});

test("an empty queue says so and offers to capture", async () => {
  const { router } = await open([], []);
  expect(await screen.findByText("Nothing needs you.")).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: /Capture/ }));
  await waitFor(() => expect(router.state.location.pathname).toBe("/items/inbox"));
});

test("the welcome leads a new person through the first steps", async () => {
  const welcome = entryOf(1, { kind: "welcome", title: "Capture your first card", path: "/items/inbox" });
  server = await startQueueServer([welcome], []);
  renderInShell(routes, {
    path: "/queue",
    http: server.http,
    contributions: contributions(),
    offered: [
      { id: "items.capture", title: "Capture", keys: "c" },
      { id: "items.import", title: "Import", keys: "i" },
    ],
    preferencesValue: { keys: { "items.import": ["b"] } },
  });
  expect(await screen.findByRole("link", { name: /Capture a card.*c$/ })).toBeVisible();
  expect(screen.getByRole("link", { name: /Import what you have.*b$/ })).toHaveAttribute(
    "href",
    "/items/inbox?open=import",
  );
  expect(screen.getByText("Your plan is active")).toBeVisible();
});

/** What a family says of a job. */
const relativeOf = ({ id, title, state }: Job, fields: Partial<JobRelative> = {}): JobRelative => ({
  ...{ id, title, state, kind: "Import", parentId: null, startedAt: null, finishedAt: null, children: 0 },
  ...fields,
});

describe("a kind of another area", () => {
  const shown = async (view: () => Promise<unknown>, kind?: string) => {
    server = await startQueueServer([entryOf(1, { line: "Two crates", ...(kind ? { kind } : {}) })], []);
    const failures: { owner: string; error: unknown }[] = [];
    renderInShell(routes, { path: "/queue", http: server.http, contributions: contributions(view, failures) });
    expect(await screen.findByRole("heading", { level: 2, name: "Entry 1" })).toBeVisible();
    return failures;
  };
  const fact = () => screen.getAllByText("Two crates").at(-1);

  test("brings its words and more to show", async () => {
    await shown(async () => ({ Detail: () => <p>Crates in the yard</p> }));
    expect(await screen.findByText("Crates in the yard")).toBeVisible();
    expect(screen.getByText("The delivery is due.")).toBeVisible();
    expect(screen.getByRole("row", { name: /Deliveries/ })).toBeVisible();
  });

  test("whose code does not come is reported, and its entry is shown without it", async () => {
    const failures = await shown(() => Promise.reject(new Error("no such chunk")));
    await waitFor(() => expect(failures).toEqual([{ owner: "deliveries", error: new Error("no such chunk") }]));
    expect(fact()).toBeVisible();
    expect(screen.getByRole("button", { name: /^Complete ?1$/ })).toBeVisible();
  });

  test("whose code throws is reported, and its entry is shown without it", async () => {
    const failures = await shown(async () => ({
      Detail: () => {
        throw new Error("broken render");
      },
    }));
    await waitFor(() => expect(failures).toEqual([{ owner: "deliveries", error: new Error("broken render") }]));
    expect(fact()).toBeVisible();
  });

  test("that nobody contributes is shown with its title, its line and the usual decisions", async () => {
    await shown(async () => ({}), "unheard-of");
    expect(fact()).toBeVisible();
    expect(screen.getByText("Another part of your workspace needs a decision.")).toBeVisible();
    expect(screen.getByRole("button", { name: /^Done ?1$/ })).toBeVisible();
  });
});

test("the queue names no kind of another area", () => {
  const source = path.resolve(import.meta.dirname);
  const remotes = path.resolve(source, "../..");
  const foreign = readdirSync(remotes)
    .filter((name) => name !== "queue")
    .flatMap(
      (name) =>
        JSON.parse(readFileSync(path.join(remotes, name, "manifest.json"), "utf8")).contributes?.queueKinds ?? [],
    )
    .map(({ kind }: { kind: string }) => kind);
  expect(foreign).not.toEqual([]);
  const files = readdirSync(source, { recursive: true, encoding: "utf8" }).filter((name) =>
    /(?<!test)\.tsx?$/.test(name),
  );
  const named = files.flatMap((name) => {
    const text = readFileSync(path.join(source, name), "utf8");
    return foreign.filter((kind) => text.includes(`"${kind}"`)).map((kind) => `${name}: ${kind}`);
  });
  expect(named).toEqual([]);
});

test("a list that cannot be loaded says why and is loaded again on demand", async () => {
  server = await startQueueServer([entryOf(1)], []);
  let fail = true;
  const problem = {
    type: "about:blank",
    title: "Unavailable",
    status: 503,
    code: "unavailable",
    detail: "The queue is out of reach.",
  };
  renderInShell(routes, {
    path: "/queue",
    contributions: contributions(),
    http: (path, init) => (fail ? Promise.resolve(Response.json(problem, { status: 503 })) : server.http(path, init)),
  });
  expect(await screen.findAllByText("The queue is out of reach.")).not.toHaveLength(0);
  fail = false;
  await userEvent.click(screen.getAllByRole("button", { name: "Try again" })[0] as HTMLElement);
  await waitFor(() => expect(rows()).toHaveLength(1));
});

describe("jobs", () => {
  let failed: Job[];
  beforeEach(() => {
    failed = [1, 2].map((n) =>
      jobOf(n, {
        ...{ state: "failed", error: "The file is no HTML", done: 3 },
        log: [{ at: new Date().toISOString(), message: "Read 3" }],
      }),
    );
  });

  test("the address keeps the view, the state and the job", async () => {
    const { router } = await open([], [...failed, jobOf(3)], `/queue?view=jobs&state=failed&job=${failed[1]?.id}`);
    // Both failed alike: one row stands for them.
    await waitFor(() => expect(rows()).toHaveLength(1));
    await waitFor(() => expect(shownTitle()).toBe("Import file-2.html"));
    expect(screen.getByRole("tab", { name: /Jobs/ })).toHaveTextContent("Jobs3");
    await userEvent.click(screen.getByRole("button", { name: "Show all" }));
    await waitFor(() => expect(rows()).toHaveLength(3));
    expect(router.state.location.search).toBe("?view=jobs");
  });

  test("a running job shows its progress, is cancelled, and runs again on undo", async () => {
    const { shell } = await open(
      [],
      [
        jobOf(1, {
          state: "running",
          done: 1200,
          total: 4000,
          finishedAt: null,
          log: [{ at: new Date().toISOString(), message: "Counted 4,000" }],
        }),
      ],
      "/queue?view=jobs",
    );
    expect((await screen.findAllByRole("progressbar"))[0]).toHaveAttribute("aria-valuenow", "1200");
    expect(screen.getByText("Counted 4,000")).toBeVisible();
    await userEvent.click(screen.getByRole("button", { name: /Cancel job/ }));
    await waitFor(() => expect(server.jobs[0]?.state).toBe("cancelled"));
    // Undo of a cancellation is to run it again.
    await waitFor(() => expect(shell.shown.at(-1)?.action?.label).toBe("Undo"));
    await act(async () => shell.shown.at(-1)?.action?.run());
    await waitFor(() => expect(server.jobs[0]?.state).toBe("waiting"));
  });

  test("what happened is listed in the order of time after a retry, without names of the machinery", async () => {
    const at = (minute: number) => new Date(Date.UTC(2026, 0, 14, 9, minute)).toISOString();
    const job = jobOf(1, {
      ...{ createdAt: at(0), startedAt: at(5), finishedAt: at(6) },
      log: [
        { at: at(1), message: "The site did not answer" },
        { at: at(6), message: "Read 10" },
      ],
    });
    await open([], [job], "/queue?view=jobs");
    const log = (await screen.findByText("Queued", { selector: "li *" })).closest("ol")!;
    const lines = within(log).getAllByRole("listitem");
    expect(lines.map((line) => line.lastElementChild?.textContent)).toEqual([
      ...["Queued", "The site did not answer", "Started", "Read 10", "Done"],
    ]);
    expect(screen.queryByText(job.queue)).toBeNull();
    expect(screen.queryByText(job.id)).toBeNull();
  });

  test("failures alike stand as one row with their number, and are retried together", async () => {
    const odd = jobOf(9, { state: "failed", error: "There is no paper" });
    const { shell, router } = await open([], [...failed, odd, jobOf(3)], "/queue?view=jobs&state=failed");
    await waitFor(() => expect(rows()).toHaveLength(2));
    expect(rows()[0]).toHaveTextContent("2 like this");
    expect(rows()[1]).toHaveTextContent("There is no paper");
    expect(screen.getByText("3 failed jobs")).toBeVisible();
    await userEvent.click(await screen.findByRole("button", { name: "Show them one by one" }));
    await waitFor(() => expect(rows().map((row) => row.textContent)).toHaveLength(2));
    expect(router.state.location.search).toContain("like=items.import");
    await run(shell, "queue.retry");
    await waitFor(() => expect(server.jobs.filter(({ state }) => state === "waiting")).toHaveLength(1));
  });

  test("retrying a row that stands for many begins one change of all, which says when it is through", async () => {
    const { shell } = await open([], failed, "/queue?view=jobs&state=failed");
    // The row has one too.
    await screen.findByText("2 jobs failed this way.");
    await userEvent.click(screen.getAllByRole("button", { name: "Retry all 2 like this" }).at(-1)!);
    await waitFor(() => expect(failed.map((job) => job.state)).toEqual(["waiting", "waiting"]));
    expect(server.requests.filter((line) => line.includes("bulk-changes"))).toHaveLength(1);
    await waitFor(() => expect(shell.shown.map(({ message }) => message)).toContain("Retrying 2 jobs."));
    await waitFor(() => expect(shell.shown.at(-1)?.message).toBe("Change of 2 jobs: 2 jobs."));
  });

  test("a change of many shows how far it is and is aborted", async () => {
    const { shell } = await open([], failed, "/queue?view=jobs&state=failed");
    server.holdBulk = true;
    // The row has one too.
    await screen.findByText("2 jobs failed this way.");
    await userEvent.click(screen.getAllByRole("button", { name: "Retry all 2 like this" }).at(-1)!);
    const strip = await screen.findByRole("region", { name: "Change of 2 jobs" });
    expect(strip).toHaveTextContent("0 of 2 jobs");
    await userEvent.click(within(strip).getByRole("button", { name: "Abort" }));
    await waitFor(() => expect(server.jobs[0]?.state).toBe("cancelled"));
    expect(failed.map((job) => job.state)).toEqual(["failed", "failed"]);
    expect(shell.shown[0]?.action?.label).toBe("Abort");
  });

  test("all jobs of a filter are changed after the window was shown", async () => {
    const { shell } = await open([], [...failed, jobOf(3)], "/queue?view=jobs&state=failed&hours=24&kind=items.import");
    expect(await screen.findByText("2 failed jobs · Import · of the last day")).toBeVisible();
    await userEvent.click(await screen.findByRole("button", { name: "Retry all 2" }));
    const asked = await showDialog(shell);
    expect(asked.options.title).toBe("Retry 2 jobs?");
    for (const [name, value] of [
      ["State", /^failed$/],
      ["Kind", /^Import$/],
      ["Queued", / – /],
    ] as const)
      expect(asked.in.getByText(name).nextElementSibling).toHaveTextContent(value);
    act(() => asked.close(true));
    await waitFor(() => expect(failed.map((job) => job.state)).toEqual(["waiting", "waiting"]));
    const { body } = shell.requests.findLast(({ path }) => path.includes("bulk-changes")) ?? {};
    expect(body).toMatchObject({ action: "retry", filter: { state: "failed", since: expect.any(String) } });
  });

  test("filters are kept by a name, chosen again, and deleted with a way back", async () => {
    const { shell, router } = await open([], [...failed, jobOf(3)], "/queue?view=jobs&state=failed&hours=24");
    await userEvent.click(await screen.findByRole("button", { name: "Filter" }));
    await userEvent.click(await screen.findByRole("menuitem", { name: /Save this filter/ }));
    await waitFor(() => expect(shell.opened).toHaveLength(1));
    const { act: save } = shell.opened[0]!.props as { act(name: string): Promise<void> };
    await act(() => save("Broken today"));
    expect(server.filters).toMatchObject([{ name: "Broken today", state: "failed", hours: 24, queue: null, q: "" }]);

    await userEvent.click(screen.getByRole("button", { name: "Show all" }));
    await waitFor(() => expect(router.state.location.search).toBe("?view=jobs"));
    await userEvent.click(screen.getByRole("button", { name: "Filter" }));
    await userEvent.click(await screen.findByRole("menuitem", { name: "Broken today" }));
    await waitFor(() => expect(router.state.location.search).toBe("?view=jobs&state=failed&hours=24"));
    await userEvent.click(screen.getByRole("button", { name: "Filter" }));
    await userEvent.click(await screen.findByRole("menuitem", { name: "Delete the filter “Broken today”" }));
    await waitFor(() => expect(server.filters).toEqual([]));
    await waitFor(() => expect(shell.shown.at(-1)?.action?.label).toBe("Undo"));
    await act(async () => shell.shown.at(-1)?.action?.run());
    await waitFor(() => expect(server.filters).toMatchObject([{ name: "Broken today" }]));
  });

  test("a job shows its attempts in order, what it was given and made, and its family", async () => {
    const at = (second: number) => new Date(Date.UTC(2026, 0, 14, 9, 0, second)).toISOString();
    const job = jobOf(1, {
      ...{ state: "done", createdAt: at(0), startedAt: at(1), finishedAt: at(9), attempts: 3 },
      log: [
        { at: at(2), message: "The site did not answer" },
        { at: at(8), message: "Read 10" },
      ],
    });
    server = await startQueueServer([], [job, jobOf(2)]);
    server.details.set(job.id, {
      input: { address: "https://a.example", token: "•••" },
      output: { created: 9 },
      runs: [
        { startedAt: at(1), endedAt: at(2), outcome: "failed", error: "The site did not answer" },
        { startedAt: at(4), endedAt: null, outcome: null, error: null },
        { startedAt: at(7), endedAt: at(9), outcome: "done", error: null },
      ],
      rerunOf: { id: jobOf(2).id, title: jobOf(2).title, state: "done" },
      family: [
        relativeOf(jobOf(3), { children: 43 }),
        relativeOf(job, { parentId: jobOf(3).id, startedAt: at(1), finishedAt: at(9), children: 1 }),
        relativeOf(jobOf(4, { state: "failed" }), { parentId: jobOf(3).id }),
        relativeOf(jobOf(5), { parentId: job.id, startedAt: at(3), finishedAt: at(5) }),
      ],
    });
    const { router } = renderInShell(routes, {
      path: `/queue?view=jobs&job=${job.id}`,
      http: server.http,
      contributions: contributions(),
    });
    await screen.findByText("Attempt 3 began");
    const lines = within(screen.getByRole("list", { name: "What happened" })).getAllByRole("listitem");
    expect(lines.map((line) => line.lastElementChild?.textContent)).toEqual([
      ...["Queued", "Attempt 1 began", "Failed after 1.0 s: The site did not answer", "Attempt 2 began"],
      ...["The service ended unexpectedly while it worked on this", "Attempt 3 began", "Read 10", "Done after 2.0 s"],
    ]);
    expect(screen.getByLabelText("Input")).toHaveTextContent('"token": "•••"');
    expect(screen.getByLabelText("Output")).toHaveTextContent('"created": 9');
    const family = screen.getByRole("list", { name: "Family of jobs" });
    const words = (item: HTMLElement) => item.firstElementChild?.textContent;
    expect(within(family).getAllByRole("listitem").map(words)).toEqual([
      ...["Import file-3.htmlDoneImport", "Import file-1.htmlDoneThis job · Import · 8.0 s"],
      ...["Import file-5.htmlDoneImport · 2.0 s", "Import file-4.htmlFailedImport", "and 41 more"],
    ]);
    const [top] = within(family).getAllByRole("listitem");
    expect(within(top!).getByRole("link", { current: true })).toHaveTextContent("Import file-1.html");
    expect(within(top!).getAllByRole("list")[0]).toContainElement(
      screen.getByRole("link", { name: "Import file-5.html" }),
    );
    expect(screen.getByRole("link", { name: "Import file-2.html" })).toHaveAttribute(
      "href",
      expect.stringContaining(jobOf(2).id),
    );
    await userEvent.click(screen.getByRole("link", { name: "Import file-3.html" }));
    await waitFor(() => expect(router.state.location.search).toContain(jobOf(3).id));
  });

  test("a job runs again with other input where its kind takes some, and says so where it does not", async () => {
    server = await startQueueServer([], [jobOf(1), jobOf(2)]);
    server.details.set(jobOf(1).id, { input: { file: "a" } });
    const page = { path: "/queue?view=jobs", http: server.http, contributions: contributions() };
    const { shell, router } = renderInShell(routes, page);
    expect(await screen.findByText("Jobs of this kind take no other input.")).toBeVisible();

    server.details.set(jobOf(2).id, {
      ...{ input: { pages: 1, file: "b" }, editable: { schema: { type: "object" }, input: { pages: 1 } } },
    });
    await run(shell, "queue.next");
    await waitFor(() => expect(shownTitle()).toBe("Import file-2.html"));
    await waitFor(() => expect(server.requests.at(-1)).toContain(jobOf(2).id));
    await userEvent.click(await screen.findByRole("button", { name: "Run again with other input" }));
    await waitFor(() => expect(shell.opened).toHaveLength(1));
    const { props, close } = shell.opened[0]! as unknown as {
      props: { input: unknown; act(input: object): Promise<void> };
      close(value: true): void;
    };
    expect(props.input).toEqual({ pages: 1 });
    await act(async () => {
      await props.act({ pages: 2 });
      close(true);
    });
    await waitFor(() => expect(router.state.location.search).toContain(server.jobs[0]!.id));
    expect(server.details.get(server.jobs[0]!.id)?.input).toEqual({ pages: 2 });
  });

  test("deleting asks first, and names what goes", async () => {
    const { shell } = await open([], [jobOf(1), jobOf(2)], "/queue?view=jobs");
    await waitFor(() => expect(rows()).toHaveLength(2));
    await userEvent.click(screen.getByRole("button", { name: "Select all that are shown" }));
    await userEvent.click(
      within(await screen.findByRole("toolbar", { name: "2 selected" })).getByRole("button", { name: "Delete 2" }),
    );
    await waitFor(() => expect(shell.opened).toHaveLength(1));
    expect(shell.opened[0]?.options.title).toBe("Delete 2 jobs?");
    act(() => shell.opened[0]?.cancel());
    expect(server.jobs).toHaveLength(2);

    await userEvent.click(screen.getByRole("button", { name: "Delete 2" }));
    await waitFor(() => expect(shell.opened).toHaveLength(2));
    act(() => shell.opened[1]?.close(true));
    await waitFor(() => expect(server.jobs).toHaveLength(0));
  });
});

describe("on a phone", () => {
  const { matchMedia } = window;
  beforeEach(() => windowWidth(390));
  afterEach(() => {
    window.matchMedia = matchMedia;
  });

  test("one pane at a time: the list, then the entry", async () => {
    const { router } = await open();
    await waitFor(() => expect(rows()).toHaveLength(3));
    expect(screen.queryByRole("heading", { level: 2, name: "Entry 1" })).toBeNull();
    await userEvent.click(screen.getByRole("link", { name: /Entry 2/ }));
    expect(await screen.findByRole("heading", { level: 1, name: "Entry 2" })).toBeVisible();
    expect(screen.queryByRole("grid")).toBeNull();
    expect(router.state.location.search).toContain("entry=");
  });
});
