import { act, screen, within } from "@testing-library/react";
import { answerWith, clearCookies, startShell } from "../testing/start-shell.tsx";

/** What is observed, and what is told when it comes into sight. */
let seen: (() => void)[] = [];
class Observer {
  constructor(private readonly tell: (entries: { isIntersecting: boolean }[]) => void) {}
  observe() {
    seen.push(() => this.tell([{ isIntersecting: true }]));
  }
  disconnect() {}
}

beforeEach(() => {
  clearCookies();
  seen = [];
  Object.assign(globalThis, { IntersectionObserver: Observer });
});

const plansForTest = [
  {
    id: "desk",
    name: "Desk",
    price: { amount: 800, currency: "EUR" },
    interval: "month",
    yearlyPrice: { amount: 8000, currency: "EUR" },
    cardLimit: 10_000,
    features: [
      { name: "Cards", value: "10,000" },
      { name: "Import of bookmarks and mail", value: "Yes, 100 MB a file" },
      { name: "People", value: "1" },
      { name: "Loans", value: "No" },
    ],
  },
];

it("shows what each plan costs and holds, and where each begins", async () => {
  answerWith({ "/api/billing/plans": () => Response.json(plansForTest) });
  startShell("/");
  const plans = await screen.findByRole("region", { name: "Plans" });
  expect(within(plans).getByRole("heading", { name: "Desk" })).toBeVisible();
  expect(plans).toHaveTextContent("€8.00 a month, or €80.00 a year");
  expect(within(plans).getByText("10,000 cards")).toBeVisible();
  expect(within(plans).getByText("Import of bookmarks and mail, 100 MB a file")).toBeVisible();
  expect(within(plans).getByText("For one person")).toBeVisible();
  expect(within(plans).queryByText(/Loans/)).toBeNull();
  expect(within(plans).getByRole("link", { name: "Start with Desk" })).toHaveAttribute("href", "/login?mode=sign-up");
  expect(screen.getByText("Cards need a subscription, from €8.00 a month.")).toBeVisible();
});

it("promises no highlights, which there are not", async () => {
  answerWith({ "/api/billing/plans": () => Response.json(plansForTest) });
  startShell("/");
  await screen.findByRole("region", { name: "Plans" });
  expect(document.body).not.toHaveTextContent(/highlight/i);
});

it("says for how long a new account is free", async () => {
  answerWith({ "/api/billing/plans": () => Response.json([{ ...plansForTest[0], trialDays: 14 }]) });
  startShell("/");
  expect(
    await screen.findByText("Free for 14 days, without a card. After that a plan from €8.00 a month."),
  ).toBeVisible();
  expect(screen.getByText(/^A new account is free for 14 days, without a card\. You can change/)).toBeVisible();
});

it("stays whole when the plans cannot be read", async () => {
  answerWith({ "/api/billing/plans": () => Response.json({}, { status: 503 }) });
  startShell("/");
  expect(await screen.findByText("Cards need a subscription.")).toBeVisible();
  expect(screen.queryByRole("region", { name: "Plans" })).toBeNull();
});

it("shows code once it is nearly seen", async () => {
  answerWith({ "/api/billing/plans": () => Response.json(plansForTest) });
  startShell("/");
  await screen.findByRole("heading", { name: "Code in the colours that you choose" });
  expect(screen.queryByRole("figure")).toBeNull();
  act(() => {
    for (const tell of seen) tell();
  });
  expect(await screen.findByRole("figure", { name: "Code: TypeScript" })).toHaveTextContent("await fetch(");
  expect(screen.getByText("await")).toHaveStyle({ color: "#C6A0F6" });
});
