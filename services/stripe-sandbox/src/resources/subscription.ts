import { sql } from "drizzle-orm";
import type { Customer, Price, Subscription, SubscriptionItem } from "../state/documents.ts";
import { planOf } from "./catalog.ts";
import { addIntervals } from "./periods.ts";

interface NewSubscription {
  id: string;
  itemId: string;
  now: number;
  customer: Customer;
  price: Price;
  quantity: number;
  paymentMethod: string | null;
  metadata: Record<string, string>;
  computesTax: boolean;
  /** "active" where its first payment is made. */
  status?: Subscription["status"];
  /** Seconds since 1970; null without a trial. */
  trialEnd?: number | null;
}

/** How long a first payment can be confirmed, in seconds (https://docs.stripe.com/billing/subscriptions/overview). */
export const CONFIRM_WITHIN = 23 * 3600;

/** Whether it can become active no more. */
export const hasEnded = ({ status }: Subscription): boolean => status === "canceled" || status === "incomplete_expired";

/** The same of rows. */
export const notEnded = sql`data ->> 'status' not in ('canceled', 'incomplete_expired')`;

export function newSubscription({
  id,
  itemId,
  now,
  customer,
  price,
  quantity,
  paymentMethod,
  metadata,
  computesTax,
  status = "active",
  trialEnd = null,
}: NewSubscription): Subscription {
  const item: SubscriptionItem = {
    id: itemId,
    object: "subscription_item",
    billing_thresholds: null,
    created: now,
    current_period_end: trialEnd ?? addIntervals(now, price.recurring, 1),
    current_period_start: now,
    current_trial: null,
    discounts: [],
    metadata: {},
    plan: planOf(price),
    price,
    quantity,
    subscription: id,
    tax_rates: [],
  };
  return {
    id,
    object: "subscription",
    application: null,
    application_fee_percent: null,
    automatic_tax: { disabled_reason: null, enabled: computesTax, liability: computesTax ? { type: "self" } : null },
    billing_cycle_anchor: trialEnd ?? now,
    billing_cycle_anchor_config: null,
    billing_mode: { flexible: { proration_discounts: "included" }, type: "flexible" },
    billing_schedules: [],
    billing_thresholds: null,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
    collection_method: "charge_automatically",
    created: now,
    currency: price.currency,
    customer: customer.id,
    customer_account: null,
    days_until_due: null,
    default_payment_method: paymentMethod,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts: [],
    ended_at: null,
    invoice_settings: {
      account_tax_ids: null,
      custom_fields: null,
      description: null,
      footer: null,
      issuer: { type: "self" },
    },
    items: { object: "list", data: [item], has_more: false, url: `/v1/subscription_items?subscription=${id}` },
    latest_invoice: null,
    livemode: false,
    managed_payments: null,
    metadata,
    next_pending_invoice_item_invoice: null,
    on_behalf_of: null,
    pause_collection: null,
    payment_settings: { payment_method_options: null, payment_method_types: null, save_default_payment_method: "off" },
    pending_invoice_item_interval: null,
    pending_setup_intent: null,
    pending_update: null,
    schedule: null,
    start_date: now,
    status,
    test_clock: customer.test_clock,
    transfer_data: null,
    trial_end: trialEnd,
    trial_settings: {
      end_behavior: { billing_cycle_anchor: null, missing_payment_method: trialEnd ? "pause" : "create_invoice" },
    },
    trial_start: trialEnd && now,
  };
}

/** The one item: the sandbox sells one price a subscription. */
export function itemOf(subscription: Subscription): SubscriptionItem {
  const item = subscription.items.data[0];
  if (!item) throw new Error(`${subscription.id} has no item`);
  return item;
}
