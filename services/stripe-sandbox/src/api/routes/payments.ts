import { sql } from "drizzle-orm";
import { z } from "zod";
import { refundCharge } from "../../engine/refund.ts";
import { invalid } from "../../state/fault.ts";
import { Expand, Id, Integer, listFields } from "../params.ts";
import { route } from "../route.ts";

const one = z.strictObject({ expand: Expand });

export const paymentRoutes = [
  route(
    "GET",
    "/v1/payment_methods",
    z.strictObject({ ...listFields, customer: Id, type: z.literal("card").optional() }),
    (ledger, params) =>
      ledger.page("payment_method", sql`customer = ${params.customer}`, params, "/v1/payment_methods"),
  ),
  route("GET", "/v1/payment_methods/:id", one, (ledger, _params, at) => ledger.get("payment_method", at.id ?? "")),
  route("GET", "/v1/payment_intents/:id", one, (ledger, _params, at) => ledger.get("payment_intent", at.id ?? "")),
  route("GET", "/v1/charges", z.strictObject({ ...listFields, customer: Id.optional() }), (ledger, params) =>
    ledger.page("charge", params.customer ? sql`customer = ${params.customer}` : sql`true`, params, "/v1/charges"),
  ),
  route("GET", "/v1/charges/:id", one, (ledger, _params, at) => ledger.get("charge", at.id ?? "")),
  route(
    "POST",
    "/v1/refunds",
    z.strictObject({
      charge: Id.optional(),
      payment_intent: Id.optional(),
      amount: Integer.pipe(z.int().min(1)).optional(),
      reason: z.enum(["duplicate", "fraudulent", "requested_by_customer"]).optional(),
      expand: Expand,
    }),
    async (ledger, params) => {
      const intent =
        params.payment_intent && (await ledger.get("payment_intent", params.payment_intent, "payment_intent"));
      const id = params.charge ?? (intent ? intent.latest_charge : null);
      if (!id)
        throw invalid("One of the following params should be provided for this request: payment_intent or charge.");
      const charge = await ledger.get("charge", id, "charge");
      return refundCharge(ledger, charge, params.amount, params.reason ?? null);
    },
  ),
  route("GET", "/v1/refunds", z.strictObject({ ...listFields, charge: Id.optional() }), (ledger, params) =>
    ledger.page("refund", params.charge ? sql`parent = ${params.charge}` : sql`true`, params, "/v1/refunds"),
  ),
  route("GET", "/v1/refunds/:id", one, (ledger, _params, at) => ledger.get("refund", at.id ?? "")),
];
