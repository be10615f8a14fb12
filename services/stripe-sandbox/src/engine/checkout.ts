import type { Business } from "../business.ts";
import { type ReadCard, type Refusal, refusalOf } from "../cards.ts";
import { newPaymentMethod } from "../resources/customer.ts";
import { taxOf } from "../resources/invoice.ts";
import { newSubscription } from "../resources/subscription.ts";
import type { Address, CheckoutSession, PaymentMethod } from "../state/documents.ts";
import { invalid } from "../state/fault.ts";
import type { Ledger } from "../state/ledger.ts";
import { anyTaxNumber } from "../tax-numbers.ts";
import { charge } from "./charge.ts";
import { redeem, settleDiscount, stillUsable } from "./discounts.ts";
import { finalize, settle } from "./invoicing.ts";
import { periodInvoice } from "./renewal.ts";
import { nameBusiness, setTaxId } from "./tax-number.ts";

/** What became of an attempt to pay. */
export type Outcome =
  | { state: "paid"; url: string }
  | { state: "authenticate" }
  | { state: "refused"; refusal: Refusal }
  | { state: "code-refused"; reason: string };

/** Whether the page of a checkout asks for a billing address. */
export const asksForAddress = ({ billing_address_collection, automatic_tax }: CheckoutSession): boolean =>
  billing_address_collection === "required" || automatic_tax.enabled;

/** Pays a checkout with a card just typed. A refused card leaves the session open, for another try. */
export async function pay(
  ledger: Ledger,
  session: CheckoutSession,
  card: ReadCard,
  address: Address | null,
  business: Business | null,
): Promise<Outcome> {
  assertOpen(session);
  const customer = await ledger.get("customer", session.customer);
  const id = ledger.newId("payment_method");
  const method = newPaymentMethod(
    id,
    ledger.now,
    customer.id,
    card,
    customer.email,
    address,
    business?.taxNumber?.value,
  );
  await ledger.save(method, { behaviour: card.behaviour });
  if (business)
    session.collected_information = { business_name: business.name, individual_name: null, shipping_details: null };
  if (card.behaviour === "needs-authentication") {
    await ledger.save(session, { awaiting: method.id });
    return { state: "authenticate" };
  }
  return complete(ledger, session, method, false);
}

/** What the bank's page answers for a card that needs authentication. */
export async function authenticate(ledger: Ledger, session: CheckoutSession, agreed: boolean): Promise<Outcome> {
  assertOpen(session);
  const facts = ledger.facts(session);
  const method = facts.awaiting ? await ledger.find("payment_method", facts.awaiting) : undefined;
  if (!method) throw invalid("No payment of this checkout waits for authentication.");
  await ledger.save(session, { awaiting: undefined });
  if (agreed) return complete(ledger, session, method, true);
  await ledger.remove(method);
  const message = "We could not authenticate your card. Choose another card, or try again.";
  return {
    state: "refused",
    refusal: { code: "payment_intent_authentication_failure", decline_code: "authentication_required", message },
  };
}

async function complete(
  ledger: Ledger,
  session: CheckoutSession,
  method: PaymentMethod,
  authenticated: boolean,
): Promise<Outcome> {
  const facts = ledger.facts(session);
  const expired = await stillUsable(ledger, session);
  if (expired) {
    await ledger.remove(method);
    return { state: "code-refused", reason: `${expired} Nothing was charged.` };
  }
  const amount = session.amount_total ?? 0;
  const behaviour = ledger.facts(method).behaviour ?? "ok";
  const refused = authenticated ? null : refusalOf(behaviour);
  if (refused) {
    await charge(ledger, { ...method, customer: session.customer }, amount, session.currency ?? "eur");
    await ledger.remove(method);
    return { state: "refused", refusal: refused };
  }
  const customer = await ledger.get("customer", session.customer);
  const { address } = method.billing_details;
  if (address && facts.keepsAddress) {
    const before = customer.address;
    await ledger.save(Object.assign(customer, { address }));
    await ledger.emit("customer.updated", customer, { address: before });
  }
  const typed = anyTaxNumber(method.billing_details.tax_id ?? "");
  const businessName = session.collected_information?.business_name ?? null;
  if (session.tax_id_collection?.enabled) {
    await nameBusiness(ledger, customer, businessName);
    await setTaxId(ledger, customer, typed);
  }
  await ledger.emit("payment_method.attached", method);
  // Nothing is charged where a code pays for all.
  const intent =
    amount > 0 ? (await charge(ledger, method, amount, session.currency ?? "eur", { authenticated })).intent : null;
  // Authenticated once for later charges: renewals need the person no more.
  if (authenticated) await ledger.save(method, { behaviour: "ok" });
  const subscription = newSubscription({
    id: ledger.newId("subscription"),
    itemId: `si_${ledger.newId("subscription").slice(4)}`,
    now: ledger.now,
    customer,
    price: await ledger.get("price", facts.price ?? ""),
    quantity: facts.quantity ?? 1,
    paymentMethod: method.id,
    metadata: facts.subscriptionMetadata ?? {},
    computesTax: session.automatic_tax.enabled,
  });
  const item = subscription.items.data[0]!;
  await redeem(ledger, session, subscription);
  await ledger.save(subscription, { periodDiscount: subscription.discounts[0] });
  const period = { start: item.current_period_start, end: item.current_period_end };
  const invoice = await periodInvoice(ledger, subscription, "subscription_create", period);
  subscription.latest_invoice = invoice.id;
  await settleDiscount(ledger, subscription);
  await ledger.save(subscription);
  await ledger.emit("customer.subscription.created", subscription);
  await ledger.save(invoice, { paymentIntent: intent?.id });
  await ledger.emit("invoice.created", invoice);
  await finalize(ledger, invoice);
  invoice.attempt_count = 1;
  await settle(ledger, invoice, subscription, intent?.id ?? null);
  Object.assign(session, {
    status: "complete",
    payment_status: "paid",
    subscription: subscription.id,
    invoice: invoice.id,
    url: null,
    ...(session.automatic_tax.enabled && {
      automatic_tax: { ...session.automatic_tax, status: "complete" },
      total_details: { ...session.total_details!, amount_tax: taxOf(invoice) },
    }),
    customer_details: {
      address,
      business_name: businessName,
      email: customer.email,
      individual_name: null,
      name: method.billing_details.name,
      phone: null,
      tax_exempt: "none",
      tax_ids: typed ? [typed] : [],
    },
  } satisfies Partial<CheckoutSession>);
  await ledger.save(session);
  await ledger.emit("checkout.session.completed", session);
  return { state: "paid", url: successUrl(session) };
}

/** Where the person goes after paying. */
export const successUrl = (session: CheckoutSession) =>
  session.success_url.replaceAll("{CHECKOUT_SESSION_ID}", session.id);

/** Closes a checkout that nobody paid. */
export async function expire(ledger: Ledger, session: CheckoutSession): Promise<void> {
  session.status = "expired";
  session.url = null;
  await ledger.save(session);
  await ledger.emit("checkout.session.expired", session);
}

function assertOpen(session: CheckoutSession): void {
  if (session.status !== "open") throw invalid(`This checkout session is ${session.status}.`, "session");
}
