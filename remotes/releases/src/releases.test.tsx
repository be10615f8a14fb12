import { jest } from "@jest/globals";
import type { AppOverview, AuditEntry } from "@tessera/contracts-releases/releases.ts";
import { joinLive, renderInShell, showDialog } from "@tessera/shell-api/testing";
import { windowWidth } from "@tessera/testing/window-width.ts";
import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import ReleasesPage from "./releases-page.tsx";
import {
  app,
  entry,
  health,
  type ReleasesServer,
  release,
  rollout,
  startReleasesServer,
} from "./testing/releases-server.ts";
import { POLL_MS } from "./use-overview.ts";

let server: ReleasesServer;
beforeEach(() => windowWidth(1440));
afterEach(() => server.stop());

async function open(items: AppOverview[], timeline: AuditEntry[] = [], administrator = true) {
  server = await startReleasesServer(items, timeline);
  server.administrator = administrator;
  return {
    person: userEvent.setup(),
    ...renderInShell(<ReleasesPage />, { path: "/settings/releases", http: server.http }),
  };
}
type Opened = Awaited<ReturnType<typeof open>>;

const written = () => server.requests.filter(({ route }) => !route.startsWith("GET"));

async function choose({ person }: Opened, name: string) {
  await person.click(await screen.findByRole("button", { name: "More for Items" }));
  await person.click(await screen.findByRole("menuitem", { name }));
}

describe("who is shown releases", () => {
  it("is an administrator", async () => {
    await open([app({ rollout: rollout() })]);
    expect(await screen.findByRole("table", { name: "Releases" })).toBeVisible();
  });

  it("is nobody else: the page says why", async () => {
    await open([app()], [], false);
    expect(await screen.findByRole("alert")).toHaveTextContent("Only administrators may see and change releases.");
    expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
  });
});

describe("releases", () => {
  it("shows stable, candidate, percent, what comes next and health against stable", async () => {
    await open([app({ rollout: rollout() }), app({ name: "queue", title: "Queue" })]);
    const row = within(await screen.findByRole("row", { name: /^Items/ }));
    expect(row.getByText("1.0.0")).toBeVisible();
    expect(row.getByText("2.0.0")).toBeVisible();
    expect(row.getByText("Next step in 40 min")).toBeVisible();
    expect(row.getByRole("img", { name: "Step 3 of 4: 50% of 1, 10, 50, 100%" })).toBeVisible();
    expect(row.getByRole("img", { name: "Broken in 1,000 people: candidate 2.5, stable 0.5" })).toBeVisible();
    expect(row.getByRole("img", { name: "Opening time in ms: candidate 172, stable 184" })).toBeVisible();
    expect(within(screen.getByRole("row", { name: /^Queue/ })).getByText("No candidate")).toBeVisible();
  });

  it("says until when its schedule holds a rollout and why, and continues now for a reason", async () => {
    const waits = { reason: "Frozen until 2027-01-04 09:00 (UTC): Fair", until: "2027-01-04T09:00:00.000Z" };
    const opened = await open([app({ rollout: rollout({ begun: false, percent: 0, holdUntil: null, waits }) })]);
    const row = within(await screen.findByRole("row", { name: /^Items/ }));
    expect(row.getByText("Waits for its schedule to begin")).toBeVisible();
    expect(row.getByText(/^Frozen until 2027-01-04 09:00 \(UTC\): Fair Next: .*Jan/)).toBeVisible();
    expect(row.getByRole("img", { name: "Not started: 0% of 1, 10, 50, 100%" })).toBeVisible();
    await choose(opened, "Continue now…");
    const dialog = await showDialog(opened.shell);
    await opened.person.click(dialog.in.getByRole("button", { name: "Continue now" }));
    expect(written()).toEqual([]); // not without a reason
    await opened.person.type(dialog.in.getByRole("textbox", { name: "Reason" }), "It is the fair's own page");
    await opened.person.click(dialog.in.getByRole("button", { name: "Continue now" }));
    await waitFor(() =>
      expect(written()).toEqual([
        { route: "POST /api/releases/apps/items/rollout/proceed", body: { reason: "It is the fair's own page" } },
      ]),
    );
  });

  it("makes a preview link, shows it to be copied, lists it and revokes it", async () => {
    const opened = await open([app()]);
    const { person } = opened;
    await choose(opened, "Preview link…");
    const dialog = await showDialog(opened.shell);
    await person.type(dialog.in.getByRole("textbox", { name: "Or the newest release of a branch" }), "a branch");
    expect(dialog.in.getByText("This is not a branch such as feature/new-list.")).toBeVisible();
    await person.clear(dialog.in.getByRole("textbox", { name: "Or the newest release of a branch" }));
    await person.click(dialog.in.getByRole("button", { name: "Make link" }));
    const link = await dialog.in.findByRole("textbox", { name: "Link" });
    expect(link).toHaveValue("http://product.example/builds/preview?token=one");
    await person.click(dialog.in.getByRole("button", { name: "Copy" }));
    expect(await dialog.in.findByRole("button", { name: "Copied" })).toBeVisible();
    await person.click(dialog.in.getByRole("button", { name: "Close" }));
    const list = within(await screen.findByRole("list", { name: "Preview links" }));
    expect(list.getByRole("listitem")).toHaveTextContent(/^Items 2\.0\.0 #1Open, until .*, by ines@halvorsen\.example/);
    await person.click(list.getByRole("button", { name: "Revoke the preview link of Items 2.0.0 #1" }));
    await waitFor(() => expect(screen.queryByRole("list", { name: "Preview links" })).toBeNull());
    expect(written().map(({ route, body }) => [route, body])).toEqual([
      ["POST /api/releases/apps/items/previews", { release: "2.0.0-0123456789ab" }],
      ["DELETE /api/releases/apps/items/previews/00000000-0000-4000-8000-0000000000aa", null],
    ]);
  });

  it("tells two releases of one version apart", async () => {
    const [before, after] = [
      release("1.0.0", 9, "1.0.0-aaaaaaaaaaaa"),
      { ...release("1.0.0", 1, "1.0.0-bbbbbbbbbbbb"), number: 2 },
    ];
    await open([app({ stable: before, rollout: rollout({ stable: before, candidate: after }) })]);
    const row = within(await screen.findByRole("row", { name: /^Items/ }));
    expect(row.getByText("1.0.0 #1")).toBeVisible();
    expect(row.getByText("1.0.0 #2")).toBeVisible();
  });

  it("says for what a rollout waits", async () => {
    const reason = "12 of 30 people that the gate asks for have opened the candidate; 18 are missing.";
    await open([
      app({
        rollout: rollout({ holdUntil: new Date(0).toISOString(), health: health({ verdict: "collecting", reason }) }),
      }),
    ]);
    expect(await screen.findByText("Waits for evidence")).toBeVisible();
    expect(screen.getByText(reason)).toBeVisible();
  });

  it("says why a candidate was withdrawn, and that everybody is back", async () => {
    const reason = "More people had broken pages: 31 of 100 with the candidate, 1 of 900 with stable.";
    const ended = rollout({
      state: "aborted",
      percent: 0,
      step: 1,
      endedAt: new Date().toISOString(),
      reason,
      holdUntil: null,
      health: health({ verdict: "worse", reason }),
    });
    await open([app({ rollout: ended })]);
    const alert = await screen.findByRole("alert");
    expect(alert).toHaveTextContent(`Items 2.0.0 was withdrawn at 10%. ${reason}`);
    expect(alert).toHaveTextContent("Everybody is back on 1.0.0");
    expect(screen.getByText("Withdrawn at 10%")).toBeVisible();
  });

  it("shows the plots' figures at a key, and the plots again", async () => {
    const opened = await open([app({ rollout: rollout() })]);
    await screen.findByRole("table", { name: "Releases" });
    expect(opened.shell.registered.get("settings.releases.table")?.act).toBe("figures");
    await act(() => opened.shell.run("settings.releases.table"));
    const figures = within(screen.getByRole("region", { name: "Figures of Items" }));
    expect(figures.getByRole("row", { name: /^2\.0\.0, candidate 400 0 1 0 0 2\.5 172 40 0\.02/ })).toBeVisible();
    expect(figures.getByRole("row", { name: /^1\.0\.0, stable 2,000 0 1 0 0 0\.5 184 40 0\.02/ })).toBeVisible();
    await opened.person.click(screen.getByText("Every 60 seconds"));
    expect(within(screen.getByRole("region", { name: "Items over time" })).getAllByRole("row")).toHaveLength(4);
    await opened.person.click(screen.getByRole("button", { name: /as plots/ }));
    expect(screen.getByRole("table", { name: "Releases" })).toBeVisible();
  });

  it("says what happened, by whom, and more of it when asked", async () => {
    const entries = Array.from({ length: 12 }, (_, n) => entry(n));
    entries[0] = entry(0, {
      actor: "ines@halvorsen.example",
      action: "rollout_paused",
      detail: "wait for the invoices",
    });
    const { person } = await open([app()], entries);
    const happened = within(await screen.findByRole("region", { name: "What happened" }));
    expect(happened.getByText("paused by you: wait for the invoices")).toBeVisible();
    expect(happened.getAllByText("continues to 50%, by the health check")).toHaveLength(9);
    await person.click(happened.getByRole("button", { name: "Show 2 more" }));
    expect(happened.getAllByRole("listitem")).toHaveLength(12);
  });

  it("shows a card for each app on a phone", async () => {
    windowWidth(390);
    await open([app({ rollout: rollout() }), app({ name: "queue", title: "Queue" })]);
    const card = within((await screen.findAllByRole("listitem"))[0]!);
    expect(card.getByText("Next step in 40 min")).toBeVisible();
    expect(card.getByRole("button", { name: "Pause Items" })).toBeVisible();
    expect(screen.queryByRole("table")).toBeNull();
  });
});

it("shows the whole log when it is asked for", async () => {
  const entries = Array.from({ length: 50 }, (_, n) => entry(100 - n));
  entries[0] = entry(0, { act: "moon_landed", actor: "ines@halvorsen.example", detail: "" });
  const { person } = await open([app()], entries);
  server.older.push(entry(1, { action: "published", actor: "deploy token", detail: "" }));
  const happened = within(await screen.findByRole("region", { name: "What happened" }));
  expect(happened.getByText("moon landed by you")).toBeVisible();
  await person.click(happened.getByRole("button", { name: "Show 40 more" }));
  await person.click(happened.getByRole("button", { name: "Show older entries" }));
  expect(await happened.findByText("published with its deploy token")).toBeVisible();
  expect(happened.queryByRole("button")).toBeNull();
});

describe("what an administrator does", () => {
  it("pauses at once, and takes it back", async () => {
    const { person, shell } = await open([app({ rollout: rollout() })]);
    await person.click(await screen.findByRole("button", { name: "Pause Items" }));
    expect(await screen.findByRole("button", { name: "Resume Items" })).toBeVisible();
    expect(shell.shown[0]?.message).toBe("Items 2.0.0 stays at 50%.");
    await act(async () => shell.shown[0]?.action?.run());
    expect(await screen.findByRole("button", { name: "Pause Items" })).toBeVisible();
    expect(written().map(({ route }) => route)).toEqual([
      "POST /api/releases/apps/items/rollout/pause",
      "POST /api/releases/apps/items/rollout/resume",
    ]);
  });

  it("says when nothing was changed", async () => {
    const { person, shell } = await open([app({ rollout: rollout() })]);
    await screen.findByRole("button", { name: "Pause Items" });
    server.refuseNext = "POST";
    await person.click(screen.getByRole("button", { name: "Pause Items" }));
    await waitFor(() => expect(shell.shown[0]?.message).toBe("Nothing was changed. The registry is out of reach."));
    expect(screen.getByRole("button", { name: "Pause Items" })).toBeVisible();
  });

  it("promotes after a dialog that says whom it reaches", async () => {
    const opened = await open([app({ rollout: rollout() })]);
    await choose(opened, "Promote to everybody…");
    const dialog = await showDialog(opened.shell);
    expect(dialog.options.title).toBe("Promote Items 2.0.0?");
    expect(dialog.in.getByText(/Everybody gets Items 2\.0\.0 .* now at 50%/)).toBeVisible();
    expect(written()).toEqual([]);
    await opened.person.click(dialog.in.getByRole("button", { name: "Promote to everybody" }));
    await waitFor(() =>
      expect(written()).toEqual([{ route: "POST /api/releases/apps/items/rollout/promote", body: {} }]),
    );
    expect(await screen.findByText("No candidate")).toBeVisible();
  });

  it("aborts with a reason; a refusal keeps what was typed", async () => {
    const opened = await open([app({ rollout: rollout() })]);
    await choose(opened, "Abort rollout…");
    const dialog = await showDialog(opened.shell);
    expect(dialog.in.getByText(/Everybody is back on Items 1\.0\.0 .* cannot be resumed/)).toBeVisible();
    await opened.person.type(dialog.in.getByRole("textbox", { name: "Reason" }), "drafts were lost");
    server.refuseNext = "POST";
    await opened.person.click(dialog.in.getByRole("button", { name: "Abort rollout" }));
    expect(await dialog.in.findByRole("alert")).toHaveTextContent("Nothing was changed. The registry is out of reach.");
    await opened.person.click(dialog.in.getByRole("button", { name: "Abort rollout" }));
    expect(await screen.findByText("No candidate")).toBeVisible();
    expect(written().at(-1)?.body).toEqual({ reason: "drafts were lost" });
  });

  it("rolls back to the release that was stable before, or another", async () => {
    const [two, one] = [release("2.0.0", 1), release("1.0.0", 9)];
    const promoted = rollout({ state: "promoted", percent: 100, endedAt: new Date().toISOString() });
    const opened = await open([app({ stable: two, rollout: { ...promoted, stable: one, candidate: two } })]);
    await choose(opened, "Roll back…");
    const dialog = await showDialog(opened.shell);
    expect(dialog.in.getByRole("button", { name: "Roll back to 1.0.0" })).toBeVisible();
    await opened.person.selectOptions(
      dialog.in.getByRole("combobox", { name: "Release that everybody gets" }),
      "0.9.0-0123456789ab",
    );
    await opened.person.click(dialog.in.getByRole("button", { name: "Roll back to 0.9.0" }));
    expect(await screen.findByText("0.9.0")).toBeVisible();
    expect(written()).toEqual([
      { route: "POST /api/releases/apps/items/rollback", body: { to: "0.9.0-0123456789ab" } },
    ]);
  });

  it("pins a group to a release, removes the pin, and takes that back", async () => {
    const opened = await open([app()]);
    const { person, shell } = opened;
    await person.click(await screen.findByRole("button", { name: "Pin a person" }));
    const dialog = await showDialog(opened.shell);
    await person.type(dialog.in.getByRole("textbox", { name: "Who" }), "Halvorsen");
    expect(dialog.in.getByText(/neither an address/)).toBeVisible();
    await person.clear(dialog.in.getByRole("textbox", { name: "Who" }));
    await person.type(dialog.in.getByRole("textbox", { name: "Who" }), "@Halvorsen.example");
    await person.selectOptions(dialog.in.getByRole("combobox", { name: "Release" }), "0.9.0-0123456789ab");
    await person.click(dialog.in.getByRole("button", { name: "Pin" }));
    const pins = within(await screen.findByRole("region", { name: "Pinned people" }));
    expect(pins.getByText("Everybody @halvorsen.example")).toBeVisible();
    expect(written()[0]?.body).toEqual({ release: "0.9.0-0123456789ab", who: "@halvorsen.example" });
    await person.click(pins.getByRole("button", { name: "Remove the pin of @halvorsen.example to Items" }));
    await waitFor(() => expect(screen.queryByRole("region", { name: "Pinned people" })).toBeNull());
    await act(async () => shell.shown.at(-1)?.action?.run());
    expect(await screen.findByText("Everybody @halvorsen.example")).toBeVisible();
  });
});

describe("a part from one's own machine", () => {
  it("comes from an address of this machine, in this browser, which opens the link at once", async () => {
    const opened = await open([app()]);
    await choose(opened, "Use a local build…");
    const dialog = await showDialog(opened.shell);
    expect(dialog.options.title).toBe("Use a local build of Items");
    const address = dialog.in.getByRole("textbox", { name: "Address on this machine" });
    const act = dialog.in.getByRole("button", { name: "Open in this browser" });
    await opened.person.type(address, "http://elsewhere.example/");
    expect(dialog.in.getByText(/not an address on this machine/)).toBeVisible();
    await opened.person.click(act);
    expect(written()).toEqual([]);
    await opened.person.clear(address);
    await opened.person.type(address, "http://localhost:5173/");
    await opened.person.click(act);
    await waitFor(() => expect(opened.shell.left).toEqual(["/builds/override?token=one&to=%2F"]));
    expect(written()).toEqual([
      { route: "POST /api/releases/overrides", body: { app: "items", url: "http://localhost:5173/" } },
    ]);
  });

  it("is not there when the registry refuses, and what was typed stays", async () => {
    const opened = await open([app()]);
    await choose(opened, "Use a local build…");
    const dialog = await showDialog(opened.shell);
    await opened.person.type(dialog.in.getByRole("textbox"), "http://localhost:5173/");
    server.refuseNext = "POST";
    await opened.person.click(dialog.in.getByRole("button", { name: "Open in this browser" }));
    expect(await dialog.in.findByRole("alert")).toHaveTextContent("Nothing was changed. The registry is out of reach.");
    expect(opened.shell.left).toEqual([]);
  });
});

describe("when the registry fails", () => {
  it("says so and loads on another try", async () => {
    server = await startReleasesServer([app()]);
    server.refuseNext = "GET /api/releases/overview";
    renderInShell(<ReleasesPage />, { path: "/settings/releases", http: server.http });
    expect(await screen.findByRole("alert")).toHaveTextContent("The registry is out of reach.");
    await userEvent.setup().click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByRole("table", { name: "Releases" })).toBeVisible();
  });

  it("keeps what was shown, and says that it may be out of date", async () => {
    const { client } = await open([app()]);
    await screen.findByRole("table", { name: "Releases" });
    server.refuseNext = "GET /api/releases/overview";
    await act(() => client.invalidateQueries({ queryKey: ["releases"] }));
    expect(await screen.findByRole("alert")).toHaveTextContent(
      "What you see may be out of date. The registry is out of reach.",
    );
    expect(screen.getByRole("table", { name: "Releases" })).toBeVisible();
  });
});

describe("what changes", () => {
  const asked = () => server.requests.filter(({ route }) => route === "GET /api/releases/overview").length;

  it("is shown live, and nothing is polled", async () => {
    const { shell } = await open([app()]);
    const live = await act(async () => joinLive(shell.realtime, "releases.activity"));
    await screen.findByText("No candidate");
    server.overview.items = [app({ rollout: rollout() })];
    await act(async () => live.updated({ app: "items", at: new Date().toISOString() }));
    expect(await screen.findByText("Next step in 40 min")).toBeVisible();
  });

  it("is polled for while the connection is down, and the page says so", async () => {
    const { shell } = await open([app()]);
    await screen.findByText("No candidate");
    const live = await act(async () => joinLive(shell.realtime, "releases.activity"));
    await waitFor(() => expect(asked()).toBeGreaterThan(1)); // what was missed before it was joined
    jest.useFakeTimers();
    try {
      const before = asked();
      await act(() => jest.advanceTimersByTimeAsync(120_000));
      expect(asked()).toBe(before);
      await act(async () => live.channel.become("errored"));
      await act(() => jest.advanceTimersByTimeAsync(POLL_MS + 1_000));
      expect(screen.getByText("Live updates are interrupted. Checking every 15 seconds.")).toBeVisible();
      jest.useRealTimers();
      await waitFor(() => expect(asked()).toBe(before + 1));
    } finally {
      jest.useRealTimers();
    }
  });
});
