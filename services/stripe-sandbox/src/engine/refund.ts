import { newRefund } from "../resources/payment.ts";
import type { Charge, Dispute, Refund } from "../state/documents.ts";
import { invalid } from "../state/fault.ts";
import type { Ledger } from "../state/ledger.ts";
import { disputeOf } from "./dispute.ts";

/** What of a charge can be refunded, in minor units: nothing of what the bank has taken back. */
export const leftOf = (charge: Charge, dispute: Dispute | undefined): number =>
  dispute?.is_charge_refundable === false ? 0 : charge.amount_captured - charge.amount_refunded;

/**
 * Pays a charge back and tells of it.
 * @param amount minor units; left out: all that is left of it
 * @throws Fault when there is not so much left, or the bank has taken it back
 */
export async function refundCharge(
  ledger: Ledger,
  charge: Charge,
  amount: number | undefined,
  reason: Refund["reason"],
): Promise<Refund> {
  const left = charge.amount_captured - charge.amount_refunded;
  const asked = amount ?? left;
  if (!charge.paid || left === 0)
    throw invalid(
      `Charge ${charge.id} has already been refunded or was not paid.`,
      "charge",
      "charge_already_refunded",
    );
  if (asked > left)
    throw invalid(`Refund amount (${asked}) is greater than unrefunded amount on charge (${left}).`, "amount");
  if ((await disputeOf(ledger, charge))?.is_charge_refundable === false)
    throw invalid(`Charge ${charge.id} has been charged back; cannot issue a refund.`, "charge", "charge_disputed");
  if (charge.customer) await ledger.enter(charge.customer);
  const refund = await ledger.save(newRefund(ledger.newId("refund"), ledger.now, charge, asked, reason));
  const previous = { amount_refunded: charge.amount_refunded, refunded: charge.refunded };
  charge.amount_refunded += asked;
  charge.refunded = charge.amount_refunded === charge.amount_captured;
  await ledger.save(charge);
  await ledger.emit("refund.created", refund);
  await ledger.emit("charge.refunded", charge, previous);
  await ledger.emit("refund.updated", refund);
  return refund;
}
