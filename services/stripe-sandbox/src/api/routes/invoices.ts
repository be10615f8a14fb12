import { sql } from "drizzle-orm";
import { z } from "zod";
import { collect } from "../../engine/invoicing.ts";
import { prorationInvoice } from "../../engine/plan-change.ts";
import { upcoming } from "../../engine/renewal.ts";
import { Fault, invalid } from "../../state/fault.ts";
import { Expand, Id, listFields } from "../params.ts";
import { route } from "../route.ts";

const one = z.strictObject({ expand: Expand });

export const invoiceRoutes = [
  route(
    "GET",
    "/v1/invoices",
    z.strictObject({
      ...listFields,
      customer: Id.optional(),
      subscription: Id.optional(),
      status: z.enum(["draft", "open", "paid", "void", "uncollectible"]).optional(),
    }),
    (ledger, params) => {
      const customer = params.customer ? sql`customer = ${params.customer}` : sql`true`;
      const subscription = params.subscription ? sql`parent = ${params.subscription}` : sql`true`;
      const status = params.status ? sql`data ->> 'status' = ${params.status}` : sql`true`;
      return ledger.page("invoice", sql`${customer} and ${subscription} and ${status}`, params, "/v1/invoices");
    },
  ),
  route(
    "POST",
    "/v1/invoices/create_preview",
    z.strictObject({
      customer: Id.optional(),
      subscription: Id,
      subscription_details: z
        .strictObject({
          items: z.array(z.strictObject({ id: Id, price: Id })).length(1),
          proration_behavior: z.literal("always_invoice").optional(),
        })
        .optional(),
      expand: Expand,
    }),
    async (ledger, params) => {
      const subscription = await ledger.get("subscription", params.subscription, "subscription");
      await ledger.enter(subscription.customer);
      const price = params.subscription_details?.items[0]?.price;
      if (!price) return upcoming(ledger, subscription);
      return prorationInvoice(
        ledger,
        subscription,
        await ledger.get("price", price, "subscription_details[items][0][price]"),
      );
    },
  ),
  route("GET", "/v1/invoices/:id", one, (ledger, _params, at) => ledger.get("invoice", at.id ?? "")),
  route("POST", "/v1/invoices/:id/pay", one, async (ledger, _params, at) => {
    const invoice = await ledger.get("invoice", at.id ?? "");
    if (invoice.status === "paid") throw invalid("Invoice is already paid", undefined, "invoice_already_paid");
    if (invoice.status !== "open") throw invalid(`This invoice is ${invoice.status}: only open invoices can be paid.`);
    await ledger.enter(invoice.customer);
    const refusal = await collect(ledger, invoice);
    return refusal ? new Fault(402, { type: "card_error", ...refusal }) : invoice;
  }),
  route("GET", "/v1/invoice_payments", z.strictObject({ ...listFields, invoice: Id.optional() }), (ledger, params) =>
    ledger.page(
      "invoice_payment",
      params.invoice ? sql`parent = ${params.invoice}` : sql`true`,
      params,
      "/v1/invoice_payments",
    ),
  ),
];
