import { sql } from "drizzle-orm";
import { attaches, type ReadCard, type Refusal, refusalOf } from "../cards.ts";
import { newPaymentMethod } from "../resources/customer.ts";
import { notEnded } from "../resources/subscription.ts";
import type { PaymentMethod, PortalSession } from "../state/documents.ts";
import { invalid } from "../state/fault.ts";
import type { Ledger } from "../state/ledger.ts";

type Outcome = { state: "kept" } | { state: "authenticate" } | { state: "refused"; refusal: Refusal };

/** Keeps a card just typed in the portal as the one that is charged from now on. */
export async function changeCard(ledger: Ledger, session: PortalSession, card: ReadCard): Promise<Outcome> {
  const customer = await ledger.get("customer", session.customer);
  const method = newPaymentMethod(ledger.newId("payment_method"), ledger.now, customer.id, card, customer.email);
  const refusal = refusalOf(card.behaviour);
  if (refusal && !attaches(card.behaviour)) return { state: "refused", refusal };
  await ledger.save(method, { behaviour: card.behaviour });
  if (card.behaviour === "needs-authentication") {
    await ledger.save(session, { awaiting: method.id });
    return { state: "authenticate" };
  }
  await keep(ledger, session, method);
  return { state: "kept" };
}

/** What the bank's page answers for a card that needs authentication. */
export async function authenticateCard(ledger: Ledger, session: PortalSession, agreed: boolean): Promise<Outcome> {
  const { awaiting } = ledger.facts(session);
  const method = awaiting ? await ledger.find("payment_method", awaiting) : undefined;
  if (!method) throw invalid("No card of this portal waits for authentication.");
  await ledger.save(session, { awaiting: undefined });
  if (agreed) {
    await ledger.save(method, { behaviour: "ok" });
    await keep(ledger, session, method);
    return { state: "kept" };
  }
  await ledger.remove(method);
  const message = "We could not authenticate your card. The card you had is still in use.";
  return {
    state: "refused",
    refusal: { code: "setup_intent_authentication_failure", decline_code: "authentication_required", message },
  };
}

async function keep(ledger: Ledger, session: PortalSession, method: PaymentMethod): Promise<void> {
  const customer = await ledger.get("customer", session.customer);
  await ledger.emit("payment_method.attached", method);
  const before = customer.invoice_settings.default_payment_method;
  customer.invoice_settings.default_payment_method = method.id;
  await ledger.save(customer);
  await ledger.emit("customer.updated", customer, { invoice_settings: { default_payment_method: before } });
  for (const subscription of await ledger.all("subscription", sql`customer = ${customer.id} and ${notEnded}`)) {
    const previous = { default_payment_method: subscription.default_payment_method };
    subscription.default_payment_method = method.id;
    await ledger.save(subscription);
    await ledger.emit("customer.subscription.updated", subscription, previous);
  }
}
