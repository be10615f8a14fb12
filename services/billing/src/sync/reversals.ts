import type Stripe from "stripe";
import { idOf } from "./standing.ts";

/** What of an invoice's payment went back. */
export interface Reversal {
  /** Minor units of the invoice's currency. */
  refunded: number;
  /** Whether the bank has taken the payment back, or may do so. */
  disputed: boolean;
}
export type Reversals = ReadonlyMap<string, Reversal>;

const none: Reversal = { refunded: 0, disputed: false };

export const reversalOf = (reversals: Reversals, invoice: Stripe.Invoice): Reversal =>
  reversals.get(invoice.id ?? "") ?? none;

/** States of a dispute in which the payment stays with the product. */
const settled = new Set<string>(["won", "warning_closed", "prevented"]);

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
    reversals.set(invoice, {
      refunded: before.refunded + charge.amount_refunded,
      disputed: before.disputed || (charge.disputed && (await isDisputed(stripe, charge.id))),
    });
  }
  return reversals;
}

/** `charge.disputed` stays true after a dispute that was won, so the dispute itself is asked. */
async function isDisputed(stripe: Stripe, charge: string): Promise<boolean> {
  const { data } = await stripe.disputes.list({ charge, limit: 100 });
  return data.some(({ status }) => !settled.has(status));
}
