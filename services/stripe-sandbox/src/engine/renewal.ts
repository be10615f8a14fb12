import { newInvoice, newLine } from "../resources/invoice.ts";
import { nextPeriodEnd } from "../resources/periods.ts";
import { itemOf } from "../resources/subscription.ts";
import type { Invoice, Subscription } from "../state/documents.ts";
import type { Ledger } from "../state/ledger.ts";
import { discountAt, settleDiscount, takenOffBy } from "./discounts.ts";
import { nameOf, spanOf } from "./wording.ts";

/** How long a renewal's invoice stays a draft, in seconds (Stripe: about an hour). */
export const DRAFT_TIME = 3600;

/** The invoice of a whole period. */
export async function periodInvoice(
  ledger: Ledger,
  subscription: Subscription,
  reason: "subscription_create" | "subscription_cycle" | "subscription_update" | "upcoming",
  period: { start: number; end: number },
): Promise<Invoice> {
  const item = itemOf(subscription);
  const customer = await ledger.get("customer", subscription.customer);
  const id = ledger.newId("invoice");
  const amount = item.price.unit_amount * (item.quantity ?? 1);
  const discount = await discountAt(ledger, subscription, period.start);
  const line = newLine({
    id: `il_${id.slice(3)}`,
    invoice: id,
    item,
    amount,
    discount: discount && { id: discount.id, amount: await takenOffBy(ledger, discount, amount) },
    description: `${await nameOf(ledger, item.price)}, ${spanOf(period)}`,
    period,
    proration: false,
  });
  const finalizesAt = reason === "subscription_cycle" ? ledger.now + DRAFT_TIME : null;
  return newInvoice({ id, now: ledger.now, customer, subscription, reason, lines: [line], period, finalizesAt });
}

/** Rolls a subscription into its next period and drafts the invoice; payment follows when the draft is final. */
export async function renew(ledger: Ledger, subscription: Subscription): Promise<void> {
  const item = itemOf(subscription);
  const previous = { current_period_end: item.current_period_end, current_period_start: item.current_period_start };
  const wasTrial = subscription.status === "trialing" && { status: subscription.status };
  if (wasTrial) subscription.status = "active";
  item.current_period_start = previous.current_period_end;
  item.current_period_end = nextPeriodEnd(
    subscription.billing_cycle_anchor,
    item.price.recurring,
    item.current_period_start,
  );
  const period = { start: item.current_period_start, end: item.current_period_end };
  await settleDiscount(ledger, subscription);
  const invoice = await periodInvoice(ledger, subscription, "subscription_cycle", period);
  subscription.latest_invoice = invoice.id;
  await ledger.save(invoice);
  await ledger.save(subscription, { periodDiscount: subscription.discounts[0] });
  await ledger.emit("customer.subscription.updated", subscription, { items: { data: [previous] }, ...wasTrial });
  await ledger.emit("invoice.created", invoice);
}

/** Tells, some days ahead, what the next period will cost, or that the trial ends. */
export async function announce(ledger: Ledger, subscription: Subscription): Promise<void> {
  const item = itemOf(subscription);
  await ledger.save(subscription, { upcomingFor: item.current_period_end });
  if (subscription.status === "trialing") return ledger.emit("customer.subscription.trial_will_end", subscription);
  await ledger.emit("invoice.upcoming", await upcoming(ledger, subscription));
}

/** The invoice that the next renewal will make. It is not stored. */
export async function upcoming(ledger: Ledger, subscription: Subscription): Promise<Invoice> {
  const item = itemOf(subscription);
  const start = item.current_period_end;
  const end = nextPeriodEnd(subscription.billing_cycle_anchor, item.price.recurring, start);
  return periodInvoice(ledger, subscription, "upcoming", { start, end });
}
