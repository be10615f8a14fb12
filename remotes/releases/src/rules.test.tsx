import type { Flag } from "@tessera/contracts-releases/flag.ts";
import type { AppOverview } from "@tessera/contracts-releases/releases.ts";
import type { RolloutSchedule } from "@tessera/contracts-releases/schedule.ts";
import { renderInShell, showDialog } from "@tessera/shell-api/testing";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import RulesPage from "./rules-page.tsx";
import { app, owned, type ReleasesServer, release, startReleasesServer } from "./testing/releases-server.ts";

const OFFICE: RolloutSchedule = {
  timeZone: "Europe/Berlin",
  windows: [{ days: ["mon", "tue", "wed", "thu"], from: "09:00", to: "16:00" }],
  freezes: [{ from: "2026-12-20T00:00", to: "2027-01-04T09:00", reason: "Year-end closing" }],
};

let server: ReleasesServer;
afterEach(() => server.stop());

async function open(
  schedules: ReleasesServer["schedules"],
  administrator = true,
  apps: AppOverview[] = [],
  flags: Flag[] = [],
) {
  server = await startReleasesServer(apps);
  server.flags.push(...flags);
  server.administrator = administrator;
  server.owned.push(owned());
  server.schedules.push(...schedules);
  return {
    person: userEvent.setup(),
    ...renderInShell(<RulesPage />, { path: "/settings/release-rules", http: server.http }),
  };
}
type Opened = Awaited<ReturnType<typeof open>>;

const written = () => server.requests.filter(({ route }) => !route.startsWith("GET"));

async function choose({ person }: Opened, whose: string, name: string) {
  await person.click(await screen.findByRole("button", { name: `More for ${whose}` }));
  await person.click(await screen.findByRole("menuitem", { name }));
}

it("shows the hours of all apps and of each, and what is frozen and why", async () => {
  await open([{ app: "*", schedule: OFFICE }]);
  const [all, items] = within(await screen.findByRole("list", { name: "Schedules" })).getAllByRole("listitem");
  expect(all).toHaveTextContent("All appsMon–Thu 09:00–16:00 (Europe/Berlin)");
  expect(all).toHaveTextContent("Frozen 2026-12-20 00:00 to 2027-01-04 09:00 (Europe/Berlin): Year-end closing");
  expect(items).toHaveTextContent("itemsAs all apps");
});

it("is for administrators, and offers no other try to anybody else", async () => {
  await open([], false);
  expect(await screen.findByRole("alert")).toHaveTextContent("Only administrators may see and change releases.");
  expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
});

it("gives an app hours of its own and a freeze, and sends nothing that is not whole", async () => {
  const opened = await open([]);
  const { person } = opened;
  await choose(opened, "items", "Change schedule…");
  const form = await showDialog(opened.shell);
  expect(form.options.title).toBe("Schedule of items");
  const zone = form.in.getByRole("textbox", { name: "Time zone" });
  await person.clear(zone);
  await person.type(zone, "Mars");
  expect(form.in.getByText("This is not a time zone such as Europe/Berlin.")).toBeVisible();
  await person.clear(zone);
  await person.type(zone, "Europe/Berlin");
  await person.click(form.in.getByRole("checkbox", { name: "Fri" }));
  const hours = within(form.in.getByRole("group", { name: "Hours 1" }));
  const write = (field: HTMLElement, words: string) => {
    fireEvent.change(field, { target: { value: words } });
    fireEvent.blur(field);
  };
  write(hours.getByLabelText("To"), "8");
  expect(hours.getByText("This must be later than the beginning.")).toBeVisible();
  await person.click(form.in.getByRole("button", { name: "Save" }));
  expect(written()).toEqual([]);
  write(hours.getByLabelText("To"), "midnight");
  await person.click(form.in.getByRole("button", { name: "Add a freeze" }));
  const freeze = within(form.in.getByRole("group", { name: "Freeze 1" }));
  write(freeze.getByLabelText("From"), "20 December 2026");
  write(freeze.getByLabelText("To"), "4 December 2026");
  expect(freeze.getByText("This must be later than the beginning.")).toBeVisible();
  write(freeze.getByLabelText("To"), "4 January 2027 9:00");
  await person.click(form.in.getByRole("button", { name: "Save" }));
  expect(written()).toEqual([]); // not without a reason
  await person.type(freeze.getByLabelText("Reason"), "Fair");
  await person.click(form.in.getByRole("button", { name: "Save" }));
  expect(await screen.findByText(/^Mon–Fri 09:00–24:00 \(Europe\/Berlin\)/)).toBeVisible();
  expect(written()).toEqual([
    {
      route: "PUT /api/releases/schedules/items",
      body: {
        timeZone: "Europe/Berlin",
        windows: [{ days: ["mon", "tue", "wed", "thu", "fri"], from: "09:00", to: "24:00" }],
        freezes: [{ from: "2026-12-20T00:00", to: "2027-01-04T09:00", reason: "Fair" }],
      },
    },
  ]);
});

it("removes a schedule after it has asked", async () => {
  const opened = await open([{ app: "*", schedule: OFFICE }]);
  await choose(opened, "All apps", "Remove schedule…");
  const dialog = await showDialog(opened.shell);
  expect(written()).toEqual([]);
  await opened.person.click(dialog.in.getByRole("button", { name: "Remove schedule" }));
  expect(await screen.findByText("At any time")).toBeVisible();
  expect(written().map(({ route }) => route)).toEqual(["DELETE /api/releases/schedules/*"]);
});

describe("weight", () => {
  const weighing = (version: string, number: number, firstLoad: number, total: number) => ({
    ...release(version, 30 - number),
    number,
    weight: { firstLoad, total },
  });
  const stable = weighing("2.0.0", 2, 310_000, 700_000);
  const items = app({ stable, releases: [stable, weighing("1.0.0", 1, 298_800, 1_200_000)] });

  it("of each app is shown beside its budget, and that of each release with the difference to the one before", async () => {
    const opened = await open([], true, [items]);
    const list = within(await screen.findByRole("list", { name: "Weight budgets" }));
    const [all, row] = list.getAllByRole("listitem");
    expect(all).toHaveTextContent("All remotesFirst view 300 kB, all 2 MB");
    expect(row).toHaveTextContent("ItemsFirst view 310 kB of 300 kB, all 700 kB of 2 MBOver");
    await choose(opened, "the weight of Items", "Weight of each release…");
    const dialog = await showDialog(opened.shell);
    const [, newest, first] = dialog.in.getAllByRole("row");
    expect(newest).toHaveTextContent(/^2\.0\.0 #2.*310 kB\+11\.2 kB700 kB−500 kB$/);
    expect(first).toHaveTextContent(/298\.8 kB1\.2 MB$/);
  });

  it("may be more or less by a budget of its own, which can be removed", async () => {
    const opened = await open([], true, [items]);
    await choose(opened, "the weight of Items", "Change budget…");
    const form = await showDialog(opened.shell);
    const first = form.in.getByRole("textbox", { name: "Script of the first view, kB" });
    await opened.person.clear(first);
    await opened.person.type(first, "much");
    expect(form.in.getByText("This is not a number of kB, at most 64000.")).toBeVisible();
    await opened.person.clear(first);
    await opened.person.type(first, "320.5");
    await opened.person.click(form.in.getByRole("button", { name: "Save" }));
    expect(await screen.findByText("Own budget")).toBeVisible();
    await choose(opened, "the weight of Items", "Remove budget…");
    const remove = await showDialog(opened.shell, 2);
    await opened.person.click(remove.in.getByRole("button", { name: "Remove budget" }));
    await waitFor(() => expect(screen.queryByText("Own budget")).toBeNull());
    expect(written()).toEqual([
      { route: "PUT /api/releases/budgets/items", body: { firstLoad: 320_500, total: 2_000_000 } },
      { route: "DELETE /api/releases/budgets/items", body: null },
    ]);
  });
});

describe("feature flags", () => {
  const editor: Flag = {
    app: "items",
    key: "editor",
    declared: { title: "The new editor", variants: null, default: false },
    setting: null,
    changedAt: null,
  };
  const rows = async () => within(await screen.findByRole("list", { name: "Feature flags" })).getAllByRole("listitem");

  it("are listed with who gets them, and the stale ones named", async () => {
    const order = { newest: "Newest first", smart: "Smart" };
    await open(
      [],
      true,
      [],
      [
        editor,
        {
          ...editor,
          key: "order",
          declared: { title: "Order", variants: order, default: "newest" },
          setting: { value: "smart", percent: 10, people: ["@halvorsen.example"] },
          before: null,
          changedAt: "2026-11-20T09:00:00.000Z",
        },
        {
          ...editor,
          key: "old",
          declared: null,
          setting: { value: true, percent: 100, people: [] },
          before: null,
          changedAt: "2026-11-20T09:00:00.000Z",
        },
      ],
    );
    const [first, second, third] = await rows();
    expect(first).toHaveTextContent("The new editoritems/editorOff for everybody, as the app declares");
    expect(second).toHaveTextContent("Orderitems/orderSmart for 10 % of people and 1 by name");
    expect(third).toHaveTextContent("No release of items that people get declares it any more.");
    expect(third).toHaveTextContent("Stale");
  });

  it("are set for a share of people and for people by name, with a reason, and nothing that is not whole", async () => {
    const opened = await open([], true, [], [editor]);
    const { person } = opened;
    await choose(opened, "The new editor of items", "Change who gets it…");
    const form = await showDialog(opened.shell);
    expect(form.options.title).toBe("Who gets The new editor");
    const set = form.in.getByRole("button", { name: "Set flag" });
    const percent = form.in.getByRole("textbox", { name: "Share of people, %" });
    await person.clear(percent);
    await person.type(percent, "101");
    expect(form.in.getByText("This is not a number from 0 to 100.")).toBeVisible();
    await person.clear(percent);
    await person.type(percent, "12.5");
    const people = form.in.getByRole("textbox", { name: "People by name" });
    await person.type(people, "ines");
    expect(form.in.getByText('"ines" is neither an address, nor @domain, nor a user’s id.')).toBeVisible();
    await person.type(people, "@Example.com");
    expect(form.in.getByRole("status")).toHaveTextContent(
      "On for 12.5 % of people and 1 by name, Off for all others. Pages that are open keep what they have.",
    );
    await person.click(set);
    expect(written()).toEqual([]);
    await person.type(form.in.getByRole("textbox", { name: "Reason" }), "the team tries it");
    await person.click(set);
    await waitFor(() => expect(written()).toHaveLength(1));
    expect(written()[0]).toEqual({
      route: "PUT /api/releases/apps/items/flags/editor",
      body: { value: true, percent: 12.5, people: ["ines@example.com"], reason: "the team tries it" },
    });
    await waitFor(async () => expect((await rows())[0]).toHaveTextContent("On for 12.5 % of people and 1 by name"));
  });

  it("are set back and removed with a reason", async () => {
    const set = { value: true, percent: 100, people: [] };
    const opened = await open(
      [],
      true,
      [],
      [{ ...editor, setting: set, before: null, changedAt: "2026-11-20T09:00:00.000Z" }],
    );
    const { person } = opened;
    await choose(opened, "The new editor of items", "Set back…");
    const back = await showDialog(opened.shell);
    expect(back.in.getByText(/^From now on: Off for everybody, as the app declares\./)).toBeVisible();
    await person.type(back.in.getByRole("textbox", { name: "Reason" }), "it was slow");
    await person.click(back.in.getByRole("button", { name: "Set back" }));
    await waitFor(() => expect(written()).toHaveLength(1));
    expect(written()[0]).toEqual({
      route: "POST /api/releases/apps/items/flags/editor/back",
      body: { reason: "it was slow" },
    });
  });
});
