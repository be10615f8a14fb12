import { sql } from "drizzle-orm";
import { newDispute } from "../resources/dispute.ts";
import type { Charge, Dispute } from "../state/documents.ts";
import { invalid } from "../state/fault.ts";
import type { Ledger } from "../state/ledger.ts";

/** The dispute of a charge; there is at most one. */
export const disputeOf = async (ledger: Ledger, charge: Charge): Promise<Dispute | undefined> =>
  charge.disputed ? (await ledger.all("dispute", sql`parent = ${charge.id}`))[0] : undefined;

/** Whether the holder of the card can ask the bank to take the charge back. */
export const canBeDisputed = (charge: Charge): boolean => charge.paid && !charge.refunded && !charge.disputed;

/** Whether the bank has yet to decide. */
export const isUndecided = ({ status }: Dispute): boolean => status === "needs_response" || status === "under_review";

/** The holder of the card asks the bank to take a charge back that `canBeDisputed`. */
export async function openDispute(ledger: Ledger, charge: Charge): Promise<Dispute> {
  charge.disputed = true;
  await ledger.save(charge);
  const dispute = await ledger.save(newDispute(ledger.newId("dispute"), ledger.now, charge));
  await ledger.emit("charge.dispute.created", dispute);
  await ledger.emit("charge.dispute.funds_withdrawn", dispute);
  return dispute;
}

/** The seller has answered; the bank decides later. */
export async function answerDispute(ledger: Ledger, dispute: Dispute): Promise<Dispute> {
  const { status } = dispute;
  if (status !== "needs_response") throw invalid(`This dispute takes no evidence: ${status}.`);
  dispute.status = "under_review";
  await ledger.save(dispute);
  await ledger.emit("charge.dispute.updated", dispute, { status });
  return dispute;
}

/**
 * The bank decides; `charge.disputed` stays true either way.
 * @throws Fault when it has decided before
 */
export async function closeDispute(ledger: Ledger, dispute: Dispute, status: "won" | "lost"): Promise<Dispute> {
  const before = dispute.status;
  if (!isUndecided(dispute)) throw invalid(`This dispute is already closed: ${before}.`);
  const charge = await ledger.get("charge", dispute.charge, "charge");
  if (charge.customer) await ledger.enter(charge.customer);
  dispute.status = status;
  dispute.is_charge_refundable = status === "won";
  await ledger.save(dispute);
  await ledger.emit("charge.dispute.closed", dispute, { status: before });
  if (status === "won") await ledger.emit("charge.dispute.funds_reinstated", dispute);
  return dispute;
}
