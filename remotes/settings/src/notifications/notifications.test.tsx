import { Rights } from "@tessera/contracts-releases/releases.ts";
import { PushDevices } from "@tessera/contracts-settings/push.ts";
import type { PushState } from "@tessera/shell-api";
import { type MockOverrides, renderInShell } from "@tessera/shell-api/testing";
import { type Answer, type Call, type Loopback, startLoopback } from "@tessera/testing/loopback.ts";
import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import routes from "../routes.tsx";

const BASE = "/api/settings/push/devices";
/** What the frame of the settings asks. */
const RIGHTS = "GET /api/releases/rights";
const laptop = {
  ...{ id: "0f0e0d0c-0b0a-4908-8706-050403020100", device: "Firefox on Linux", signedOut: false },
  ...{ createdAt: "2026-11-01T08:00:00.000Z", lastUsedAt: "2026-11-20T08:00:00.000Z" },
};
const phone = { ...laptop, id: "1f0e0d0c-0b0a-4908-8706-050403020100", device: "Chrome on Android", lastUsedAt: null };

let server: Loopback;
let asked: string[];
let devices: PushDevices["devices"];
/** Answers instead of the usual ones, by method. */
let answers: Record<string, Answer>;
beforeEach(async () => {
  asked = [];
  devices = [];
  answers = {};
  const answer = ({ method, url, route }: Call): Answer => {
    if (route === RIGHTS) return { json: { administrator: false } };
    asked.push(`${method} ${url.pathname.slice(BASE.length)}`);
    if (answers[method]) return answers[method];
    if (method === "GET") return { json: { devices } };
    if (method === "DELETE") devices = devices.filter(({ id }) => !url.pathname.endsWith(id));
    return {};
  };
  server = await startLoopback(answer, {
    [RIGHTS]: { answer: Rights },
    [`GET ${BASE}`]: { answer: PushDevices },
    [`DELETE ${BASE}/:id`]: { answer: null },
    [`POST ${BASE}/:id/test`]: { answer: null },
  });
});
afterEach(() => server.stop());

const problem = (status: number, detail: string) => ({
  status,
  json: { type: "about:blank", title: "No", status, code: "no", detail },
});

/** The section, in a browser whose notifications stand like this; turning them on leads to `next`. */
function open(first: PushState = { kind: "off" }, next: PushState | Error = { kind: "on", deviceId: laptop.id }) {
  let state = first;
  const push: MockOverrides["push"] = {
    state: async () => state,
    turnOn: async () => {
      if (next instanceof Error) throw next;
      if (next.kind === "on") devices = [laptop, ...devices];
      state = next;
      return state;
    },
    turnOff: async () => {
      devices = devices.filter(({ id }) => id !== laptop.id);
      state = { kind: "off" };
      return state;
    },
  };
  const { shell } = renderInShell(routes, { path: "/settings/notifications", http: server.http, push });
  return { person: userEvent.setup(), shell };
}
const turnOn = () => screen.findByRole("button", { name: "Turn on notifications" });
const list = () => screen.findByRole("list", { name: "Devices with notifications" });

describe("what a person is told", () => {
  it("is chosen for mails and devices apart, one kind at a time", async () => {
    const { person, shell } = open();
    await person.click(await screen.findByRole("switch", { name: "Mail: Limits of usage" }));
    expect(shell.preferences.get()).toMatchObject({ mailUsage: false, pushUsage: false, mailPayments: true });
    await person.click(screen.getByRole("switch", { name: "Devices: Reminders" }));
    expect(shell.preferences.get()).toMatchObject({ pushReminders: false, mailReminders: true, pushApprovals: true });
    await person.click(screen.getByRole("switch", { name: "Mail: Agents that need you" }));
    expect(shell.preferences.get()).toMatchObject({ mailApprovals: true });
  });
});

describe("this browser", () => {
  it("is turned on by a click, listed, tested, and turned off", async () => {
    const { person } = open();
    expect(await screen.findByText("No device shows notifications yet.")).toBeVisible();
    await person.click(await turnOn());
    const row = within((await within(await list()).findAllByRole("listitem"))[0]!);
    expect(row.getByText("This browser")).toBeVisible();
    await person.click(row.getByRole("button", { name: "Send a test" }));
    expect(await screen.findByText(/A notification is on its way/)).toBeVisible();
    expect(asked).toContain(`POST /${laptop.id}/test`);
    await person.click(screen.getByRole("button", { name: "Turn off" }));
    expect(await turnOn()).toBeVisible();
    expect(await screen.findByText("No device shows notifications yet.")).toBeVisible();
  });

  it("says what to do where the question was closed", async () => {
    const { person } = open({ kind: "off" }, { kind: "off" });
    await person.click(await turnOn());
    expect(await screen.findByText(/question was closed without an answer/)).toBeVisible();
  });

  it("says what to do where notifications are forbidden", async () => {
    const { person } = open({ kind: "off" }, { kind: "denied" });
    await person.click(await turnOn());
    expect(await screen.findByText(/Open the settings of this site/)).toBeVisible();
    expect(screen.queryByRole("button", { name: "Turn on notifications" })).toBeNull();
  });

  it("says so where the browser has none, and other devices are still there", async () => {
    devices = [phone];
    open({ kind: "unsupported" });
    expect(await screen.findByText(/add Tessera to the Home Screen/)).toBeVisible();
    expect(await screen.findByRole("button", { name: "Remove Chrome on Android" })).toBeVisible();
  });

  it("says what stands when it was not turned on, or no test was sent", async () => {
    const refused = open({ kind: "off" }, new Error("10 of your devices get notifications."));
    await refused.person.click(await turnOn());
    expect(await screen.findByRole("alert")).toHaveTextContent(
      "Notifications of this browser are still off. 10 of your devices get notifications.",
    );
  });

  it("says why no test was sent", async () => {
    devices = [laptop];
    answers.POST = problem(502, "It answered 500.");
    const { person } = open({ kind: "on", deviceId: laptop.id });
    await person.click(await screen.findByRole("button", { name: "Send a test" }));
    expect(await screen.findByRole("alert")).toHaveTextContent("No notification was sent. It answered 500.");
  });

  it("can be turned on again where its push service has forgotten it", async () => {
    devices = [laptop];
    answers.POST = problem(410, "The browser of this device takes no notifications any more.");
    const { person } = open({ kind: "on", deviceId: laptop.id });
    await person.click(await screen.findByRole("button", { name: "Send a test" }));
    expect(await screen.findByRole("alert")).toHaveTextContent(/takes no notifications any more/);
    expect(await turnOn()).toBeVisible();
  });
});

describe("other devices", () => {
  it("are listed after this one, say when they are signed out, and are removed after a question", async () => {
    devices = [{ ...phone, signedOut: true }, laptop];
    const { person, shell } = open({ kind: "on", deviceId: laptop.id });
    const [first, second] = within(await list()).getAllByRole("listitem");
    expect(first).toHaveTextContent(/Firefox on LinuxThis browser/);
    await waitFor(() => expect(second).toHaveTextContent(/Chrome on AndroidSigned outShows nothing until you sign in/));
    const remove = () => person.click(screen.getByRole("button", { name: "Remove Chrome on Android" }));
    await remove();
    await act(async () => shell.opened[0]!.cancel());
    expect(asked.filter((line) => line.startsWith("DELETE"))).toEqual([]);
    await remove();
    await act(async () => shell.opened[1]!.close(true));
    expect(await screen.findByText("Chrome on Android shows no notifications any more.")).toBeVisible();
    await waitFor(() => expect(screen.queryByRole("button", { name: "Remove Chrome on Android" })).toBeNull());
  });

  it("that cannot be listed are asked for again", async () => {
    answers.GET = problem(503, "The database is away.");
    const { person } = open();
    expect(await screen.findByText(/The database is away/)).toBeVisible();
    delete answers.GET;
    await person.click(screen.getByRole("button", { name: /try again|retry/i }));
    expect(await screen.findByText("No device shows notifications yet.")).toBeVisible();
  });
});
