import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Interval } from "@tessera/contracts-billing/billing.ts";
import { billingClient } from "@tessera/contracts-billing/client.ts";
import { SANDBOX_ADDRESS_FILE, SandboxAddress } from "@tessera/contracts-billing/stripe-sandbox.ts";
import type { ServiceDefinition } from "@tessera/service-kit";
import { startServices, type World, type WorldOptions } from "@tessera/testing/services.ts";
import { until } from "@tessera/testing/until.ts";
import { sql } from "drizzle-orm";
import Stripe from "stripe";
import { billingService } from "../index.ts";
import { stripeSandboxService } from "./sandbox.ts";

/** A person with the typed client of the billing service. */
export interface Person {
  userId: string;
  token: string;
  billing: ReturnType<typeof billingClient>;
}

/** Billing and its sandbox, spoken to over HTTP with real tokens, the real SDK and real signatures. */
export interface BillingWorld extends World {
  stripe: Stripe;
  person(email?: string): Promise<Person>;
  /** Submits a form of a hosted page; redirects are not followed. */
  submit(url: string, fields: Record<string, string>): Promise<Response>;
  /** Pays the plan with a card and confirms, as the success page does. */
  subscribe(person: Person, planId?: string, number?: string, interval?: Interval): Promise<void>;
  /** Resolves once every event was delivered and worked on. */
  settled(): Promise<void>;
  /** Lets wall-clock time pass: renewals, retries and expiries happen. @param days */
  pass(days: number): Promise<void>;
  customerOf(person: Person): Promise<string>;
  /** Sends an event to the webhook. */
  webhook(payload: string, signature: string): Promise<Response>;
  webhookSecret(): Promise<string>;
}

export const card = (number = "4242424242424242") => ({ number, expiry: "12 / 40", cvc: "123", name: "Ada Lovelace" });

export async function startBilling(
  options: WorldOptions = {},
  beside: ServiceDefinition[] = [],
): Promise<BillingWorld> {
  const world = await startServices([billingService, stripeSandboxService, ...beside], options);
  const address = SandboxAddress.parse(JSON.parse(readFileSync(join(world.dataDir, SANDBOX_ADDRESS_FILE), "utf8")));
  const stripe = new Stripe(address.secretKey, {
    host: address.host,
    port: address.port,
    protocol: "http",
    telemetry: false,
  });
  const one = async <T>(query: ReturnType<typeof sql>) => {
    const found = await world.database.system((tx) => tx.execute<{ value: T }>(query));
    return found.rows[0]?.value as T;
  };
  const submit: BillingWorld["submit"] = (url, fields) =>
    fetch(new URL(url, world.url), { method: "POST", body: new URLSearchParams(fields), redirect: "manual" });
  const settled = async () => {
    const count = () =>
      one<number>(sql`select count(*)::int as value from stripe_sandbox.delivery
        where delivered_at is null and next_at <= ${world.clock.now().toISOString()}::timestamptz`);
    const isSettled = async () => {
      const open = await count();
      await world.jobsIdle();
      return open === 0;
    };
    await until("the sandbox's deliveries", isSettled, { state: count });
  };
  return Object.assign(world, {
    stripe,
    submit,
    settled,
    person: async (email?: string) => {
      const userId = randomUUID();
      const token = await world.token({ userId, email });
      return { userId, token, billing: billingClient(world.client(token)) };
    },
    subscribe: async (person: Person, planId = "studio", number?: string, interval?: Interval) => {
      const { url } = await person.billing.checkout(planId, randomUUID(), undefined, interval);
      const paid = await submit(url, card(number));
      await person.billing.confirm(new URL(paid.headers.get("location") ?? "").searchParams.get("session_id") ?? "");
      await settled();
    },
    pass: async (days: number) => {
      world.clock.advance(days * 86_400_000);
      // Any call lets the sandbox catch up with the time that passed.
      await stripe.products.list();
      await settled();
    },
    customerOf: (person: Person) =>
      one<string>(sql`select customer_id as value from billing.account where user_id = ${person.userId}`),
    webhook: (payload: string, signature: string) =>
      fetch(`${world.url}/api/stripe/webhook`, {
        method: "POST",
        body: payload,
        headers: { "content-type": "application/json", "stripe-signature": signature },
      }),
    webhookSecret: () => one<string>(sql`select secret as value from billing.sandbox_endpoint`),
  });
}
