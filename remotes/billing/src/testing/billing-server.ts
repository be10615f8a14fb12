import {
  BillingOverview,
  ChangePlan,
  ChangePreview,
  Invoice,
  Plan,
  SubscriptionCheck,
} from "@tessera/contracts-billing/billing.ts";
import { Reconciliation } from "@tessera/contracts-billing/reconciliation.ts";
import { OwnLimits, Usage, UsageQuery, UseList, UseQuery } from "@tessera/contracts-billing/usage.ts";
import type { Transport } from "@tessera/contracts-core/client.ts";
import { Item } from "@tessera/contracts-items/items.ts";
import { type Answer, type Contract, type Loopback, startLoopback } from "@tessera/testing/loopback.ts";
import { z } from "zod";

const plan = (id: string, name: string, amount: number, cardLimit: number | null): Plan => ({
  id,
  name,
  price: { amount, currency: "EUR" },
  interval: "month",
  cardLimit,
  features: [
    { name: "Cards", value: cardLimit?.toLocaleString("en") ?? "Unlimited" },
    { name: "Import and export", value: "Yes" },
  ],
});
export const plans = [
  plan("desk", "Desk", 800, 10_000),
  plan("studio", "Studio", 1800, 100_000),
  plan("workshop", "Workshop", 4400, null),
];
/** The same, of which all but the last are sold by the year too. */
export const withYear = plans.map((plan, index) =>
  index === plans.length - 1 ? plan : { ...plan, yearlyPrice: { amount: plan.price.amount * 10, currency: "EUR" } },
);

const check: SubscriptionCheck = {
  billingStatus: "inactive",
  status: "none",
  planId: null,
  currentPeriodEnd: null,
  cancelAtPeriodEnd: false,
  graceEndsAt: null,
  cardLimit: null,
};
export const without: BillingOverview = { ...check, price: null, card: null, sandbox: false };
export const onStudio: BillingOverview = {
  ...without,
  billingStatus: "active",
  status: "active",
  planId: "studio",
  cardLimit: 100_000,
  currentPeriodEnd: "2026-12-03T09:00:00.000Z",
  price: { amount: 1800, currency: "EUR" },
  card: { brand: "Visa", last4: "4242" },
};

type Answering = unknown | ((body: unknown, query: URLSearchParams) => unknown);

/** What the server answers by "METHOD /path"; a `Response` carries a status, a function sees the request's body. */
export type Answers = Record<string, Answering>;

export const refusal = (status: number, code: string, detail: string) =>
  Response.json({ type: "about:blank", title: "Error", status, code, detail }, { status });

const notSubscribed = () =>
  refusal(409, "not_subscribed", "You have no plan at the moment. Choose one on the billing page.");

const answered = async (response: Response): Promise<Answer> => ({
  status: response.status,
  json: await response.json(),
});

const HostedPage = z.object({ url: z.string() });

/** What the billing service answers, by its contract. */
const contract: Contract = {
  "GET /api/stripe/check-subscription": { answer: SubscriptionCheck },
  "GET /api/billing/plans": { answer: z.array(Plan) },
  "GET /api/billing/overview": { answer: BillingOverview },
  "GET /api/billing/invoices": { answer: z.array(Invoice) },
  "POST /api/billing/checkout": { answer: HostedPage },
  "POST /api/billing/confirm": { answer: BillingOverview },
  "POST /api/billing/trial": { answer: BillingOverview },
  "POST /api/billing/portal": { answer: HostedPage },
  "POST /api/billing/plan": { answer: BillingOverview },
  "GET /api/billing/plan/preview": { query: ChangePlan, answer: ChangePreview },
  "GET /api/billing/reconciliation": { answer: Reconciliation },
  "POST /api/billing/reconciliation": { answer: Reconciliation },
  "POST /api/billing/cancel": { answer: BillingOverview },
  "POST /api/billing/resume": { answer: BillingOverview },
  "GET /api/billing/usage": { query: UsageQuery, answer: Usage },
  "GET /api/billing/usage/uses": { query: UseQuery, answer: UseList },
  "PUT /api/billing/usage/limits": { body: OwnLimits, answer: Usage },
  // The cards behind a figure are asked of the items service.
  "GET /api/items/:id": { answer: Item },
};

/** An HTTP server on the loopback that stands for the billing service, for the tests of the pages. */
export class BillingServer {
  readonly requests: { call: string; body: unknown; idempotencyKey: string | undefined }[] = [];
  answers: Answers = {};
  private server: Loopback | undefined;

  async start(): Promise<void> {
    this.server = await startLoopback(async ({ route, json, headers, url }) => {
      this.requests.push({ call: route, body: json, idempotencyKey: headers["idempotency-key"]?.toString() });
      const found = this.answers[route];
      const value = typeof found === "function" ? await found(json, url.searchParams) : found;
      if (!(value instanceof Response))
        return value === undefined ? answered(refusal(404, "not_found", route)) : { json: value };
      return answered(value.clone());
    }, contract);
  }

  reset(answers: Answers): void {
    this.requests.length = 0;
    this.answers = {
      "GET /api/stripe/check-subscription": check,
      "GET /api/billing/plans": plans,
      "GET /api/billing/overview": without,
      "GET /api/billing/invoices": [] as Invoice[],
      "POST /api/billing/portal": refusal(409, "no_customer", "There is nothing to manage yet. Choose a plan first."),
      "POST /api/billing/plan": notSubscribed(),
      "POST /api/billing/cancel": notSubscribed(),
      "POST /api/billing/resume": notSubscribed(),
      "POST /api/billing/confirm": refusal(404, "checkout_not_found", "No payment of yours belongs to this page."),
      ...answers,
    };
  }

  readonly http: Transport = (path, init) => this.server!.http(path, init);

  sent(call: string) {
    return this.requests.filter((request) => request.call === call);
  }

  async stop(): Promise<void> {
    await this.server?.stop();
  }
}
