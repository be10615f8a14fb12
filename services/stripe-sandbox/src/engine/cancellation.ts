import { sql } from "drizzle-orm";
import { itemOf } from "../resources/subscription.ts";
import type { Subscription } from "../state/documents.ts";
import type { Ledger } from "../state/ledger.ts";

/** Ends a subscription for good. */
export async function endSubscription(
  ledger: Ledger,
  subscription: Subscription,
  reason: "cancellation_requested" | "payment_failed",
): Promise<void> {
  subscription.status = "canceled";
  subscription.canceled_at ??= ledger.now;
  subscription.ended_at = ledger.now;
  subscription.cancellation_details.reason = reason;
  await ledger.save(subscription);
  for (const invoice of await ledger.all(
    "invoice",
    sql`parent = ${subscription.id} and data ->> 'status' in ('draft', 'open')`,
  )) {
    // What an ended subscription still owes is not collected on its own any more.
    Object.assign(invoice, { auto_advance: false, automatically_finalizes_at: null, next_payment_attempt: null });
    await ledger.save(invoice);
  }
  await ledger.emit("customer.subscription.deleted", subscription);
}

/**
 * @param way "period_end" as an update of the API sets it, "at" as the portal does (a date, with the flag left false)
 */
export async function cancelAtPeriodEnd(
  ledger: Ledger,
  subscription: Subscription,
  way: "period_end" | "at",
): Promise<void> {
  const previous = cancellationOf(subscription);
  subscription.cancel_at = itemOf(subscription).current_period_end;
  subscription.cancel_at_period_end = way === "period_end";
  subscription.canceled_at = ledger.now;
  subscription.cancellation_details.reason = "cancellation_requested";
  await ledger.save(subscription);
  await ledger.emit("customer.subscription.updated", subscription, previous);
}

/** Takes a planned end back. */
export async function keepSubscription(ledger: Ledger, subscription: Subscription): Promise<void> {
  const previous = cancellationOf(subscription);
  subscription.cancel_at = null;
  subscription.cancel_at_period_end = false;
  subscription.canceled_at = null;
  subscription.cancellation_details.reason = null;
  await ledger.save(subscription);
  await ledger.emit("customer.subscription.updated", subscription, previous);
}

const cancellationOf = ({ cancel_at, cancel_at_period_end, canceled_at }: Subscription) => ({
  cancel_at,
  cancel_at_period_end,
  canceled_at,
});
