import { jest } from "@jest/globals";
import type { AppOverview } from "@tessera/contracts-releases/releases.ts";
import type { RolloutSchedule } from "@tessera/contracts-releases/schedule.ts";
import { renderInShell, showDialog } from "@tessera/shell-api/testing";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import RulesPage from "./rules-page.tsx";
import { app, owned, type ReleasesServer, release, startReleasesServer } from "./testing/releases-server.ts";

// A menu and a dialog of Fluent are slow to open in jsdom on a busy machine.
jest.setTimeout(30_000);

const OFFICE: RolloutSchedule = {
  timeZone: "Europe/Berlin",
  windows: [{ days: ["mon", "tue", "wed", "thu"], from: "09:00", to: "16:00" }],
  freezes: [{ from: "2026-12-20T00:00", to: "2027-01-04T09:00", reason: "Year-end closing" }],
};

let server: ReleasesServer;
afterEach(() => server.stop());

async function open(schedules: ReleasesServer["schedules"], administrator = true, apps: AppOverview[] = []) {
  server = await startReleasesServer(apps);
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
  fireEvent.change(hours.getByLabelText("To"), { target: { value: "08:00" } });
  expect(hours.getByText("This must be later than the beginning.")).toBeVisible();
  await person.click(form.in.getByRole("button", { name: "Save" }));
  expect(written()).toEqual([]);
  fireEvent.change(hours.getByLabelText("To"), { target: { value: "00:00" } });
  await person.click(form.in.getByRole("button", { name: "Add a freeze" }));
  const freeze = within(form.in.getByRole("group", { name: "Freeze 1" }));
  fireEvent.change(freeze.getByLabelText("From"), { target: { value: "2026-12-20T00:00" } });
  fireEvent.change(freeze.getByLabelText("To"), { target: { value: "2027-01-04T09:00" } });
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
    expect(await screen.findByText("A budget of its own")).toBeVisible();
    await choose(opened, "the weight of Items", "Remove budget…");
    const remove = await showDialog(opened.shell, 2);
    await opened.person.click(remove.in.getByRole("button", { name: "Remove budget" }));
    await waitFor(() => expect(screen.queryByText("A budget of its own")).toBeNull());
    expect(written()).toEqual([
      { route: "PUT /api/releases/budgets/items", body: { firstLoad: 320_500, total: 2_000_000 } },
      { route: "DELETE /api/releases/budgets/items", body: null },
    ]);
  });
});
