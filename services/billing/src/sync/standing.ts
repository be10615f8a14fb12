import { type Discount, Interval, SubscriptionStatus } from "@tessera/contracts-billing/billing.ts";
import type Stripe from "stripe";
import type { Account } from "../account/account-store.ts";
import { planByProduct } from "../plans.ts";

export type Standing = Omit<
  Account,
  | "userId"
  | "customerId"
  | "generation"
  | "chooseEntry"
  | "paymentEntry"
  | "taxNumber"
  | "invoiceName"
  | "openedBy"
  | "trialEndsAt"
  | "trialNotice"
> & {
  /** The unpaid invoice, while the subscription is past due or unpaid. */
  unpaidInvoice: string | null;
};

/** Which of several subscriptions counts: one that is open, else the one that could be again, else the newest. */
const order: string[] = [
  "active",
  "trialing",
  "past_due",
  "paused",
  "unpaid",
  "incomplete",
  "incomplete_expired",
  "canceled",
];

/** Whether the subscription gives or soon gives access and keeps being charged. */
export const isOpen = ({ status }: Stripe.Subscription): boolean => ["active", "trialing", "past_due"].includes(status);

/**
 * Where a customer stands, from what the provider answers now. Nothing of how it came about is looked at, so the order
 * and number of events do not matter.
 * @param subscriptions all of the customer, with `default_payment_method` and
 * `discounts.source.coupon` expanded @param open open invoices of the
 * customer
 * @param fallback the customer's own card, charged when the subscription names none
 */
export function standingOf(
  subscriptions: Stripe.Subscription[],
  open: Stripe.Invoice[],
  fallback: Stripe.PaymentMethod | null,
): Standing {
  const rank = ({ status }: Stripe.Subscription) => (order.includes(status) ? order.indexOf(status) : order.length);
  const subscription = [...subscriptions].sort((a, b) => rank(a) - rank(b) || b.created - a.created)[0];
  const item = subscription?.items.data[0];
  const unpaid = open
    .filter((invoice) => idOf(invoice.parent?.subscription_details?.subscription) === subscription?.id)
    .sort(
      (a, b) => (a.status_transitions.finalized_at ?? a.created) - (b.status_transitions.finalized_at ?? b.created),
    )[0];
  const behind = subscription?.status === "past_due";
  const method = subscription?.default_payment_method ?? fallback;
  const card = method && typeof method !== "string" ? method.card : undefined;
  return {
    status: SubscriptionStatus.catch("none").parse(subscription?.status ?? "none"),
    subscriptionId: subscription?.id ?? null,
    itemId: item?.id ?? null,
    planId: planByProduct(idOf(item?.price.product) ?? "")?.id ?? null,
    price:
      item && item.price.unit_amount !== null
        ? { amount: item.price.unit_amount * (item.quantity ?? 1), currency: item.price.currency.toUpperCase() }
        : null,
    interval: Interval.nullable()
      .catch(null)
      .parse(item?.price.recurring?.interval ?? null),
    discount: subscription ? discountOf(subscription) : null,
    currentPeriodEnd: item ? new Date(item.current_period_end * 1000) : null,
    // The portal plans the end by date and leaves the flag false (stripe-node #2470).
    cancelAtPeriodEnd: Boolean(
      subscription &&
        subscription.status !== "canceled" &&
        (subscription.cancel_at_period_end || subscription.cancel_at),
    ),
    pastDueSince: behind
      ? new Date((unpaid?.status_transitions.finalized_at ?? unpaid?.created ?? subscription.created) * 1000)
      : null,
    card: card ? { brand: brandName(card.brand), last4: card.last4 } : null,
    unpaidInvoice: behind || subscription?.status === "unpaid" ? (unpaid?.id ?? null) : null,
  };
}

/** The first discount whose coupon is known: the checkout takes one code. */
function discountOf({ discounts }: Stripe.Subscription): Discount | null {
  for (const discount of discounts) {
    const coupon = typeof discount === "string" ? null : discount.source.coupon;
    if (typeof discount === "string" || !coupon || typeof coupon === "string") continue;
    const { percent_off, amount_off, currency } = coupon;
    const amount = amount_off !== null && currency ? { amount: amount_off, currency: currency.toUpperCase() } : null;
    const endsAt = discount.end === null ? null : new Date(discount.end * 1000).toISOString();
    return { percent: percent_off, amount, endsAt };
  }
  return null;
}

/** Id of what the API answers as an id or as the object. */
export const idOf = (value: string | { id: string } | null | undefined): string | null =>
  typeof value === "string" ? value : (value?.id ?? null);

const brands: Record<string, string> = {
  amex: "American Express",
  visa: "Visa",
  mastercard: "Mastercard",
  discover: "Discover",
  jcb: "JCB",
};
const brandName = (brand: string) => brands[brand] ?? brand;
