import { sql } from "drizzle-orm";
import { newPaymentIntent } from "../resources/payment.ts";
import { addIntervals } from "../resources/periods.ts";
import { itemOf, newSubscription } from "../resources/subscription.ts";
import type { Customer, Invoice, Price, Subscription } from "../state/documents.ts";
import { invalid } from "../state/fault.ts";
import type { Ledger } from "../state/ledger.ts";
import { collect, finalize } from "./invoicing.ts";
import { periodInvoice, renew } from "./renewal.ts";

/** Length of a trial that the seller gives, in seconds. */
const TRIAL = 14 * 86_400;

const begin = (
  ledger: Ledger,
  customer: Customer,
  price: Price,
  more: { status: Subscription["status"]; paymentMethod: string | null; trialEnd?: number },
): Subscription =>
  newSubscription({
    id: ledger.newId("subscription"),
    itemId: `si_${ledger.newId("subscription").slice(4)}`,
    now: ledger.now,
    customer,
    price,
    quantity: 1,
    metadata: {},
    computesTax: false,
    ...more,
  });

/** A plan that the seller starts for a customer, as the dashboard does: a trial without a card. */
export async function startTrial(ledger: Ledger, customer: Customer, price: Price): Promise<void> {
  const subscription = begin(ledger, customer, price, {
    status: "trialing",
    paymentMethod: null,
    trialEnd: ledger.now + TRIAL,
  });
  await ledger.save(subscription);
  await ledger.emit("customer.subscription.created", subscription);
}

/**
 * A plan that the seller starts with the card that the customer used last, whose bank wants the person to confirm.
 * @throws Fault when no card is kept
 */
export async function startUnconfirmed(ledger: Ledger, customer: Customer, price: Price): Promise<void> {
  const [method] = await ledger.all("payment_method", sql`customer = ${customer.id}`);
  if (!method) throw invalid("There is no card to charge.", "default_payment_method");
  const subscription = begin(ledger, customer, price, { status: "incomplete", paymentMethod: method.id });
  const { current_period_start: start, current_period_end: end } = itemOf(subscription);
  await ledger.save(subscription);
  const invoice = await periodInvoice(ledger, subscription, "subscription_create", { start, end });
  subscription.latest_invoice = invoice.id;
  const intent = newPaymentIntent(
    ledger.newId("payment_intent"),
    ledger.now,
    invoice.amount_due,
    invoice.currency,
    method,
  );
  Object.assign(intent, { status: "requires_action", next_action: { type: "use_stripe_sdk", use_stripe_sdk: {} } });
  await ledger.save(intent);
  await ledger.save(subscription);
  await ledger.emit("customer.subscription.created", subscription);
  await ledger.save(invoice, { paymentIntent: intent.id, awaitsBank: true });
  await ledger.emit("invoice.created", invoice);
  Object.assign(invoice, { attempt_count: 1, attempted: true });
  await finalize(ledger, invoice);
  await ledger.emit("payment_intent.requires_action", intent);
  await ledger.emit("invoice.payment_action_required", invoice);
}

/** The first payment was not confirmed in time: nothing is owed. */
export async function expireIncomplete(ledger: Ledger, subscription: Subscription): Promise<void> {
  const invoice = await ledger.get("invoice", subscription.latest_invoice ?? "");
  Object.assign(invoice, { status: "void", auto_advance: false } satisfies Partial<Invoice>);
  invoice.status_transitions.voided_at = ledger.now;
  const { paymentIntent } = ledger.facts(invoice);
  await ledger.save(invoice, { awaitsBank: false });
  const intent = paymentIntent ? await ledger.find("payment_intent", paymentIntent) : undefined;
  if (intent) {
    const canceled = { status: "canceled", canceled_at: ledger.now, cancellation_reason: "void_invoice" } as const;
    await ledger.save(Object.assign(intent, canceled, { next_action: null }));
    await ledger.emit("payment_intent.canceled", intent);
  }
  await ledger.emit("invoice.voided", invoice);
  Object.assign(subscription, { status: "incomplete_expired", ended_at: ledger.now });
  await ledger.save(subscription);
  await ledger.emit("customer.subscription.updated", subscription, { status: "incomplete" });
}

/** The first period is paid like each later one; without a card the subscription waits. */
export async function endTrial(ledger: Ledger, subscription: Subscription): Promise<void> {
  const customer = await ledger.get("customer", subscription.customer);
  if (subscription.default_payment_method ?? customer.invoice_settings.default_payment_method)
    return renew(ledger, subscription);
  subscription.status = "paused";
  await ledger.save(subscription);
  await ledger.emit("customer.subscription.paused", subscription);
  await ledger.emit("customer.subscription.updated", subscription, { status: "trialing" });
}

/**
 * Begins a period now. The subscription runs again when its invoice is paid (`resume_on_payment_success`).
 * @throws Fault when it is not paused
 */
export async function resumeSubscription(ledger: Ledger, subscription: Subscription): Promise<void> {
  if (subscription.status !== "paused") throw invalid("Only a paused subscription can be resumed.");
  const item = itemOf(subscription);
  item.current_period_start = ledger.now;
  item.current_period_end = addIntervals(ledger.now, item.price.recurring, 1);
  subscription.billing_cycle_anchor = ledger.now;
  const period = { start: item.current_period_start, end: item.current_period_end };
  const invoice = await periodInvoice(ledger, subscription, "subscription_update", period);
  subscription.latest_invoice = invoice.id;
  await ledger.save(subscription);
  await ledger.save(invoice);
  await ledger.emit("invoice.created", invoice);
  await finalize(ledger, invoice);
  await collect(ledger, invoice);
}
