import { sql } from "drizzle-orm";
import { z } from "zod";
import { answerDispute, closeDispute } from "../../engine/dispute.ts";
import { Expand, Flag, Id, listFields, Text } from "../params.ts";
import { route } from "../route.ts";

const one = z.strictObject({ expand: Expand });

/** Texts of evidence by which the bank decides at once; https://docs.stripe.com/testing#disputes */
const DECISIONS = new Map([
  ["winning_evidence", "won"],
  ["losing_evidence", "lost"],
] as const);

export const disputeRoutes = [
  route(
    "GET",
    "/v1/disputes",
    z.strictObject({ ...listFields, charge: Id.optional(), payment_intent: Id.optional() }),
    (ledger, params) => {
      const charge = params.charge ? sql`parent = ${params.charge}` : sql`true`;
      const intent = params.payment_intent ? sql`data ->> 'payment_intent' = ${params.payment_intent}` : sql`true`;
      return ledger.page("dispute", sql`${charge} and ${intent}`, params, "/v1/disputes");
    },
  ),
  route("GET", "/v1/disputes/:id", one, (ledger, _params, at) => ledger.get("dispute", at.id ?? "")),
  route(
    "POST",
    "/v1/disputes/:id",
    z.strictObject({
      evidence: z.strictObject({ uncategorized_text: Text }),
      submit: Flag.pipe(z.literal(true)).optional(),
      expand: Expand,
    }),
    async (ledger, { evidence }, at) => {
      const dispute = await ledger.get("dispute", at.id ?? "");
      dispute.evidence.uncategorized_text = evidence.uncategorized_text;
      Object.assign(dispute.evidence_details, { has_evidence: true, submission_count: 1, submission_method: "manual" });
      const decision = DECISIONS.get(evidence.uncategorized_text as "winning_evidence");
      return decision ? closeDispute(ledger, dispute, decision) : answerDispute(ledger, dispute);
    },
  ),
  route("POST", "/v1/disputes/:id/close", one, async (ledger, _params, at) =>
    closeDispute(ledger, await ledger.get("dispute", at.id ?? ""), "lost"),
  ),
];
