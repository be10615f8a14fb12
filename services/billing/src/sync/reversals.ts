import type Stripe from "stripe";
import { idOf } from "./standing.ts";

/** What of an invoice's payment went back. */
export interface Reversal {
  /** Minor units of the invoice's currency. */
  refunded: number;
  /** Whether the bank has taken the payment back, or may do so. */
  disputed: boolean;
  /** Dispute that the bank waits for an answer to. */
  unanswered: Unanswered | null;
}

export interface Unanswered {
  /** Id of the dispute at the provider. */
  id: string;
  /** Minor units of the invoice's currency. */
  amount: number;
  /** Last day of an answer, seconds since 1970; null where the bank names none. */
  dueBy: number | null;
}
export type Reversals = ReadonlyMap<string, Reversal>;

const none: Reversal = { refunded: 0, disputed: false, unanswered: null };

export const reversalOf = (reversals: Reversals, invoice: Stripe.Invoice): Reversal =>
  reversals.get(invoice.id ?? "") ?? none;

/** States of a dispute in which the payment stays with the product. */
const settled = new Set<string>(["won", "warning_closed", "prevented"]);
/** States in which the bank decides against the product unless it is answered. */
const waiting = new Set<string>(["needs_response", "warning_needs_response"]);

/**
 * What went back of each invoice that is not paid for in full any more. Charges name no invoice: what ties them are the
 * invoice's payments, by payment intent.
 * @param invoices of the customer, with `payments` expanded
 */
export async function readReversals(
  stripe: Stripe,
  customer: string,
  invoices: readonly Stripe.Invoice[],
): Promise<Reversals> {
  const reversals = new Map<string, Reversal>();
  const invoiceOf = new Map<string, string>();
  for (const { id, payments } of invoices)
    for (const { payment } of payments?.data ?? []) {
      const key = idOf(payment.payment_intent) ?? idOf(payment.charge);
      if (id && key) invoiceOf.set(key, id);
    }
  if (!invoiceOf.size) return reversals;
  for await (const charge of stripe.charges.list({ customer, limit: 100 })) {
    const invoice = invoiceOf.get(idOf(charge.payment_intent) ?? "") ?? invoiceOf.get(charge.id);
    if (!invoice || !(charge.amount_refunded || charge.disputed)) continue;
    const before = reversals.get(invoice) ?? none;
    // It stays true after a dispute that was won, so the disputes themselves are asked.
    const disputes = charge.disputed ? (await stripe.disputes.list({ charge: charge.id, limit: 100 })).data : [];
    const open = disputes.find(({ status }) => waiting.has(status));
    reversals.set(invoice, {
      refunded: before.refunded + charge.amount_refunded,
      disputed: before.disputed || disputes.some(({ status }) => !settled.has(status)),
      unanswered: open ? { id: open.id, amount: open.amount, dueBy: open.evidence_details.due_by } : before.unanswered,
    });
  }
  return reversals;
}
