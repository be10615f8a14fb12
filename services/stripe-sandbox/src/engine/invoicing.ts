import { type Refusal, refusalOf } from "../cards.ts";
import { newInvoicePayment, subscriptionIdOf } from "../resources/invoice.ts";
import type { Invoice, Subscription } from "../state/documents.ts";
import type { Ledger } from "../state/ledger.ts";
import { endSubscription } from "./cancellation.ts";
import { charge } from "./charge.ts";
import { taxIdsOf } from "./tax-number.ts";

const day = 86_400;
/**
 * Seconds to the next attempt after each failed one; after the last the subscription ends. An account's setting at
 * Stripe.
 */
const retryAfter = [3 * day, 5 * day, 7 * day];

/** Statuses that the payment of the latest invoice brings back. */
const revived: Subscription["status"][] = ["past_due", "unpaid", "incomplete", "paused"];
/** Statuses whose invoice is not tried again on its own: the person pays it. */
const waitsForPerson: Subscription["status"][] = ["incomplete", "paused", "unpaid"];

const awaitsBank: Refusal = {
  code: "invoice_payment_intent_requires_action",
  decline_code: "authentication_required",
  message: "The bank waits for the confirmation of this payment.",
};

const noCard: Refusal = {
  code: "missing_payment_method",
  decline_code: "generic_decline",
  message: "There is no card to charge. Add one in the customer portal.",
};

/** Makes a draft final: it gets its number and its page, and the customer's credit is used. */
export async function finalize(ledger: Ledger, invoice: Invoice): Promise<void> {
  const customer = await ledger.get("customer", invoice.customer);
  const sequence = customer.next_invoice_sequence ?? 1;
  const balanceAfter =
    invoice.total < 0 ? customer.balance + invoice.total : Math.min(0, customer.balance + invoice.total);
  const due = Math.max(0, invoice.total + Math.min(0, customer.balance));
  Object.assign(invoice, {
    status: "open",
    number: `${customer.invoice_prefix}-${String(sequence).padStart(4, "0")}`,
    effective_at: ledger.now,
    automatically_finalizes_at: null,
    starting_balance: customer.balance,
    ending_balance: balanceAfter,
    amount_due: due,
    amount_remaining: due,
    customer_name: customer.name ?? null,
    customer_tax_ids: (await taxIdsOf(ledger, customer.id)).map(({ type, value }) => ({ type, value })),
    hosted_invoice_url: `${ledger.publicUrl}/sandbox/invoice/${invoice.id}`,
  } satisfies Partial<Invoice>);
  invoice.status_transitions.finalized_at = ledger.now;
  customer.next_invoice_sequence = sequence + 1;
  customer.balance = balanceAfter;
  customer.currency = invoice.currency;
  await ledger.save(customer);
  await ledger.save(invoice);
  await ledger.emit("invoice.finalized", invoice);
}

/**
 * Attempts to charge an open invoice.
 * @param authenticated whether the person confirmed this payment with their bank just now
 * @returns why it failed, or null when it is paid
 */
export async function collect(ledger: Ledger, invoice: Invoice, authenticated = false): Promise<Refusal | null> {
  const subscription = await ledger.get("subscription", subscriptionIdOf(invoice));
  if (ledger.facts(invoice).awaitsBank && !authenticated) return awaitsBank;
  await ledger.save(invoice, { awaitsBank: false });
  if (invoice.amount_due === 0) {
    await settle(ledger, invoice, subscription, null);
    return null;
  }
  const customer = await ledger.get("customer", invoice.customer);
  const methodId = subscription.default_payment_method ?? customer.invoice_settings.default_payment_method;
  const method = methodId ? await ledger.find("payment_method", methodId) : undefined;
  invoice.attempt_count += 1;
  invoice.attempted = true;
  let refusal: Refusal | null = noCard;
  if (method) {
    const facts = ledger.facts(invoice);
    const before = facts.paymentIntent ? await ledger.get("payment_intent", facts.paymentIntent) : undefined;
    const refused = ledger.facts(customer).failsNext ? refusalOf("declined") : null;
    if (refused) await ledger.save(customer, { failsNext: false });
    const result = await charge(ledger, method, invoice.amount_due, invoice.currency, {
      before,
      authenticated,
      refusal: refused,
    });
    facts.paymentIntent = result.intent.id;
    refusal = result.refusal;
    if (!refusal) {
      await settle(ledger, invoice, subscription, result.intent.id);
      return null;
    }
  }
  await miss(ledger, invoice, subscription);
  return refusal;
}

/** Marks an invoice paid and tells of it; a subscription that waited for it becomes active. */
export async function settle(
  ledger: Ledger,
  invoice: Invoice,
  subscription: Subscription,
  paymentIntent: string | null,
): Promise<void> {
  Object.assign(invoice, {
    status: "paid",
    attempted: true,
    amount_paid: invoice.amount_due,
    amount_remaining: 0,
    auto_advance: false,
    next_payment_attempt: null,
  } satisfies Partial<Invoice>);
  invoice.status_transitions.paid_at = ledger.now;
  await ledger.save(invoice);
  if (paymentIntent) {
    const payment = await ledger.save(
      newInvoicePayment(ledger.newId("invoice_payment"), ledger.now, invoice, paymentIntent),
    );
    await ledger.emit("invoice_payment.paid", payment);
  }
  await ledger.emit("invoice.paid", invoice);
  await ledger.emit("invoice.payment_succeeded", invoice);
  const { status } = subscription;
  if (!revived.includes(status) || subscription.latest_invoice !== invoice.id) return;
  subscription.status = "active";
  await ledger.save(subscription);
  if (status === "paused") await ledger.emit("customer.subscription.resumed", subscription);
  await ledger.emit("customer.subscription.updated", subscription, { status });
}

/** Dunning: plans the next attempt, or gives up and ends the subscription or leaves it unpaid, as was set. */
async function miss(ledger: Ledger, invoice: Invoice, subscription: Subscription): Promise<void> {
  const pause = waitsForPerson.includes(subscription.status) ? undefined : retryAfter[invoice.attempt_count - 1];
  invoice.next_payment_attempt = pause === undefined ? null : ledger.now + pause;
  await ledger.save(invoice);
  await ledger.emit("invoice.payment_failed", invoice);
  if (subscription.status === "active") {
    subscription.status = "past_due";
    await ledger.save(subscription);
    await ledger.emit("customer.subscription.updated", subscription, { status: "active" });
  }
  if (invoice.next_payment_attempt !== null || subscription.status !== "past_due") return;
  if (ledger.facts(await ledger.get("customer", invoice.customer)).afterRetries !== "unpaid")
    return endSubscription(ledger, subscription, "payment_failed");
  subscription.status = "unpaid";
  await ledger.save(subscription);
  await ledger.emit("customer.subscription.updated", subscription, { status: "past_due" });
}
