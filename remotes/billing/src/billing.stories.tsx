import { BillingOverview, Invoice, Plan } from "@tessera/contracts-billing/billing.ts";
import { Usage } from "@tessera/contracts-billing/usage.ts";
import { hoursAgo, type Meta, page, problem, type StoryObj } from "@tessera/gallery";
import { z } from "zod";
import routes from "./routes.tsx";

export default { title: "billing/Billing" } satisfies Meta;

const plan = (id: string, name: string, amount: number, cards: number | null) => ({
  ...{ id, name, price: { amount, currency: "EUR" }, interval: "month", cardLimit: cards },
  yearlyPrice: { amount: amount * 10, currency: "EUR" },
  features: [
    { name: "Cards", value: cards?.toLocaleString("en") ?? "Unlimited" },
    { name: "Import and export", value: "Yes" },
    { name: "Agents", value: cards === 10_000 ? "No" : "Yes" },
  ],
});
const plans = z
  .array(Plan)
  .parse([
    plan("desk", "Desk", 800, 10_000),
    plan("studio", "Studio", 1800, 100_000),
    plan("workshop", "Workshop", 4400, null),
  ]);
const none = {
  ...{ billingStatus: "inactive", status: "none", planId: null, currentPeriodEnd: null, cancelAtPeriodEnd: false },
  ...{ graceEndsAt: null, cardLimit: null, price: null, card: null, sandbox: false },
};
const studio = {
  ...{ ...none, billingStatus: "active", status: "active", planId: "studio", cardLimit: 100_000 },
  ...{ currentPeriodEnd: hoursAgo(-500), price: { amount: 1800, currency: "EUR" } },
  card: { brand: "Visa", last4: "4242" },
};
const invoice = (n: number, status: string) => ({
  ...{ id: `in_${n}`, number: `T-000${n}`, status, total: { amount: 1800, currency: "EUR" }, description: "Studio" },
  ...{ createdAt: hoursAgo(n * 730), url: "https://billing.example/invoice" },
});
const billing = (overview: object, invoices: object[] = []) =>
  page(routes, {
    path: "/billing",
    routes: {
      "GET /api/billing/plans": plans,
      "GET /api/billing/overview": BillingOverview.parse(overview),
      "GET /api/billing/invoices": z.array(Invoice).parse(invoices),
    },
  });

export const Choosing = billing(none);

export const OwnPlan = billing(studio, [invoice(1, "paid"), invoice(2, "open"), invoice(3, "paid")]);

export const PaymentFailed: StoryObj = {
  ...billing({ ...studio, status: "past_due", graceEndsAt: hoursAgo(-100) }, [invoice(1, "open")]),
  tags: ["!picture"],
};

export const Failed: StoryObj = {
  ...page(routes, {
    path: "/billing",
    routes: {
      "GET /api/billing/plans": plans,
      "GET /api/billing/overview": problem(503, "unavailable", "Your plan cannot be read at the moment."),
    },
  }),
  tags: ["!picture"],
};

const day = (n: number, quantity: number) => ({ day: `2026-01-${String(n).padStart(2, "0")}`, quantity, uses: 2 });
const meter = (fields: object) => ({
  ...{ meter: "enrichment", title: "Enrichments", unit: "count", counts: "month", used: 0, included: null },
  ...{ own: { notifyAt: null, stopAt: null }, notifyAt: null, stopAt: null, projected: null, reachedOn: null },
  ...{ days: [], models: [], agents: [], ...fields },
});
export const UsageOfAMonth = page(routes, {
  path: "/usage/2026/01",
  routes: {
    "GET /api/billing/usage": Usage.parse({
      ...{ month: "2026-01", today: "2026-01-14", firstMonth: "2025-10" },
      meters: [
        meter({ used: 740, included: 1_000, projected: 1_640, days: [4, 5, 8, 12, 13].map((n) => day(n, n * 18)) }),
        meter({
          ...{ meter: "agent-tokens", title: "Agent tokens", unit: "tokens", used: 3_810_000 },
          ...{ days: [day(4, 1_810_000), day(9, 2_000_000)] },
          agents: [{ name: "Bookkeeper", quantity: 3_810_000, uses: 4 }],
        }),
      ],
    }),
  },
});

export const UsageByModelAndAgent = page(routes, {
  path: "/usage/2026/01",
  routes: {
    "GET /api/billing/usage": Usage.parse({
      ...{ month: "2026-01", today: "2026-01-14", firstMonth: "2025-10" },
      meters: [
        meter({
          ...{ meter: "agent-tokens", title: "Agent tokens", unit: "tokens", used: 5_900_000 },
          ...{ days: [day(4, 2_100_000), day(9, 3_800_000)] },
          models: [
            { name: "qwen3-4b-instruct", quantity: 4_300_000, uses: 31 },
            { name: "llama-3.2-1b", quantity: 1_600_000, uses: 12 },
          ],
          agents: [
            { name: "Bookkeeper", quantity: 3_810_000, uses: 24 },
            { name: "Researcher of long reports", quantity: 1_490_000, uses: 15 },
            { name: "Tidy", quantity: 600_000, uses: 4 },
          ],
        }),
      ],
    }),
  },
});
