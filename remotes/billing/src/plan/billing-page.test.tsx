import { renderInShell } from "@tessera/shell-api/testing";
import { act, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ComponentType } from "react";
import routes from "../routes.tsx";
import { BillingServer, onStudio, plans, refusal, without, withYear } from "../testing/billing-server.ts";

const server = new BillingServer();
beforeAll(() => server.start());
afterAll(() => server.stop());

const open = (answers: object = {}, saved?: string, search = "") => {
  server.reset(answers as Record<string, unknown>);
  const view = renderInShell(routes, {
    path: `/billing${search}`,
    saved,
    http: server.http,
    preferencesValue: { locale: "en-GB", timeZone: "Europe/Berlin" },
  });
  return { person: userEvent.setup(), ...view };
};
/** The dialog that is open, drawn as the shell would. */
const drawn = (view: ReturnType<typeof open>) => {
  const { component, props } = view.shell.opened[0]!;
  const Body = component as ComponentType<Record<string, unknown>>;
  render(<Body {...props} />, { wrapper: ({ children }) => <div data-testid="dialog">{children}</div> });
  return within(screen.getByTestId("dialog"));
};

describe("administrators", () => {
  const administrator = { ...onStudio, administrator: true };
  const latest = {
    startedAt: "2026-11-24T02:17:00.000Z",
    endedAt: "2026-11-24T02:19:00.000Z",
    compared: 1204,
    mended: 1,
  };

  it("see how the last comparison went and what it left, and compare now", async () => {
    const difference = { kind: "nobodys", title: "A subscription is nobody’s here", subject: "sub_1" };
    const { person } = open({
      "GET /api/billing/overview": administrator,
      "GET /api/billing/reconciliation": {
        latest,
        differences: [{ ...difference, detail: "sub_1 is charged.", foundAt: "2026-11-23T02:18:00.000Z" }],
      },
      "POST /api/billing/reconciliation": { latest, differences: [] },
    });
    const section = within(await screen.findByRole("region", { name: "Payment provider" }));
    expect(await section.findByText(/24 Nov 2026, 03:19: 1,204 customers\. 1 was brought up to date/)).toBeVisible();
    expect(section.getByRole("listitem")).toHaveTextContent(
      "A subscription is nobody’s heresub_1 is charged. Since 23 Nov 2026.",
    );
    await person.click(section.getByRole("button", { name: "Compare now" }));
    expect(await section.findByText(/There are no differences/)).toBeVisible();
    expect(section.queryByRole("listitem")).toBeNull();
  });

  it("follow a comparison that runs to its end", async () => {
    let answers = 0;
    const running = { latest: { ...latest, endedAt: null, compared: 7 }, differences: [] };
    open({
      "GET /api/billing/overview": administrator,
      "GET /api/billing/reconciliation": () => (answers++ ? { latest, differences: [] } : running),
    });
    expect(await screen.findByText(/7 customers so far/)).toBeVisible();
    expect(screen.getByRole("button", { name: "Comparing …" })).toBeDisabled();
    expect(await screen.findByText(/There are no differences/, {}, { timeout: 5_000 })).toBeVisible();
  });

  it("alone see it", async () => {
    open({ "GET /api/billing/overview": onStudio });
    expect(await screen.findByText("Active")).toBeVisible();
    expect(screen.queryByRole("region", { name: "Payment provider" })).toBeNull();
    expect(server.sent("GET /api/billing/reconciliation")).toEqual([]);
  });
});

describe("a plan that waits for the person", () => {
  it("leads to the payment pages while its first payment is not confirmed, and says when it was not in time", async () => {
    const waiting = { ...without, status: "incomplete", planId: "studio" };
    const { person, shell, unmount } = open({
      "GET /api/billing/overview": waiting,
      "POST /api/billing/portal": { url: "https://pay.example/portal" },
    });
    expect(await screen.findByText(/The first payment of Studio is not confirmed/)).toBeVisible();
    expect(screen.getByRole("button", { name: "Choose Desk" })).toBeEnabled();
    await person.click(screen.getByRole("button", { name: "Confirm the payment" }));
    await waitFor(() => expect(shell.left).toEqual(["https://pay.example/portal"]));
    unmount();
    open({ "GET /api/billing/overview": { ...waiting, status: "incomplete_expired" } });
    expect(await screen.findByText(/was not confirmed in time, so nothing was charged/)).toBeVisible();
    expect(screen.queryByRole("button", { name: "Confirm the payment" })).toBeNull();
  });

  it("asks for a card while it is paused, and then to resume with what is charged", async () => {
    const paused = { ...onStudio, billingStatus: "inactive", status: "paused", card: null };
    const { unmount } = open({ "GET /api/billing/overview": paused });
    expect(await screen.findByText(/The trial ended without a payment card/)).toBeVisible();
    expect(screen.getByRole("button", { name: "Add a card" })).toBeEnabled();
    expect(screen.queryByRole("button", { name: "Resume Studio" })).toBeNull();
    unmount();
    const { person } = open({
      "GET /api/billing/overview": { ...paused, card: onStudio.card },
      "POST /api/billing/resume": onStudio,
    });
    expect(
      await screen.findByText(/A new month begins then, and €18.00 is charged to Visa ending in 4242/),
    ).toBeVisible();
    await person.click(screen.getByRole("button", { name: "Resume Studio" }));
    expect(await screen.findByText("Active")).toBeVisible();
  });

  it.each(["unpaid", "paused"])("ends at once when it is cancelled while it is %s", async (status) => {
    const view = open({
      "GET /api/billing/overview": { ...onStudio, billingStatus: "inactive", status },
      "POST /api/billing/cancel": { ...without, status: "canceled" },
    });
    await view.person.click(await screen.findByRole("button", { name: "Cancel plan" }));
    expect(drawn(view).getByText(/Studio ends now/)).toBeVisible();
    await act(async () => view.shell.opened[0]?.close(true));
    expect(await screen.findByRole("heading", { name: "Choose a plan" })).toBeVisible();
  });

  it("says of a trial of the provider whether a card will be charged", async () => {
    const trial = { ...onStudio, status: "trialing", card: null };
    open({ "GET /api/billing/overview": trial });
    expect(await screen.findByText(/Without one it pauses, and nothing is charged/)).toBeVisible();
  });
});

describe("without a plan", () => {
  it("asks to choose one, one of them recommended, and says why the person is here [route.billing]", async () => {
    open({}, "/items/inbox");
    expect(await screen.findByRole("heading", { name: "Choose a plan" })).toBeVisible();
    expect(
      screen.getByText(/You need a plan to open items. Choose one, and we take you to the page you asked for/),
    ).toBeVisible();
    expect(screen.getAllByRole("button", { name: /^Choose / })).toHaveLength(3);
    expect(screen.getAllByText("Recommended")).toHaveLength(1);
    expect(screen.getByText("€18.00 a month")).toBeVisible();
    expect(screen.queryByText(/4242 4242/)).toBeNull();
    expect(screen.queryByRole("button", { name: "Customer portal" })).toBeNull();
  });

  it("leaves for the payment page once however often the button is pressed, with the page that was asked for", async () => {
    const { person, shell } = open({ "POST /api/billing/checkout": { url: "https://pay.example/1" } }, "/items/note");
    await person.dblClick(await screen.findByRole("button", { name: "Choose Studio" }));
    await waitFor(() => expect(shell.left).toEqual(["https://pay.example/1"]));
    const sent = server.sent("POST /api/billing/checkout");
    expect(new Set(sent.map(({ body }) => (body as { attemptId: string }).attemptId)).size).toBe(1);
    expect(sent[0]?.body).toMatchObject({ planId: "studio", returnPath: "/items/note" });
  });

  it("follows no address of another origin", async () => {
    const { person, shell } = open(
      { "POST /api/billing/checkout": { url: "https://pay.example/1" } },
      undefined,
      "?from=%2F%09%2Fevil.example",
    );
    await person.click(await screen.findByRole("button", { name: "Choose Desk" }));
    await waitFor(() => expect(shell.left).toHaveLength(1));
    expect(server.sent("POST /api/billing/checkout")[0]?.body).not.toHaveProperty("returnPath");
  });

  it("says that nothing was charged when the payment page does not open, and a new try is a new attempt", async () => {
    const { person } = open({
      "POST /api/billing/checkout": refusal(502, "payments_unreachable", "The payment provider does not answer."),
    });
    await person.click(await screen.findByRole("button", { name: "Choose Studio" }));
    expect(await screen.findByRole("alert")).toHaveTextContent(
      /nothing was charged.*The payment provider does not answer/,
    );
    await person.click(screen.getByRole("button", { name: "Choose Studio" }));
    await waitFor(() => expect(server.sent("POST /api/billing/checkout")).toHaveLength(2));
    const [first, second] = server
      .sent("POST /api/billing/checkout")
      .map(({ body }) => (body as { attemptId: string }).attemptId);
    expect(first).not.toBe(second);
  });

  it("recommends no dearer plan that holds the same", async () => {
    open({ "GET /api/billing/plans": plans.map((plan) => ({ ...plan, features: plans[0]?.features })) });
    expect(await screen.findByRole("button", { name: "Choose Studio" })).toBeVisible();
    expect(screen.queryByText("Recommended")).toBeNull();
  });

  it("names the test card in the sandbox only", async () => {
    open({ "GET /api/billing/overview": { ...without, sandbox: true } });
    expect(await screen.findByText(/card 4242 4242 4242 4242/)).toBeVisible();
  });

  it("tells when the plan ended", async () => {
    open({
      "GET /api/billing/overview": { ...without, status: "canceled", currentPeriodEnd: "2026-11-03T09:00:00.000Z" },
    });
    expect(await screen.findByText(/Your plan ended on Tuesday,? 3 November 2026/)).toBeVisible();
  });
});

describe("the trial", () => {
  const endsAt = "2026-12-06T09:00:00.000Z";
  const offered = { ...without, trial: { state: "offered", days: 14, endsAt: null } };
  const running = {
    ...without,
    billingStatus: "active",
    status: "trialing",
    planId: "studio",
    currentPeriodEnd: endsAt,
    cancelAtPeriodEnd: true,
    trial: { state: "running", days: null, endsAt },
  };

  it("is started by one click, says how it ends, and leads to the page that was asked for", async () => {
    const { person, shell, router } = open(
      { "GET /api/billing/overview": offered, "POST /api/billing/trial": running },
      "/items/note?open=capture",
    );
    expect(await screen.findByRole("heading", { name: "Try everything for 14 days" })).toBeVisible();
    expect(screen.getByText(/No card is needed.*nothing is charged.*are kept/)).toBeVisible();
    await person.dblClick(screen.getByRole("button", { name: "Start the trial" }));
    await waitFor(() => expect(router.state.location.pathname).toBe("/items/note"));
    expect(router.state.location.search).toBe("?open=capture");
    expect(server.sent("POST /api/billing/trial")).toHaveLength(1);
    expect(shell.shown[0]?.message).toMatch(/^Your trial runs until Sunday,? 6 December 2026$/);
  });

  it("says why it was not started, and leaves the plans", async () => {
    const { person } = open({
      "GET /api/billing/overview": offered,
      "POST /api/billing/trial": refusal(409, "trial_used", "You have used your trial."),
    });
    await person.click(await screen.findByRole("button", { name: "Start the trial" }));
    expect(await screen.findByRole("alert")).toHaveTextContent("The trial was not started. You have used your trial.");
    expect(screen.getAllByRole("button", { name: /^Choose / })).toHaveLength(3);
  });

  it("says until when it runs and what comes after, beside the plans", async () => {
    open({ "GET /api/billing/overview": running });
    const head = await screen.findByRole("heading", { name: /^Your trial runs until Sunday,? 6 December 2026$/ });
    expect(head).toBeVisible();
    expect(screen.getByText(/Without one, items close; your cards and files are kept/)).toBeVisible();
    expect(screen.queryByRole("button", { name: "Start the trial" })).toBeNull();
    expect(screen.queryByRole("button", { name: /Resume|Cancel plan/ })).toBeNull();
    expect(screen.getAllByRole("button", { name: /^Choose / })).toHaveLength(3);
  });

  it("says when it ended and that nothing is lost", async () => {
    open({ "GET /api/billing/overview": { ...without, trial: { state: "ended", days: null, endsAt } } });
    expect(
      await screen.findByText(/Your trial ended on Sunday,? 6 December 2026\. Your cards and files are kept/),
    ).toBeVisible();
    expect(screen.queryByRole("button", { name: "Start the trial" })).toBeNull();
  });
});

describe("with a plan", () => {
  it("says what is charged when and to which card", async () => {
    open({ "GET /api/billing/overview": onStudio });
    expect(await screen.findByRole("heading", { name: "You are on Studio" })).toBeVisible();
    expect(screen.getByText("Active")).toBeVisible();
    const lead = screen.getByText(/is charged/);
    expect(lead).toHaveTextContent(
      /^€18\.00 is charged on the 3rd of each month to Visa ending in 4242\. The next time is Thursday,? 3 December 2026\. You can stop/,
    );
    expect(screen.getByText("Your plan")).toBeVisible();
  });

  it("names what cancelling loses, and cancels only when that is chosen", async () => {
    const view = open({
      "GET /api/billing/overview": onStudio,
      "POST /api/billing/cancel": { ...onStudio, cancelAtPeriodEnd: true },
    });
    await view.person.click(await screen.findByRole("button", { name: "Cancel plan" }));
    expect(view.shell.opened[0]?.options.title).toBe("Cancel Studio?");
    const dialog = drawn(view);
    expect(dialog.getByText(/paid until Thursday,? 3 December 2026/)).toBeVisible();
    expect(dialog.getByText(/Items close/)).toBeVisible();
    expect(server.sent("POST /api/billing/cancel")).toHaveLength(0);
    await act(async () => view.shell.opened[0]?.close(true));
    expect(await screen.findByText("Ends 3 December")).toBeVisible();
    expect(screen.getByRole("button", { name: "Resume Studio" })).toBeVisible();
    expect(view.shell.shown[0]?.message).toMatch(/Studio is cancelled\. It stays open until 3 December\./);
  });

  it("keeps the plan when the question is closed", async () => {
    const view = open({ "GET /api/billing/overview": onStudio });
    await view.person.click(await screen.findByRole("button", { name: "Cancel plan" }));
    await act(async () => view.shell.opened[0]?.cancel());
    expect(server.sent("POST /api/billing/cancel")).toHaveLength(0);
    expect(screen.getByText("Active")).toBeVisible();
  });

  it("resumes a cancelled plan", async () => {
    const { person } = open({
      "GET /api/billing/overview": { ...onStudio, cancelAtPeriodEnd: true },
      "POST /api/billing/resume": onStudio,
    });
    await person.click(await screen.findByRole("button", { name: "Resume Studio" }));
    expect(await screen.findByText("Active")).toBeVisible();
  });

  it("names what another plan changes and costs, and sends the change with one key", async () => {
    const view = open({
      "GET /api/billing/overview": onStudio,
      "POST /api/billing/plan": { ...onStudio, planId: "workshop", price: plans[2]?.price },
    });
    await view.person.click(await screen.findByRole("button", { name: "Change to Workshop" }));
    const dialog = drawn(view);
    expect(dialog.getByText(/costs €44.00 a month instead of €18.00/)).toBeVisible();
    expect(dialog.getByRole("row", { name: /Cards/ })).toHaveTextContent("100,000→Unlimited");
    expect(dialog.queryByRole("row", { name: /Import/ })).toBeNull();
    expect(dialog.queryByText(/they all stay/)).toBeNull();
    await act(async () => view.shell.opened[0]?.close(true));
    expect(await screen.findByRole("heading", { name: "You are on Workshop" })).toBeVisible();
    const [sent] = server.sent("POST /api/billing/plan");
    expect(sent?.body).toEqual({ planId: "workshop", interval: "month" });
    expect(sent?.idempotencyKey).toMatch(/^[0-9a-f-]{36}$/);
  });

  it("says in money what a change charges now, as the provider calculates it", async () => {
    const nothing = { amount: 0, currency: "EUR" };
    const view = open({
      "GET /api/billing/overview": onStudio,
      "GET /api/billing/plan/preview": { dueNow: { amount: 871, currency: "EUR" }, credit: nothing },
    });
    await view.person.click(await screen.findByRole("button", { name: "Change to Workshop" }));
    const dialog = drawn(view);
    expect(dialog.getByText(/The difference for the rest of this month is charged/)).toBeVisible();
    expect(
      await dialog.findByText(/€8\.71 for the rest of the period is charged to Visa ending in 4242 now/),
    ).toBeVisible();
  });

  it("says in money what a smaller plan credits", async () => {
    const nothing = { amount: 0, currency: "EUR" };
    const view = open({
      "GET /api/billing/overview": onStudio,
      "GET /api/billing/plan/preview": { dueNow: nothing, credit: { amount: 333, currency: "EUR" } },
    });
    await view.person.click(await screen.findByRole("button", { name: "Change to Desk" }));
    expect(
      await drawn(view).findByText(/€3\.33 of what you have paid is credited to your next invoices/),
    ).toBeVisible();
  });

  it("says what becomes of cards that a smaller plan has no place for", async () => {
    const view = open({ "GET /api/billing/overview": onStudio });
    await view.person.click(await screen.findByRole("button", { name: "Change to Desk" }));
    expect(
      drawn(view).getByText(
        "If you hold more than 10,000 cards, they all stay. New ones are refused until you hold fewer, or change the plan again.",
      ),
    ).toBeVisible();
  });

  it("says what a smaller plan leaves no room for, from what is used and held", async () => {
    const meter = (name: string, title: string, counts: "month" | "held", used: number) => ({
      ...{ meter: name, title, unit: "count", counts, used, included: null, notifyAt: null, stopAt: null },
      ...{ own: { notifyAt: null, stopAt: null }, projected: null, reachedOn: null, days: [], models: [], agents: [] },
    });
    const meters = [meter("cards", "Cards", "held", 12_000), meter("enrichment", "Enrichments", "month", 2_001)];
    const view = open({
      "GET /api/billing/overview": onStudio,
      "GET /api/billing/plans": plans.map((plan) => ({ ...plan, usage: { cards: 10_000, enrichment: 2_000 } })),
      "GET /api/billing/usage": { month: "2026-11", today: "2026-11-23", firstMonth: null, meters },
    });
    await view.person.click(await screen.findByRole("button", { name: "Change to Desk" }));
    const over = within(await drawn(view).findByRole("list", { name: "More than Desk includes" }));
    expect(over.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
      "Cards: you have 12,000, Desk holds 10,000. All of it stays; more is refused until you have less.",
      "Enrichments: 2,001 used this month, Desk includes 2,000. New work waits until the next month.",
    ]);
  });

  it("says that the plan stays when a change is refused", async () => {
    const view = open({
      "GET /api/billing/overview": onStudio,
      "POST /api/billing/plan": refusal(402, "card_declined", "The card was declined."),
    });
    await view.person.click(await screen.findByRole("button", { name: "Change to Workshop" }));
    await act(async () => view.shell.opened[0]?.close(true));
    expect(await screen.findByRole("alert")).toHaveTextContent(/You stay on Studio.*The card was declined/);
  });

  it("warns of a failed payment with the end of the grace, and says when items are closed", async () => {
    const failed = { ...onStudio, status: "past_due", graceEndsAt: "2026-12-10T09:00:00.000Z" };
    const { unmount } = open({ "GET /api/billing/overview": failed });
    expect(await screen.findByText(/stays open until Thursday,? 10 December 2026/)).toBeVisible();
    unmount();
    open({ "GET /api/billing/overview": { ...failed, billingStatus: "inactive" } });
    expect(await screen.findByText(/Items are closed/)).toBeVisible();
    expect(screen.queryByRole("button", { name: /^Change to/ })).toBeNull();
  });

  it("opens the customer portal", async () => {
    const { person, shell } = open({
      "GET /api/billing/overview": onStudio,
      "POST /api/billing/portal": { url: "https://pay.example/portal" },
    });
    await person.click(await screen.findByRole("button", { name: "Customer portal" }));
    await waitFor(() => expect(shell.left).toEqual(["https://pay.example/portal"]));
  });

  it("lists the invoices with their sums and documents", async () => {
    const invoice = {
      id: "in_1",
      number: "TES-0001",
      status: "paid",
      total: { amount: 1800, currency: "EUR" },
      description: "Studio, 3 Nov to 2 Dec",
      createdAt: "2026-11-03T09:00:00.000Z",
      url: "https://pay.example/in_1",
    };
    open({ "GET /api/billing/overview": onStudio, "GET /api/billing/invoices": [invoice] });
    expect(await screen.findByText("Studio, 3 Nov to 2 Dec")).toBeVisible();
    expect(screen.getByText("Paid")).toBeVisible();
    expect(screen.getByRole("link", { name: "Open invoice TES-0001" })).toHaveAttribute(
      "href",
      "https://pay.example/in_1",
    );
  });
});

describe("an invoice whose payment went back", () => {
  const invoice = (number: string, more: object) => ({
    ...{ id: `in_${number}`, number, status: "paid", total: { amount: 1800, currency: "EUR" }, description: "Studio" },
    ...{ createdAt: "2026-11-03T09:00:00.000Z", url: null, paid: 1800, refunded: 0, disputed: false, ...more },
  });

  it("says so in words, each beside a sign of its own", async () => {
    const { paid, ...older } = invoice("6", {});
    open({
      "GET /api/billing/overview": onStudio,
      "GET /api/billing/invoices": [
        invoice("1", { refunded: 1800 }),
        // Credit paid the rest of it, and credit is no money that could go back.
        invoice("2", { paid: 1200, refunded: 500 }),
        invoice("3", { disputed: true }),
        invoice("4", { disputed: true, refunded: 600 }),
        invoice("5", { paid: 1200, refunded: 1200 }),
        { ...older, refunded: undefined, disputed: undefined },
      ],
    });
    const list = within(await screen.findByRole("list", { name: "Invoices" }));
    const said = list.getAllByRole("listitem").map((entry) => entry.textContent?.split("3 Nov 2026 ")[1]);
    expect(said).toEqual([
      "Refunded",
      "Refunded €5.00 of €12.00",
      "Disputed",
      "Disputed, refunded €6.00 of €18.00",
      "Refunded",
      "Paid",
    ]);
    for (const entry of list.getAllByRole("listitem")) expect(entry.querySelector("svg")).not.toBeNull();
  });
});

it.each([
  [{ invoiceName: "Engines Ltd", taxNumber: "DE123456789" }, "Engines Ltd, VAT number DE123456789"],
  [{ invoiceName: null, taxNumber: "DE123456789" }, "VAT number DE123456789"],
  [{ invoiceName: "Ada Lovelace", taxNumber: null }, "Ada Lovelace"],
])("says whom invoices name: %j", async (named, words) => {
  open({ "GET /api/billing/overview": { ...onStudio, ...named } });
  expect(
    await screen.findByText(`Your invoices name ${words}. You can change this in the customer portal.`),
  ).toBeVisible();
});

it("says nothing of invoices that name nobody", async () => {
  open({ "GET /api/billing/overview": { ...onStudio, invoiceName: null, taxNumber: null } });
  expect(await screen.findByText("Active")).toBeVisible();
  expect(screen.queryByText(/^Your invoices name/)).toBeNull();
});

describe("a discount", () => {
  const by = (discount: object) => ({ "GET /api/billing/overview": { ...onStudio, interval: "month", discount } });

  it("is said with its end, and with the next payment where it counts then", async () => {
    const { unmount } = open(by({ percent: 20, amount: null, endsAt: "2027-03-03T09:00:00.000Z" }));
    expect(await screen.findByText("20% off until 3 March 2027.")).toBeVisible();
    expect(screen.getByText(/is charged/)).toHaveTextContent(/^€18\.00 less 20% is charged on the 3rd of each month/);
    unmount();
    const ending = open(by({ percent: 12.5, amount: null, endsAt: onStudio.currentPeriodEnd }));
    expect(await screen.findByText("12.5% off until 3 December 2026.")).toBeVisible();
    expect(screen.getByText(/is charged/)).toHaveTextContent(/^€18\.00 is charged/);
    ending.unmount();
    open(by({ percent: null, amount: { amount: 500, currency: "EUR" }, endsAt: null }));
    expect(await screen.findByText("€5.00 off.")).toBeVisible();
    expect(screen.getByText(/is charged/)).toHaveTextContent(/^€18\.00 less €5\.00 is charged/);
  });

  it("is not spoken of where there is none", async () => {
    open({ "GET /api/billing/overview": onStudio });
    expect(await screen.findByText("Active")).toBeVisible();
    expect(screen.queryByText(/ off/)).toBeNull();
  });
});

describe("prices of a year", () => {
  const onYear = {
    ...onStudio,
    price: { amount: 18_000, currency: "EUR" },
    interval: "year",
    currentPeriodEnd: "2027-11-25T09:00:00.000Z",
  };
  const sold = { "GET /api/billing/plans": withYear };
  const heads = () => {
    const plans = within(screen.getByRole("list", { name: "Plans" }));
    return plans.getAllByRole("heading").map(({ parentElement }) => parentElement?.textContent);
  };

  it("are offered by a switch that the keyboard turns, with what they save; a plan without one keeps its month", async () => {
    const { person } = open(sold);
    const group = within(await screen.findByRole("radiogroup", { name: "How often you pay" }));
    const [monthly, yearly] = [
      group.getByRole("radio", { name: "Monthly" }),
      group.getByRole("radio", { name: "Yearly" }),
    ];
    expect([monthly, yearly].map((radio) => (radio as HTMLInputElement).checked)).toEqual([true, false]);
    expect(heads()).toEqual(["Desk€8.00 a month", "StudioRecommended€18.00 a month", "Workshop€44.00 a month"]);
    monthly.focus();
    await person.keyboard("{ArrowRight}");
    expect(yearly).toBeChecked();
    expect(heads()).toEqual([
      "Desk€80.00 a year€16.00 less than twelve months",
      "StudioRecommended€180.00 a year€36.00 less than twelve months",
      "Workshop€44.00 a month",
    ]);
  });

  it("stay chosen when the page remounts, as when the window becomes phone-sized", async () => {
    const { person, unmount, router } = open(sold, undefined, "?from=%2Fitems");
    await person.click(await screen.findByRole("radio", { name: "Yearly" }));
    const { search } = router.state.location;
    expect(search).toBe("?from=%2Fitems&interval=year");
    unmount();
    open(sold, undefined, search);
    expect(await screen.findByRole("radio", { name: "Yearly" })).toBeChecked();
  });

  it("are bought at the interval that is shown, and each interval is an attempt of its own", async () => {
    const { person, shell } = open({ ...sold, "POST /api/billing/checkout": refusal(503, "busy", "Try again.") });
    await person.click(await screen.findByRole("button", { name: "Choose Studio" }));
    await screen.findByRole("alert");
    server.answers["POST /api/billing/checkout"] = { url: "https://pay.example/1" };
    await person.click(screen.getByRole("radio", { name: "Yearly" }));
    await person.click(screen.getByRole("button", { name: "Choose Studio" }));
    await waitFor(() => expect(shell.left).toEqual(["https://pay.example/1"]));
    const bodies = server.sent("POST /api/billing/checkout").map(({ body }) => body as Record<string, string>);
    expect(bodies.map(({ planId, interval }) => [planId, interval])).toEqual([
      ["studio", "month"],
      ["studio", "year"],
    ]);
    expect(bodies[0]?.attemptId).not.toBe(bodies[1]?.attemptId);
  });

  it("save nothing in words where they save nothing in money", async () => {
    const dear = { amount: 12 * 800, currency: "EUR" };
    const { person } = open({ "GET /api/billing/plans": withYear.map((plan) => ({ ...plan, yearlyPrice: dear })) });
    await person.click(await screen.findByRole("radio", { name: "Yearly" }));
    expect(heads()[0]).toBe("Desk€96.00 a year");
  });

  it("are no subject of an installation without them", async () => {
    const { unmount } = open();
    expect(await screen.findByRole("button", { name: "Choose Studio" })).toBeVisible();
    expect(screen.queryByRole("radiogroup")).toBeNull();
    unmount();
    open({ "GET /api/billing/overview": onStudio });
    expect(await screen.findByRole("heading", { name: "You are on Studio" })).toBeVisible();
    expect(screen.queryByRole("radiogroup")).toBeNull();
  });

  it("are what the present plan names when it is paid so, also where they are sold no more", async () => {
    const { unmount } = open({ ...sold, "GET /api/billing/overview": onYear });
    expect(await screen.findByRole("heading", { name: "You are on Studio, paid yearly" })).toBeVisible();
    expect(screen.getByText(/is charged/)).toHaveTextContent(
      /^€180\.00 is charged on 25 November of each year to Visa ending in 4242\. .* keep Studio until the year ends/,
    );
    expect(screen.getByRole("radio", { name: "Yearly" })).toBeChecked();
    expect(screen.getByText("Your plan")).toBeVisible();
    unmount();
    open({ "GET /api/billing/overview": onYear });
    expect(await screen.findByRole("heading", { name: "You are on Studio, paid yearly" })).toBeVisible();
    expect(screen.queryByText("Your plan")).toBeNull();
    expect(screen.getByRole("button", { name: "Pay by the month" })).toBeVisible();
  });

  it("are changed to with the money named, and the change asks for the interval", async () => {
    const [due, nothing] = [
      { amount: 17_150, currency: "EUR" },
      { amount: 0, currency: "EUR" },
    ];
    const asked: (string | null)[] = [];
    const view = open({
      ...sold,
      "GET /api/billing/overview": { ...onStudio, interval: "month" },
      "GET /api/billing/plan/preview": (_: unknown, query: URLSearchParams) => {
        asked.push(query.get("planId"), query.get("interval"));
        return { dueNow: due, credit: nothing };
      },
      "POST /api/billing/plan": onYear,
    });
    expect(await screen.findByRole("heading", { name: "You are on Studio, paid monthly" })).toBeVisible();
    await view.person.click(screen.getByRole("radio", { name: "Yearly" }));
    await view.person.click(screen.getByRole("button", { name: "Pay by the year" }));
    expect(view.shell.opened[0]?.options.title).toBe("Pay Studio by the year?");
    const dialog = drawn(view);
    expect(dialog.getByText(/costs €180\.00 a year instead of €18\.00 a month\. A new year begins/)).toBeVisible();
    expect(
      await dialog.findByText(
        /€171\.50 for the first year, less the rest of this month, is charged to Visa ending in 4242 now/,
      ),
    ).toBeVisible();
    expect(asked).toEqual(["studio", "year"]);
    await act(async () => view.shell.opened[0]?.close(true));
    expect(await screen.findByRole("heading", { name: "You are on Studio, paid yearly" })).toBeVisible();
    expect(server.sent("POST /api/billing/plan")[0]?.body).toEqual({ planId: "studio", interval: "year" });
    expect(view.shell.shown[0]?.message).toBe("You pay Studio by the year");
  });
});

it("says when it cannot load, and loads again", async () => {
  const { person } = open({
    "GET /api/billing/overview": refusal(503, "unavailable", "Billing is starting. Try again in a few seconds."),
  });
  expect(await screen.findByText("Billing is starting. Try again in a few seconds.")).toBeVisible();
  server.answers["GET /api/billing/overview"] = without;
  await person.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByRole("heading", { name: "Choose a plan" })).toBeVisible();
});
