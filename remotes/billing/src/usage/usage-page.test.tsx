import { readFileSync } from "node:fs";
import path from "node:path";
import type { MeterUsage, Usage } from "@tessera/contracts-billing/usage.ts";
import { renderInShell, showDialog } from "@tessera/shell-api/testing";
import { holdDate } from "@tessera/testing/hold-date.ts";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import routes from "../routes.tsx";
import { BillingServer, refusal } from "../testing/billing-server.ts";

const server = new BillingServer();
beforeAll(() => server.start());
afterAll(() => server.stop());

const CARD = "00000000-0000-4000-8000-000000000001";
const card = {
  ...{
    id: CARD,
    type: "bookmark",
    parentId: null,
    title: "Lighthouse keepers",
    titleSource: "rule",
    body: "",
    data: {},
  },
  ...{ tags: [], status: "inbox", pinned: false, unread: false, dueAt: null, snoozeUntil: null, source: "capture" },
  ...{ sourceUrl: null, processing: {}, attachments: [], createdAt: "2026-03-04T09:00:00.000Z", archivedAt: null },
  ...{ updatedAt: "2026-03-04T09:00:00.000Z", version: 1 },
};
const meter = (parts: Partial<MeterUsage>): MeterUsage => ({
  ...{ meter: "enrichment", title: "Enrichments", unit: "count", counts: "month", used: 0, included: null },
  ...{ own: { notifyAt: null, stopAt: null }, notifyAt: null, stopAt: null, projected: null, reachedOn: null },
  ...{ days: [], models: [], agents: [] },
  ...parts,
});
const tokens = meter({
  ...{ meter: "agent-tokens", title: "Agent tokens", unit: "tokens", used: 3_810_000 },
  days: [{ day: "2026-03-04", quantity: 3_810_000, uses: 2 }],
  agents: [{ name: "Bookkeeper", quantity: 3_810_000, uses: 2 }],
});
const enrichments = meter({ used: 7, days: [{ day: "2026-03-04", quantity: 7, uses: 7 }] });
const present = "2026-11-23";
holdDate(`${present}T10:00:00Z`);
const usageOf = (month: string, meters: MeterUsage[]): Usage => ({
  month,
  today: present,
  firstMonth: "2026-02",
  meters,
});

const open = (address: string, meters: MeterUsage[], answers: object = {}) => {
  server.reset({
    "GET /api/billing/usage": (_body: unknown, query: URLSearchParams) => usageOf(query.get("month")!, meters),
    ...answers,
  });
  const view = renderInShell(routes, {
    path: address,
    http: server.http,
    preferencesValue: { locale: "en-GB", timeZone: "Europe/Berlin" },
  });
  return { person: userEvent.setup(), ...view };
};
const monthName = (month: string) =>
  new Date(`${month}-01T00:00:00Z`).toLocaleDateString("en-GB", { month: "long", year: "numeric", timeZone: "UTC" });

describe("the address", () => {
  const manifest = JSON.parse(readFileSync(path.resolve(import.meta.dirname, "../../manifest.json"), "utf8")) as {
    routes: { id: string; path: string }[];
  };

  it.each([
    ["/usage", monthName(present.slice(0, 7))],
    ["/usage/2025", "December 2025"],
    ["/usage/2026/03", "March 2026"],
  ])("%s shows %s [route.usage]", async (address, name) => {
    open(address, [enrichments]);
    expect(await screen.findByRole("heading", { level: 1, name })).toBeVisible();
    expect(await screen.findByRole("table", { name: "Enrichments by day" })).toBeVisible();
    expect(manifest.routes).toContainEqual(
      expect.objectContaining({ id: "usage-year-month", path: "/usage/:year?/:month?" }),
    );
  });

  it("is followed by the month switcher, up to the present month and down to the first", async () => {
    const { person } = open("/usage/2026/03", [enrichments]);
    // Until the month is there nobody knows whether there is one before it.
    await waitFor(() => expect(screen.getByRole("button", { name: "Month before" })).toBeEnabled());
    await person.click(screen.getByRole("button", { name: "Month before" }));
    expect(await screen.findByRole("heading", { name: "February 2026" })).toBeVisible();
    await waitFor(() => expect(screen.getByRole("button", { name: "Month before" })).toBeDisabled());
    await person.click(screen.getByRole("button", { name: "Month after" }));
    expect(await screen.findByRole("heading", { name: "March 2026" })).toBeVisible();
  });

  it("of a month that has not started says so", async () => {
    open("/usage/2099/01", []);
    expect(await screen.findByText(/This month has not started/)).toBeVisible();
  });
});

it("shows what was used by day and agent, and a line opens the cards behind it", async () => {
  const use = { at: "2026-03-04T09:00:00.000Z", subject: null, model: null, agent: "Bookkeeper" };
  const uses = [
    { ...use, quantity: 3_000_000, cardId: CARD },
    { ...use, quantity: 810_000, cardId: null },
  ];
  const { person } = open("/usage/2026/03", [enrichments, tokens], {
    "GET /api/billing/usage/uses": (_body: unknown, query: URLSearchParams) =>
      query.get("agent") === "Bookkeeper" && query.get("meter") === "agent-tokens"
        ? { uses, total: 2 }
        : refusal(400, "invalid_request", "asked for something else"),
    [`GET /api/items/${CARD}`]: card,
  });
  await person.click(await screen.findByRole("tab", { name: "Agent tokens" }));
  expect(screen.getByRole("img", { name: /Agent tokens by day/ })).toBeVisible();
  const agents = within(screen.getByRole("table", { name: "Agent tokens by agent" }));
  expect(agents.getByRole("cell", { name: "3.81 M" })).toBeVisible();
  await person.click(agents.getByRole("button", { name: "Bookkeeper" }));
  expect(await agents.findByRole("link", { name: "Lighthouse keepers" })).toHaveAttribute(
    "href",
    `/items/bookmark/${CARD}`,
  );
  expect(agents.getByText("810,000")).toBeVisible();
});

it("draws what each model and agent used, and says the figures of each bar", async () => {
  const models = [
    { name: "small-1", quantity: 3_000_000, uses: 3 },
    { name: "small-2", quantity: 1_000_000, uses: 1 },
  ];
  const { person } = open("/usage/2026/03", [enrichments, { ...tokens, models }]);
  await person.click(await screen.findByRole("tab", { name: "Agent tokens" }));
  const bars = within(screen.getByRole("list", { name: "Agent tokens by model, as bars" }));
  const widthOf = (name: string) => Number(bars.getByRole("img", { name }).lastElementChild!.getAttribute("width"));
  expect(bars.getAllByRole("img").map((bar) => bar.getAttribute("aria-label"))).toEqual([
    "small-1: 3 M",
    "small-2: 1 M",
  ]);
  expect(widthOf("small-1: 3 M")).toBeCloseTo(3 * widthOf("small-2: 1 M"));
  expect(screen.getByRole("table", { name: "Agent tokens by model" })).toBeVisible();
  const agents = within(screen.getByRole("list", { name: "Agent tokens by agent, as bars" }));
  expect(agents.getByRole("img", { name: "Bookkeeper: 3.81 M" })).toBeVisible();
});

it("draws the largest of many, and a loss to the left of what grew", async () => {
  const many = Array.from({ length: 9 }, (_, at) => ({
    name: `agent-${at}`,
    quantity: at === 7 ? -20 : 40 - at,
    uses: 1,
  }));
  const held = meter({ counts: "held", days: [{ day: "2026-03-04", quantity: 7, uses: 7 }], agents: many });
  open("/usage/2026/03", [held]);
  const bars = within(await screen.findByRole("list", { name: "Enrichments by agent, as bars" }));
  expect(bars.getAllByRole("img")).toHaveLength(8);
  expect(screen.getByText("The 8 largest of 9; the table has all.")).toBeVisible();
  const rect = (name: string) => bars.getByRole("img", { name }).lastElementChild!;
  const [grew, shrank] = [rect("agent-0: 40"), rect("agent-7: -20")];
  const zero = Number(grew.getAttribute("x"));
  expect(Number(shrank.getAttribute("x")) + Number(shrank.getAttribute("width"))).toBeCloseTo(zero);
});

it("says of somebody whom no plan limits that the limit is their own", async () => {
  open("/usage", [meter({ used: 62, stopAt: 100, days: [{ day: present, quantity: 62, uses: 62 }] })]);
  expect(await screen.findByText("Within your own limit")).toBeVisible();
});

it("says how much is left, what is expected, and where it stops", async () => {
  const near = { used: 62, included: 100, notifyAt: 80, stopAt: 100, projected: 122, reachedOn: "2026-11-27" };
  open("/usage", [meter({ ...near, days: [{ day: present, quantity: 62, uses: 62 }] })]);
  const figures = within(await screen.findByLabelText("Used this month"));
  expect(figures.getByText("62")).toHaveTextContent("62 of 100");
  expect(figures.getByText("122 by the end of the month")).toBeVisible();
  expect(figures.getByText("Used up on about 27 November")).toBeVisible();
});

it("explains itself while nothing is used", async () => {
  open("/usage", [meter({})]);
  expect(await screen.findByText(/are counted here, by day, with the card that each belongs to/)).toBeVisible();
  expect(screen.getByRole("button", { name: "CSV" })).toBeDisabled();
});

it("keeps the limits that changed, and takes none that is no number", async () => {
  const month = present.slice(0, 7);
  const limited = meter({ used: 1, included: 100, stopAt: 100, notifyAt: 80 });
  const view = open("/usage", [limited, tokens], {
    "PUT /api/billing/usage/limits": () => usageOf(month, [{ ...limited, stopAt: 30 }, tokens]),
  });
  await view.person.click(await screen.findByRole("button", { name: "Change limits" }));
  const dialog = await showDialog(view.shell);
  const fields = within(dialog.in.getByRole("group", { name: "Enrichments" }));
  await view.person.type(fields.getByLabelText("Stop at"), "many");
  expect(fields.getByText("Enter a whole number, or leave it empty.")).toBeVisible();
  await view.person.clear(fields.getByLabelText("Stop at"));
  await view.person.type(fields.getByLabelText("Stop at"), "30");
  await view.person.click(dialog.in.getByRole("button", { name: "Keep limits" }));
  await waitFor(() =>
    expect(server.sent("PUT /api/billing/usage/limits").map(({ body }) => body)).toEqual([
      { meter: "enrichment", notifyAt: null, stopAt: 30 },
    ]),
  );
  expect(await screen.findByText("Your own limit; the plan includes 100")).toBeVisible();
});

it("says what went wrong, and asks again", async () => {
  const { person } = open("/usage", [], {
    "GET /api/billing/usage": refusal(503, "database_unavailable", "The database does not answer."),
  });
  expect(await screen.findByText("The database does not answer.")).toBeVisible();
  await person.click(screen.getByRole("button", { name: "Try again" }));
  await waitFor(() => expect(server.sent("GET /api/billing/usage").length).toBeGreaterThan(1));
});
