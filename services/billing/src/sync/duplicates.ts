import { Injectable } from "@nestjs/common";
import { type EntryOpened, entryOpened } from "@tessera/contracts-queue/events.ts";
import { Clock, Database, Events, Log } from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import type Stripe from "stripe";
import { AccountStore } from "../account/account-store.ts";
import { moneyInWords } from "../entries/money-in-words.ts";
import { Provider } from "../provider/provider.ts";
import type { CustomerView } from "./customer-view.ts";
import { idOf, isOpen } from "./standing.ts";

interface Refunded {
  amount: number;
  currency: string;
}

/** Codes of refused refunds of money that the product no longer has: it was refunded, or the bank took it back. */
const notOursAnyMore = new Set(["charge_already_refunded", "charge_disputed"]);

const subscriptionOf = ({ parent }: Stripe.Invoice) => idOf(parent?.subscription_details?.subscription) ?? "";

/**
 * The second line of defence against paying twice: of several open subscriptions that this product sold to one person,
 * the one that is known here (else the first) stays, the others end at once and what was paid for them goes back.
 * Each step can be repeated after a crash: pay back, tell the person, end.
 */
@Injectable()
export class Duplicates {
  constructor(
    private readonly provider: Provider,
    private readonly accounts: AccountStore,
    private readonly database: Database,
    private readonly events: Events,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  /** @returns whether any was ended, so that the customer has to be read again */
  async end(userId: string, subscriptions: Stripe.Subscription[]): Promise<boolean> {
    const sold = subscriptions.filter(
      (subscription) => isOpen(subscription) && subscription.metadata.userId === userId,
    );
    if (sold.length < 2) return false;
    const known = (await this.accounts.own(userId))?.subscriptionId;
    const age = ({ id, created }: Stripe.Subscription) => (id === known ? 0 : created);
    const [, ...later] = sold.sort((a, b) => age(a) - age(b) || (a.id < b.id ? -1 : 1));
    for (const subscription of later) await this.endOne(userId, subscription);
    return true;
  }

  /**
   * Pays back what could not go back when a second subscription ended, because it was disputed: the bank has decided
   * for the product since.
   * @returns whether anything was paid back, so that the customer has to be read again
   */
  async payBackWon(userId: string, { invoices, reversals }: CustomerView): Promise<boolean> {
    const left = invoices.filter((invoice) => {
      const reversal = reversals.get(invoice.id ?? "");
      return reversal && !reversal.disputed && reversal.refunded < invoice.amount_paid;
    });
    if (!left.length) return false;
    const duplicates = await this.among(userId, left.map(subscriptionOf));
    const stripe = await this.provider.client();
    let any = false;
    for (const invoice of left.filter((one) => duplicates.has(subscriptionOf(one))))
      for (const { payment } of invoice.payments?.data ?? []) {
        const intent = idOf(payment.payment_intent);
        // A key of its own: the provider answers the refusal of before to the other one.
        if (intent && (await this.refund(stripe, intent, `refund-duplicate-won-${intent}`))) any = true;
      }
    return any;
  }

  private async endOne(userId: string, subscription: Stripe.Subscription): Promise<void> {
    const stripe = await this.provider.client();
    const refunded = await this.payBack(stripe, subscription);
    await this.tell(userId, subscription, refunded);
    await stripe.subscriptions.cancel(subscription.id).catch((error: Stripe.errors.StripeError) => {
      if (error.code !== "resource_missing") throw error;
    });
    this.log.warn(
      { subscription: subscription.id, ...refunded },
      "billing: a second subscription was ended and paid back",
    );
  }

  private async payBack(stripe: Stripe, subscription: Stripe.Subscription): Promise<Refunded> {
    let amount = 0;
    for await (const invoice of stripe.invoices.list({ subscription: subscription.id, status: "paid", limit: 100 })) {
      for await (const { payment, amount_paid } of stripe.invoicePayments.list({ invoice: invoice.id!, limit: 100 })) {
        const intent = idOf(payment.payment_intent);
        if (!intent) continue;
        await this.refund(stripe, intent, `refund-duplicate-${intent}`);
        amount += amount_paid ?? 0;
      }
    }
    return { amount, currency: subscription.currency };
  }

  /** @returns whether the product still had the money */
  private async refund(stripe: Stripe, intent: string, idempotencyKey: string): Promise<boolean> {
    try {
      await stripe.refunds.create({ payment_intent: intent, reason: "duplicate" }, { idempotencyKey });
      return true;
    } catch (error) {
      if (!notOursAnyMore.has((error as Stripe.errors.StripeError).code ?? "")) throw error;
      return false;
    }
  }

  private async among(userId: string, subscriptionIds: string[]): Promise<Set<string>> {
    const { rows } = await this.database.system((tx) =>
      tx.execute<{ subscription_id: string }>(sql`
        select subscription_id from billing.duplicate
        where user_id = ${userId} and subscription_id = any(${sql.param(subscriptionIds)}::text[])`),
    );
    return new Set(rows.map(({ subscription_id }) => subscription_id));
  }

  private async tell(userId: string, subscription: Stripe.Subscription, { amount, currency }: Refunded): Promise<void> {
    await this.database.system(async (tx) => {
      const { rows } = await tx.execute(sql`
        insert into billing.duplicate (subscription_id, user_id, provider, amount, currency, ended_at)
        values (${subscription.id}, ${userId}, ${this.provider.name}, ${amount}, ${currency}, ${this.clock.now().toISOString()}::timestamptz)
        on conflict do nothing returning subscription_id`);
      if (!rows.length) return;
      const entry: EntryOpened = {
        userId,
        key: `paid-twice:${subscription.id}`,
        kind: "subscription",
        title: "You paid twice: the second payment was refunded",
        line: `${moneyInWords(amount, currency)} goes back to your card within a few days. Your first plan continues unchanged.`,
        path: "/billing",
      };
      await this.events.publish(tx, entryOpened, entry);
    });
  }
}
