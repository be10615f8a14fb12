import { type Refusal, refusalOf } from "../cards.ts";
import { newCharge, newPaymentIntent } from "../resources/payment.ts";
import type { PaymentIntent, PaymentMethod } from "../state/documents.ts";
import type { Ledger } from "../state/ledger.ts";
import { openDispute } from "./dispute.ts";

/**
 * Charges a kept card and tells of it.
 * @param amount minor units, more than 0 @param before the intent of an earlier attempt at the same invoice
 * @param authenticated whether the person confirmed this payment with their bank just now
 * @param refusal how the bank refuses it, whatever the card
 */
export async function charge(
  ledger: Ledger,
  method: PaymentMethod,
  amount: number,
  currency: string,
  options: { before?: PaymentIntent; authenticated?: boolean; refusal?: Refusal | null } = {},
): Promise<{ intent: PaymentIntent; refusal: Refusal | null }> {
  const facts = ledger.facts(method);
  const refusal = options.refusal ?? (options.authenticated ? null : refusalOf(facts.behaviour ?? "ok"));
  const intent =
    options.before ?? newPaymentIntent(ledger.newId("payment_intent"), ledger.now, amount, currency, method);
  const attempt = newCharge(ledger.newId("charge"), ledger.now, intent, method, refusal);
  Object.assign(intent, {
    payment_method: refusal ? null : method.id,
    latest_charge: attempt.id,
    status: refusal ? "requires_payment_method" : "succeeded",
    amount_received: refusal ? 0 : amount,
    next_action: null,
    last_payment_error: refusal && {
      type: "card_error",
      charge: attempt.id,
      code: refusal.code,
      decline_code: refusal.decline_code,
      message: refusal.message,
    },
  } satisfies Partial<PaymentIntent>);
  await ledger.save(intent);
  await ledger.save(attempt);
  if (refusal) {
    await ledger.emit("charge.failed", attempt);
    await ledger.emit("payment_intent.payment_failed", intent);
  } else {
    await ledger.emit("payment_intent.succeeded", intent);
    await ledger.emit("charge.succeeded", attempt);
    if (facts.behaviour === "disputed") await openDispute(ledger, attempt);
  }
  return { intent, refusal };
}
