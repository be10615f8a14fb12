import type Stripe from "stripe";

/** The events that the webhook subscribes to. Each leads to the same sync of its customer. */
export const listenedEvents: Stripe.WebhookEndpointCreateParams.EnabledEvent[] = [
  "charge.dispute.closed",
  "charge.dispute.created",
  "charge.dispute.updated",
  "charge.refunded",
  "checkout.session.completed",
  "checkout.session.expired",
  "customer.created",
  "customer.deleted",
  "customer.subscription.created",
  "customer.subscription.deleted",
  "customer.subscription.paused",
  "customer.subscription.resumed",
  "customer.subscription.trial_will_end",
  "customer.subscription.updated",
  "customer.updated",
  "entitlements.active_entitlement_summary.updated",
  "invoice.finalized",
  "invoice.marked_uncollectible",
  "invoice.paid",
  "invoice.payment_action_required",
  "invoice.payment_failed",
  "invoice.voided",
  "payment_method.attached",
  "payment_method.detached",
];
