import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { SANDBOX_ADDRESS_FILE, SandboxAddress } from "@tessera/contracts-billing/stripe-sandbox.ts";
import { startServices, type World } from "@tessera/testing/services.ts";
import Stripe from "stripe";
import { Deliveries } from "../delivery/deliveries.ts";
import { stripeSandboxService } from "../index.ts";

/** The sandbox with the real SDK pointed at it, and a receiver of its events. For tests. */
export interface SandboxWorld extends World {
  stripe: Stripe;
  secretKey: string;
  /** What the SDK asked, and the sandbox answered without refusing. */
  calls: { method: string; path: string; answer: unknown }[];
  address: SandboxAddress;
  /** Verified events, in the order they arrived. */
  received: Stripe.Event[];
  /** The signatures of all deliveries. */
  signatures: string[];
  /** Statuses the receiver answers the next deliveries with, before it goes back to 200. */
  answers: number[];
  /** Sends what is due and waits for it. */
  deliver(): Promise<void>;
  product: Stripe.Product;
  prices: { small: Stripe.Price; large: Stripe.Price };
  /** A customer on a test clock that stands at `at` (seconds since 1970). */
  customerAt(at: number): Promise<{ customer: Stripe.Customer; clock: Stripe.TestHelpers.TestClock }>;
  checkout(customer: string, price?: string): Promise<Stripe.Checkout.Session>;
  post(path: string, fields: Record<string, string>): Promise<Response>;
  /** @param code a promotion code to pay with */
  subscribe(customer: string, code?: string): Promise<Stripe.Subscription>;
}

export const card = (number: string) => ({ number, expiry: "12 / 40", cvc: "123", name: "Ada Lovelace" });

export async function startSandbox(): Promise<SandboxWorld> {
  const world = await startServices([stripeSandboxService]);
  const address = SandboxAddress.parse(JSON.parse(readFileSync(join(world.dataDir, SANDBOX_ADDRESS_FILE), "utf8")));
  const calls: SandboxWorld["calls"] = [];
  const recording = async (input: string | URL | Request, init?: RequestInit) => {
    const answer = await fetch(input, init);
    const { pathname } = new URL(input instanceof Request ? input.url : input);
    if (answer.ok) calls.push({ method: init?.method ?? "GET", path: pathname, answer: await answer.clone().json() });
    return answer;
  };
  const stripe = new Stripe(address.secretKey, {
    host: address.host,
    port: address.port,
    protocol: "http",
    telemetry: false,
    httpClient: Stripe.createFetchHttpClient(recording as typeof fetch),
  });
  const received: Stripe.Event[] = [];
  const answers: number[] = [];
  const signatures: string[] = [];
  let secret = "";
  const receiver = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const header = String(request.headers["stripe-signature"]);
    signatures.push(header);
    try {
      const event = stripe.webhooks.constructEvent(
        Buffer.concat(chunks),
        header,
        secret,
        300,
        undefined,
        world.clock.now().getTime(),
      );
      const status = answers.shift() ?? 200;
      if (status < 300) received.push(event);
      response.writeHead(status).end();
    } catch {
      // A test moved the clock while this one was on its way: refused as a real receiver would, and sent again.
      response.writeHead(400).end();
    }
  });
  await new Promise<void>((ready) => receiver.listen(0, "127.0.0.1", ready));
  const { port } = receiver.address() as AddressInfo;
  const endpoint = await stripe.webhookEndpoints.create({
    url: `http://127.0.0.1:${port}/hook`,
    enabled_events: ["*"],
    api_version: Stripe.API_VERSION as Stripe.WebhookEndpointCreateParams["api_version"],
  });
  secret = endpoint.secret ?? "";
  const product = await stripe.products.create({ name: "Studio", description: "For one person" });
  const price = (unit_amount: number, lookup_key: string) =>
    stripe.prices.create({
      product: product.id,
      currency: "eur",
      unit_amount,
      recurring: { interval: "month" },
      lookup_key,
    });
  const prices = { small: await price(800, "small"), large: await price(1800, "large") };
  const post = (path: string, fields: Record<string, string>) =>
    fetch(world.url + path, { method: "POST", body: new URLSearchParams(fields), redirect: "manual" });
  const checkout = (customer: string, of = prices.large.id) =>
    stripe.checkout.sessions.create({
      mode: "subscription",
      customer,
      line_items: [{ price: of, quantity: 1 }],
      success_url: `${world.url}/billing/success?session_id={CHECKOUT_SESSION_ID}`,
      cancel_url: `${world.url}/billing/cancel`,
      allow_promotion_codes: true,
      subscription_data: { metadata: { userId: "u1" } },
    });
  const deliveries = world.application.nest.get(Deliveries);
  return Object.assign(world, {
    stripe,
    calls,
    secretKey: address.secretKey,
    address,
    received,
    signatures,
    answers,
    product,
    prices,
    post,
    checkout,
    deliver: () => deliveries.deliverDue(),
    customerAt: async (at: number) => {
      const clock = await stripe.testHelpers.testClocks.create({ frozen_time: at });
      return {
        clock,
        customer: await stripe.customers.create({
          email: "ada@example.com",
          metadata: { userId: "u1" },
          test_clock: clock.id,
        }),
      };
    },
    subscribe: async (customer: string, code?: string) => {
      const session = await checkout(customer);
      if (code) await post(`/sandbox/checkout/${session.id}/code`, { code });
      await post(`/sandbox/checkout/${session.id}`, card("4242 4242 4242 4242"));
      const paid = await stripe.checkout.sessions.retrieve(session.id);
      return stripe.subscriptions.retrieve(paid.subscription as string);
    },
    stop: stopWith(world, receiver),
  });
}

const stopWith = (world: World, receiver: Server) => {
  const stop = world.stop;
  return async () => {
    await stop();
    receiver.closeAllConnections();
    await new Promise((closed) => receiver.close(closed));
  };
};
