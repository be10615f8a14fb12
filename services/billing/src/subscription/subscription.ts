import { createHash } from "node:crypto";
import { Inject, Injectable } from "@nestjs/common";
import type { ChangePlan, ChangePreview, Plan } from "@tessera/contracts-billing/billing.ts";
import {
  noCustomer,
  notSubscribed,
  paymentFailed,
  paymentOpen,
  planNotFound,
  planPaused,
} from "@tessera/contracts-billing/problems.ts";
import { type Caller, CONFIG, type KitConfig, problem } from "@tessera/service-kit";
import type Stripe from "stripe";
import { type Account, AccountStore } from "../account/account-store.ts";
import { BILLING_CONFIG, type BillingConfig } from "../billing.config.ts";
import { Entitlements } from "../entitlements/entitlements.ts";
import { planById, plans } from "../plans.ts";
import { Provider } from "../provider/provider.ts";
import { idOf } from "../sync/standing.ts";
import { SyncCustomer } from "../sync/sync-customer.ts";
import { TRIAL_PLAN } from "../trial/trial-state.ts";
import { DeclaredMeters } from "../usage/declared-meters.ts";

/** A refused card in the product's words. @throws ProblemException 402 `payment_failed` */
function refuseCard(error: Stripe.errors.StripeError): never {
  if (error.type !== "StripeCardError") throw error;
  throw problem(paymentFailed, { reason: error.message });
}

/** Whether no period of it is paid that could run to its end. */
const hasNoPeriod = ({ status }: Pick<Stripe.Subscription | Account, "status">): boolean =>
  status === "unpaid" || status === "paused";

function openInvoiceOf({ latest_invoice: latest }: Stripe.Subscription): Stripe.Invoice | null {
  return latest && typeof latest !== "string" && latest.status === "open" ? latest : null;
}

type Subscribed = Account & { customerId: string; subscriptionId: string; itemId: string };

/** Changes of a subscription that is there. Each ends with the same sync as every other message of the provider. */
@Injectable()
export class Subscription {
  constructor(
    private readonly accounts: AccountStore,
    private readonly provider: Provider,
    private readonly sync: SyncCustomer,
    private readonly entitlements: Entitlements,
    private readonly meters: DeclaredMeters,
    @Inject(CONFIG) private readonly config: KitConfig,
    @Inject(BILLING_CONFIG) private readonly billing: BillingConfig,
  ) {}

  /** The plans at the prices that the provider will charge. */
  async plans(): Promise<Plan[]> {
    const sold: Plan[] = [];
    for (const plan of plans) {
      const price = await this.provider.chargedFor(plan, "month");
      if (!price) continue;
      const { id, name, cardLimit, features } = plan;
      const yearlyPrice = await this.provider.chargedFor(plan, "year");
      const trialDays = id === TRIAL_PLAN ? this.billing.trialDays : 0;
      sold.push({
        ...(trialDays > 0 && { trialDays }),
        ...(yearlyPrice && { yearlyPrice }),
        ...{ id, name, price, interval: "month", cardLimit },
        features: [...features, ...this.meters.features(id), ...this.entitlements.features(id)],
        usage: this.meters.limits(id),
      });
    }
    return sold;
  }

  /** Address of the provider's customer portal. @throws ProblemException 409 `no_customer` */
  async portal(user: Caller, returnPath = "/billing"): Promise<{ url: string }> {
    const account = await this.accounts.own(user.userId);
    if (!account?.customerId) throw problem(noCustomer);
    const stripe = await this.provider.client();
    const configuration = await this.provider.portalConfiguration();
    const session = await stripe.billingPortal.sessions.create({
      customer: account.customerId,
      ...(configuration && { configuration }),
      return_url: this.config.publicUrl + returnPath,
    });
    return { url: session.url };
  }

  /**
   * Moves to another plan, or to another interval, at once. The difference for the rest of the period is charged or
   * credited now; another interval begins a period of its own, and what is left of the old one is credited to it.
   * @param key made once per intent, so that a repeated request changes nothing twice
   * @throws ProblemException 402 `payment_failed` when the card does not pay: the plan stays as it was
   */
  async change(user: Caller, { planId, interval }: ChangePlan, key: string | undefined): Promise<void> {
    const plan = planById(planId);
    if (!plan) throw problem(planNotFound);
    const account = await this.subscribed(user);
    if (account.planId === plan.id && account.interval === interval) return;
    if (account.status === "past_due" || account.status === "unpaid") throw problem(paymentOpen);
    if (account.status === "paused") throw problem(planPaused);
    const stripe = await this.provider.client();
    const price = await this.provider.priceOf(plan, interval);
    await stripe.subscriptions
      .update(
        account.subscriptionId,
        {
          items: [{ id: account.itemId, price: price.id }],
          // An end that the portal planned by date would fall into the middle of the new period.
          ...(account.cancelAtPeriodEnd && account.interval !== interval && { cancel_at_period_end: true }),
          proration_behavior: "always_invoice",
          payment_behavior: "error_if_incomplete",
        },
        key ? { idempotencyKey: createHash("sha256").update(`plan ${user.userId} ${key}`).digest("hex") } : {},
      )
      .catch(refuseCard);
    await this.sync.run(account.customerId);
  }

  /** What `change` would charge or credit now, as the provider calculates it. */
  async preview(user: Caller, { planId, interval }: ChangePlan): Promise<ChangePreview> {
    const plan = planById(planId);
    if (!plan) throw problem(planNotFound);
    const account = await this.subscribed(user);
    const stripe = await this.provider.client();
    const price = await this.provider.priceOf(plan, interval);
    const { amount_due, total, currency } = await stripe.invoices.createPreview({
      customer: account.customerId,
      subscription: account.subscriptionId,
      subscription_details: {
        items: [{ id: account.itemId, price: price.id }],
        proration_behavior: "always_invoice",
      },
    });
    const money = (amount: number) => ({ amount, currency: currency.toUpperCase() });
    return { dueNow: money(amount_due), credit: money(Math.max(0, -total)) };
  }

  /** Ends the plan with its period; one of which no period is paid ends at once, so that another can be bought. */
  async cancel(user: Caller): Promise<void> {
    const account = await this.subscribed(user);
    const stripe = await this.provider.client();
    if (hasNoPeriod(account)) await this.endNow(stripe, account.subscriptionId);
    else if (!account.cancelAtPeriodEnd)
      await stripe.subscriptions.update(account.subscriptionId, { cancel_at_period_end: true });
    await this.sync.run(account.customerId);
  }

  /** Unless it was paid, or ended, since it was last heard of: then the page says so. */
  private async endNow(stripe: Stripe, id: string): Promise<void> {
    if (!hasNoPeriod(await stripe.subscriptions.retrieve(id))) return;
    await stripe.subscriptions.cancel(id).catch((error: Stripe.errors.StripeError) => {
      if (error.code !== "resource_missing") throw error;
    });
  }

  /**
   * Takes a planned end back, in whichever of its two forms the provider holds it, or pays for a plan that is paused.
   * @throws ProblemException 402 `payment_failed` when the card does not pay: the plan stays paused
   */
  async resume(user: Caller): Promise<void> {
    const account = await this.subscribed(user);
    const stripe = await this.provider.client();
    const subscription = await stripe.subscriptions.retrieve(account.subscriptionId);
    if (subscription.cancel_at_period_end)
      await stripe.subscriptions.update(subscription.id, { cancel_at_period_end: false });
    else if (subscription.cancel_at) await stripe.subscriptions.update(subscription.id, { cancel_at: "" });
    if (subscription.status === "paused") await this.payForPaused(stripe, subscription.id);
    await this.sync.run(account.customerId);
  }

  /** A first request makes the invoice of the period that begins now; a later one pays it when the card did not. */
  private async payForPaused(stripe: Stripe, id: string): Promise<void> {
    const expand = ["latest_invoice"];
    let paused = await stripe.subscriptions.retrieve(id, { expand });
    if (paused.status === "paused" && !openInvoiceOf(paused)) {
      // Two clicks make one invoice; after one that was paid or voided, another is made.
      const key = createHash("sha256").update(`resume ${id} ${idOf(paused.latest_invoice)}`);
      paused = await stripe.subscriptions.resume(
        id,
        { payment_behavior: "resume_on_payment_success", expand },
        { idempotencyKey: key.digest("hex") },
      );
    }
    const owed = openInvoiceOf(paused);
    if (paused.status !== "paused" || !owed?.id) return;
    await stripe.invoices.pay(owed.id).catch((error: Stripe.errors.StripeError) => {
      // Another click paid it.
      if (error.code !== "invoice_already_paid") refuseCard(error);
    });
  }

  private async subscribed(user: Caller): Promise<Subscribed> {
    const account = await this.accounts.own(user.userId);
    const open = account && ["active", "trialing", "past_due", "paused", "unpaid"].includes(account.status);
    if (!open || !account.customerId || !account.subscriptionId || !account.itemId) throw problem(notSubscribed);
    return account as Subscribed;
  }
}
