import { createHash } from "node:crypto";
import { Inject, Injectable } from "@nestjs/common";
import type { Interval } from "@tessera/contracts-billing/billing.ts";
import {
  alreadySubscribed,
  attemptReused,
  checkoutNotFound,
  checkoutNotOpened,
  planNotFound,
} from "@tessera/contracts-billing/problems.ts";
import { type Caller, CONFIG, type KitConfig, problem } from "@tessera/service-kit";
import type Stripe from "stripe";
import { type Account, AccountStore } from "../account/account-store.ts";
import { BILLING_CONFIG, type BillingConfig } from "../billing.config.ts";
import { type PlanDefinition, planById } from "../plans.ts";
import { Provider } from "../provider/provider.ts";
import { KeyedMutex } from "../sync/keyed-mutex.ts";
import { isOpen } from "../sync/standing.ts";
import { SyncCustomer } from "../sync/sync-customer.ts";
import { type Attempt, AttemptStore } from "./attempt-store.ts";
import { busy, CheckoutLease, type StillHeld } from "./checkout-lease.ts";
import { Customers } from "./customers.ts";

export interface Intent {
  planId: string;
  interval: Interval;
  attemptId: string;
  returnPath?: string;
}

/** Opens the provider's checkout, and confirms what came of it. */
@Injectable()
export class Checkout {
  private readonly mutex = new KeyedMutex<{ url: string }>();

  constructor(
    private readonly accounts: AccountStore,
    private readonly attempts: AttemptStore,
    private readonly customers: Customers,
    private readonly lease: CheckoutLease,
    private readonly provider: Provider,
    private readonly sync: SyncCustomer,
    @Inject(CONFIG) private readonly config: KitConfig,
    @Inject(BILLING_CONFIG) private readonly billing: BillingConfig,
  ) {}

  /**
   * One attempt opens one checkout, however often it is asked for. A person has one open checkout: those of other
   * attempts are closed first, so two tabs cannot both pay.
   * @throws ProblemException 404 `plan_not_found`, 409 `already_subscribed` or `plan_not_yearly`, 422 `attempt_reused`,
   * 503 `checkout_busy`
   */
  open(user: Caller, intent: Intent): Promise<{ url: string }> {
    return this.mutex.take(`${user.userId} ${intent.attemptId} ${intent.planId} ${intent.interval}`, () =>
      this.lease.hold(user.userId, (stillHeld) => this.openOnce(user, intent, stillHeld)),
    );
  }

  /**
   * What the success page calls. The address is never believed: the provider is asked whose the session is, and what is
   * active now.
   * @throws ProblemException 404 `checkout_not_found`, also for another person's
   */
  async confirm(user: Caller, sessionId: string): Promise<void> {
    const account = await this.accounts.own(user.userId);
    const session = account?.customerId ? await this.session(sessionId) : null;
    if (!session || !account?.customerId || session.customer !== account.customerId) throw problem(checkoutNotFound);
    await this.sync.run(account.customerId);
  }

  private async openOnce(user: Caller, intent: Intent, stillHeld: StillHeld): Promise<{ url: string }> {
    const plan = planById(intent.planId);
    if (!plan) throw problem(planNotFound);
    const price = await this.provider.priceOf(plan, intent.interval);
    assertBuys(await this.accounts.own(user.userId));
    const attempt = await this.attempts.begin(user.userId, { ...intent, returnPath: intent.returnPath ?? null });
    const same = attempt.planId === plan.id && attempt.interval === intent.interval;
    if (!same || attempt.returnPath !== (intent.returnPath ?? null)) throw problem(attemptReused);
    const customer = await this.customers.of(user);
    const before = attempt.sessionId ? await this.session(attempt.sessionId) : null;
    if (before?.url) return { url: before.url };
    if (before?.status === "complete") await this.sync.run(customer);
    assertBuys(await this.accounts.own(user.userId));
    await this.closeOthers(customer, intent.attemptId);
    await this.assertBuysNow(user, customer);
    const session = await this.create(user, plan, price, customer, attempt);
    if (!(await stillHeld())) {
      // Another process may have opened one since: this one never reaches the person.
      await this.expire(session.id);
      throw busy();
    }
    await this.attempts.opened(user.userId, attempt.attemptId, session.id);
    if (!session.url) throw problem(checkoutNotOpened);
    return { url: session.url };
  }

  private async create(user: Caller, plan: PlanDefinition, price: Stripe.Price, customer: string, attempt: Attempt) {
    const stripe = await this.provider.client();
    const from = attempt.returnPath ? `from=${encodeURIComponent(attempt.returnPath)}` : "";
    // A double click in another process gets the session of the first; after one has expired, a new one.
    const key = `checkout ${user.userId} ${attempt.attemptId} ${attempt.sessionId ?? "first"}`;
    return stripe.checkout.sessions.create(
      {
        mode: "subscription",
        customer,
        client_reference_id: user.userId,
        ...(this.billing.takesCodes && { allow_promotion_codes: true }),
        ...(this.billing.asksForAddress && {
          billing_address_collection: "required",
          customer_update: { address: "auto", name: "auto" },
          tax_id_collection: { enabled: true },
        }),
        ...(this.billing.computesTax && { automatic_tax: { enabled: true } }),
        line_items: [{ price: price.id, quantity: 1 }],
        success_url: `${this.config.publicUrl}/billing/success?session_id={CHECKOUT_SESSION_ID}${from && `&${from}`}`,
        cancel_url: `${this.config.publicUrl}/billing/cancel${from && `?${from}`}`,
        metadata: { userId: user.userId, planId: plan.id, attemptId: attempt.attemptId },
        subscription_data: { metadata: { userId: user.userId } },
      },
      { idempotencyKey: createHash("sha256").update(key).digest("hex") },
    );
  }

  private async closeOthers(customer: string, attemptId: string): Promise<void> {
    const stripe = await this.provider.client();
    for await (const session of stripe.checkout.sessions.list({ customer, limit: 100 }))
      if (session.status === "open" && session.metadata?.attemptId !== attemptId) await this.expire(session.id);
  }

  /** Closes a checkout. One that was paid or closed meanwhile stays as it is. */
  private async expire(sessionId: string): Promise<void> {
    const stripe = await this.provider.client();
    await stripe.checkout.sessions.expire(sessionId).catch(async (error: Stripe.errors.StripeError) => {
      const session = await this.session(sessionId);
      if (session?.status === "open") throw error;
    });
  }

  /** What the provider says now, since an earlier checkout may have been paid until it was closed. */
  private async assertBuysNow(user: Caller, customer: string): Promise<void> {
    const stripe = await this.provider.client();
    const { data } = await stripe.subscriptions.list({ customer, limit: 100 });
    if (!data.some(isOpen)) return;
    await this.sync.run(customer);
    assertBuys(await this.accounts.own(user.userId));
  }

  private async session(id: string): Promise<Stripe.Checkout.Session | null> {
    const stripe = await this.provider.client();
    return stripe.checkout.sessions.retrieve(id).catch((error: Stripe.errors.StripeError) => {
      if (error.code === "resource_missing") return null;
      throw error;
    });
  }
}

function assertBuys(account: Account | null): void {
  if (account && ["active", "trialing", "past_due", "paused", "unpaid"].includes(account.status))
    throw problem(alreadySubscribed);
}
