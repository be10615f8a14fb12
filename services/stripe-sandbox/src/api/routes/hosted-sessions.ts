import { sql } from "drizzle-orm";
import { z } from "zod";
import { expire } from "../../engine/checkout.ts";
import { defaultPortalConfiguration, newCheckoutSession, newPortalSession } from "../../resources/hosted-sessions.ts";
import { invalid } from "../../state/fault.ts";
import { Expand, Flag, HttpUrl, Id, Integer, listFields, MetadataUpdate } from "../params.ts";
import { route } from "../route.ts";

const one = z.strictObject({ expand: Expand });
const day = 86_400;

export const hostedSessionRoutes = [
  route(
    "POST",
    "/v1/checkout/sessions",
    z.strictObject({
      mode: z.literal("subscription", "The sandbox only sells subscriptions"),
      customer: Id,
      client_reference_id: z.string().max(200).optional(),
      line_items: z.array(z.strictObject({ price: Id, quantity: Integer.pipe(z.int().min(1)).default(1) })).length(1),
      success_url: z
        .string()
        .max(5000)
        .refine((url) => URL.canParse(url.replaceAll("{CHECKOUT_SESSION_ID}", "x")), "Not a valid URL"),
      cancel_url: HttpUrl.optional(),
      metadata: MetadataUpdate.optional(),
      subscription_data: z.strictObject({ metadata: MetadataUpdate.optional() }).optional(),
      expires_at: Integer.optional(),
      allow_promotion_codes: Flag.optional(),
      billing_address_collection: z.enum(["auto", "required"]).optional(),
      customer_update: z
        .strictObject({ address: z.enum(["auto", "never"]).optional(), name: z.enum(["auto", "never"]).optional() })
        .optional(),
      tax_id_collection: z.strictObject({ enabled: Flag }).optional(),
      automatic_tax: z.strictObject({ enabled: Flag }).optional(),
      expand: Expand,
    }),
    async (ledger, params) => {
      const customer = await ledger.get("customer", params.customer, "customer");
      if (customer.deleted) throw invalid(`No such customer: '${customer.id}'`, "customer", "resource_missing");
      await ledger.enter(customer.id);
      const line = params.line_items[0]!;
      const price = await ledger.get("price", line.price, "line_items[0][price]");
      if (!price.active)
        throw invalid(
          "The price specified is inactive. This field only accepts active prices.",
          "line_items[0][price]",
        );
      const computesTax = params.automatic_tax?.enabled ?? false;
      const keepsAddress = params.customer_update?.address === "auto";
      if (computesTax && !customer.address && !keepsAddress)
        throw invalid(
          "Automatic tax calculation in Checkout requires a valid address on the Customer. Add one, or set `customer_update[address]` to 'auto' to save the address entered during Checkout.",
          "automatic_tax",
          "customer_tax_location_invalid",
        );
      const takesTaxNumber = params.tax_id_collection?.enabled ?? false;
      if (takesTaxNumber && params.customer_update?.name !== "auto")
        throw invalid(
          "Tax ID collection requires updating business name on the customer. To enable tax ID collection for an existing customer, please set `customer_update[name]` to `auto`.",
          "tax_id_collection",
        );
      const expiresAt = params.expires_at ?? ledger.now + day;
      if (expiresAt < ledger.now + 1800 || expiresAt > ledger.now + day)
        throw invalid(
          "The `expires_at` timestamp must be 30 minutes to 24 hours from Checkout Session creation.",
          "expires_at",
        );
      const id = ledger.newId("checkout.session");
      const session = newCheckoutSession({
        id,
        now: ledger.now,
        url: `${ledger.publicUrl}/sandbox/checkout/${id}`,
        customer,
        price,
        quantity: line.quantity,
        successUrl: params.success_url,
        cancelUrl: params.cancel_url ?? null,
        clientReferenceId: params.client_reference_id ?? null,
        metadata: params.metadata ?? {},
        expiresAt,
        takesCodes: params.allow_promotion_codes ?? false,
        addressCollection: params.billing_address_collection ?? null,
        computesTax,
        takesTaxNumber,
      });
      return ledger.save(session, {
        price: price.id,
        quantity: line.quantity,
        subscriptionMetadata: params.subscription_data?.metadata ?? {},
        keepsAddress,
      });
    },
  ),
  route("GET", "/v1/checkout/sessions", z.strictObject({ ...listFields, customer: Id.optional() }), (ledger, params) =>
    ledger.page(
      "checkout.session",
      params.customer ? sql`customer = ${params.customer}` : sql`true`,
      params,
      "/v1/checkout/sessions",
    ),
  ),
  route("GET", "/v1/checkout/sessions/:id", one, (ledger, _params, at) => ledger.get("checkout.session", at.id ?? "")),
  route("POST", "/v1/checkout/sessions/:id/expire", one, async (ledger, _params, at) => {
    const session = await ledger.get("checkout.session", at.id ?? "");
    if (session.status !== "open")
      throw invalid(`Only Checkout Sessions with a status in ["open"] can be expired. This one is ${session.status}.`);
    await ledger.enter(session.customer);
    await expire(ledger, session);
    return session;
  }),
  route(
    "POST",
    "/v1/billing_portal/sessions",
    z.strictObject({
      customer: Id,
      configuration: Id.optional(),
      return_url: HttpUrl.optional(),
      flow_data: z.strictObject({ type: z.literal("payment_method_update") }).optional(),
      expand: Expand,
    }),
    async (ledger, params) => {
      const customer = await ledger.get("customer", params.customer, "customer");
      if (customer.deleted) throw invalid(`No such customer: '${customer.id}'`, "customer", "resource_missing");
      const configuration = params.configuration
        ? await ledger.get("billing_portal.configuration", params.configuration, "configuration")
        : ((await ledger.all("billing_portal.configuration", sql`(data -> 'is_default')::boolean`))[0] ??
          (await ledger.save(defaultPortalConfiguration(ledger.newId("billing_portal.configuration"), ledger.now))));
      const id = ledger.newId("billing_portal.session");
      return ledger.save(
        newPortalSession({
          id,
          now: ledger.now,
          url: `${ledger.publicUrl}/sandbox/portal/${id}${params.flow_data ? "/card" : ""}`,
          customer: customer.id,
          configuration: configuration.id,
          returnUrl: params.return_url ?? null,
          flow: params.flow_data
            ? {
                after_completion: { hosted_confirmation: null, redirect: null, type: "portal_homepage" },
                customer_update: null,
                subscription_cancel: null,
                subscription_pause: null,
                subscription_update: null,
                subscription_update_confirm: null,
                type: params.flow_data.type,
              }
            : null,
        }),
      );
    },
  ),
];
