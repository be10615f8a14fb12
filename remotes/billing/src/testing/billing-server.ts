import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { BillingOverview, Invoice, Plan } from "@tessera/contracts/billing.ts";
import type { Transport } from "@tessera/contracts/client.ts";

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
export const plans = [plan("desk", "Desk", 800, 10_000), plan("studio", "Studio", 1800, 100_000), plan("workshop", "Workshop", 4400, null)];

export const without: BillingOverview = {
  billingStatus: "inactive",
  status: "none",
  planId: null,
  currentPeriodEnd: null,
  cancelAtPeriodEnd: false,
  graceEndsAt: null,
  cardLimit: null,
  price: null,
  card: null,
  sandbox: false,
};
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

type Answer = unknown | ((body: unknown) => unknown);

/** What the server answers by "METHOD /path"; a `Response` carries a status, a function sees the request's body. */
export type Answers = Record<string, Answer>;

export const refusal = (status: number, code: string, detail: string) =>
  Response.json({ type: "about:blank", title: "Error", status, code, detail }, { status });

/** An HTTP server on the loopback in the place of the billing service, for the tests of the pages. */
export class BillingServer {
  readonly requests: { call: string; body: unknown; idempotencyKey: string | undefined }[] = [];
  answers: Answers = {};
  private server: Server | undefined;
  private base = "";

  async start(): Promise<void> {
    this.server = createServer(async (request, response) => {
      const call = `${request.method} ${request.url?.split("?")[0]}`;
      const body = await bodyOf(request);
      this.requests.push({ call, body, idempotencyKey: request.headers["idempotency-key"]?.toString() });
      const found = this.answers[call];
      const value = typeof found === "function" ? await found(body) : found;
      const answer =
        value instanceof Response ? value.clone() : value === undefined ? refusal(404, "not_found", call) : Response.json(value);
      response.writeHead(answer.status, { "content-type": "application/json" }).end(await answer.text());
    });
    await new Promise<void>((resolve) => this.server?.listen(0, "127.0.0.1", resolve));
    this.base = `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  reset(answers: Answers): void {
    this.requests.length = 0;
    this.answers = {
      "GET /api/billing/plans": plans,
      "GET /api/billing/overview": without,
      "GET /api/billing/invoices": [] as Invoice[],
      ...answers,
    };
  }

  readonly http: Transport = (path, init) => fetch(this.base + path, init);

  sent(call: string) {
    return this.requests.filter((request) => request.call === call);
  }

  async stop(): Promise<void> {
    this.server?.closeAllConnections();
    await new Promise((resolve) => this.server?.close(resolve));
  }
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  let text = "";
  for await (const chunk of request) text += chunk;
  return text ? JSON.parse(text) : null;
}
