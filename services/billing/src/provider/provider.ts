import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Inject, Injectable, type OnApplicationBootstrap } from "@nestjs/common";
import type { Interval } from "@tessera/contracts-billing/billing.ts";
import { meters } from "@tessera/contracts-billing/meters.ts";
import {
  paymentsNotSetUp,
  paymentsUnavailable,
  planNotSetUp,
  planNotYearly,
} from "@tessera/contracts-billing/problems.ts";
import { SANDBOX_ADDRESS_FILE, SandboxAddress } from "@tessera/contracts-billing/stripe-sandbox.ts";
import { Clock, CONFIG, Database, type KitConfig, Log, problem } from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import Stripe from "stripe";
import { BILLING_CONFIG, type BillingConfig } from "../billing.config.ts";
import { type PlanDefinition, type PriceDefinition, pricesSold } from "../plans.ts";
import { catalogSteps, type PricesByKey, pricesOf } from "./catalog.ts";
import { listenedEvents } from "./listened-events.ts";
import { meterSteps } from "./meters.ts";
import { portalOf, portalSteps } from "./portal.ts";
import { carryOut } from "./steps.ts";
import { API_VERSION } from "./webhook-endpoint.ts";

/** Milliseconds for which the provider's prices and portal are believed. */
const fresh = 10 * 60_000;

/** Whether the row is of the sandbox or of a Stripe account. */
export type ProviderName = "sandbox" | "stripe";

/**
 * The payment provider, always through Stripe's SDK: an account when its key is set, else the sandbox on this machine.
 */
@Injectable()
export class Provider implements OnApplicationBootstrap {
  readonly name: ProviderName;
  private held: { key: string; stripe: Stripe } | undefined;
  private readonly sold: PriceDefinition[];
  private prices: { at: number; byKey: PricesByKey } | undefined;
  private portal: { at: number; id: string | null } | undefined;
  private webhookSecretKept: string | undefined;

  constructor(
    @Inject(BILLING_CONFIG) private readonly billing: BillingConfig,
    @Inject(CONFIG) private readonly config: KitConfig,
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {
    this.name = billing.stripe ? "stripe" : "sandbox";
    this.sold = pricesSold(billing.yearly);
  }

  async onApplicationBootstrap(): Promise<void> {
    if (this.name === "stripe") return;
    try {
      const stripe = await this.client();
      await carryOut(await catalogSteps(stripe, this.sold));
      await carryOut(await portalSteps(stripe));
      if (this.billing.reportsUsage) await carryOut(await meterSteps(stripe, meters));
      this.webhookSecretKept = await this.ensureSandboxEndpoint(stripe);
    } catch (error) {
      this.log.error(
        { err: error },
        "billing: the payment sandbox could not be set up; run it beside billing, or set STRIPE_SECRET_KEY",
      );
    }
  }

  /** @throws ProblemException 503 `payments_unavailable` when there is neither an account nor a sandbox */
  async client(): Promise<Stripe> {
    if (this.billing.stripe) {
      this.held ??= {
        key: "",
        stripe: new Stripe(this.billing.stripe.secretKey, { telemetry: false, maxNetworkRetries: 2, timeout: 20_000 }),
      };
      return this.held.stripe;
    }
    // Read each time: the sandbox takes any free port, and a new one after a restart.
    const text = await readFile(join(this.config.dataDir, SANDBOX_ADDRESS_FILE), "utf8").catch(() => null);
    if (text === null) throw problem(paymentsUnavailable);
    if (this.held?.key !== text) {
      const { host, port, secretKey } = SandboxAddress.parse(JSON.parse(text));
      this.held = {
        key: text,
        stripe: new Stripe(secretKey, {
          host,
          port,
          protocol: "http",
          telemetry: false,
          maxNetworkRetries: 2,
          timeout: 10_000,
        }),
      };
    }
    return this.held.stripe;
  }

  /**
   * What signs the events; several while it is rotated.
   * @throws ProblemException 503 while the sandbox is not set up
   */
  webhookSecrets(): readonly string[] {
    const secrets = this.billing.stripe?.webhookSecrets ?? (this.webhookSecretKept ? [this.webhookSecretKept] : []);
    if (!secrets.length) throw problem(paymentsNotSetUp);
    return secrets;
  }

  /** @throws ProblemException 409 `plan_not_yearly`, 503 `plan_not_set_up` */
  async priceOf(plan: PlanDefinition, interval: Interval): Promise<Stripe.Price> {
    const sold = this.soldOf(plan, interval);
    if (!sold) throw problem(planNotYearly, { plan: plan.name });
    const price = (await this.pricesByKey()).get(sold.lookupKey);
    if (price) return price;
    this.log.error(
      { plan: plan.id, lookupKey: sold.lookupKey },
      "billing: the account has no such price; run set-up-account of the billing service",
    );
    throw problem(planNotSetUp, { plan: plan.name });
  }

  /** What the provider charges for a plan, or null where it is not sold so, or not set up. */
  async chargedFor(plan: PlanDefinition, interval: Interval): Promise<{ amount: number; currency: string } | null> {
    const sold = this.soldOf(plan, interval);
    const price = sold && (await this.pricesByKey()).get(sold.lookupKey);
    if (!price || price.unit_amount === null) return null;
    return { amount: price.unit_amount, currency: price.currency.toUpperCase() };
  }

  private soldOf(plan: PlanDefinition, interval: Interval): PriceDefinition | undefined {
    return this.sold.find((price) => price.plan.id === plan.id && price.interval === interval);
  }

  private async pricesByKey(): Promise<PricesByKey> {
    const now = this.clock.now().getTime();
    if (!this.prices || this.prices.byKey.size < this.sold.length || now - this.prices.at > fresh)
      this.prices = { at: now, byKey: await pricesOf(await this.client(), this.sold) };
    return this.prices.byKey;
  }

  /**
   * The portal that set-up-account made; undefined: the account's own default, as before there was one, and for a
   * restricted key that may not read portals.
   */
  async portalConfiguration(): Promise<string | undefined> {
    const now = this.clock.now().getTime();
    if (!this.portal || now - this.portal.at > fresh) this.portal = { at: now, id: await this.portalId() };
    return this.portal.id ?? undefined;
  }

  private async portalId(): Promise<string | null> {
    try {
      return (await portalOf(await this.client()))?.id ?? null;
    } catch (error) {
      if (!(error instanceof Stripe.errors.StripePermissionError)) throw error;
      return null;
    }
  }

  /** Registers this process's address with the sandbox; the signing secret is answered only once, so it is kept. */
  private async ensureSandboxEndpoint(stripe: Stripe): Promise<string> {
    const url = `http://127.0.0.1:${this.config.port}/api/stripe/webhook`;
    const kept = await this.database.system((tx) =>
      tx.execute<{ endpoint_id: string; secret: string }>(
        sql`select endpoint_id, secret from billing.sandbox_endpoint`,
      ),
    );
    const endpoints = await stripe.webhookEndpoints.list({ limit: 100 });
    const mine = endpoints.data.find((endpoint) => endpoint.id === kept.rows[0]?.endpoint_id);
    if (mine && kept.rows[0]) {
      await stripe.webhookEndpoints.update(mine.id, { url, enabled_events: listenedEvents });
      return kept.rows[0].secret;
    }
    const created = await stripe.webhookEndpoints.create({
      url,
      enabled_events: listenedEvents,
      api_version: API_VERSION,
    });
    const secret = created.secret ?? "";
    await this.database.system((tx) =>
      tx.execute(sql`
        insert into billing.sandbox_endpoint (endpoint_id, secret) values (${created.id}, ${secret})
        on conflict (one) do update set endpoint_id = excluded.endpoint_id, secret = excluded.secret`),
    );
    // Endpoints of earlier attempts, whose secret nobody kept, are never answered.
    for (const endpoint of endpoints.data) await stripe.webhookEndpoints.del(endpoint.id);
    return secret;
  }
}
