/**
 * Sets up a Stripe account once: products, prices, meters, the customer portal and the webhook endpoint. Running it
 * again changes nothing. Usage: STRIPE_SECRET_KEY=sk_… npm run set-up-account -w @tessera/service-billing --
 * https://tessera.example; with BILLING_YEARLY_PRICES as the service reads it
 */
import { meters } from "@tessera/contracts-billing/meters.ts";
import Stripe from "stripe";
import { YearlyPrices } from "../billing.config.ts";
import { pricesSold } from "../plans.ts";
import { ensureCatalog } from "./catalog.ts";
import { listenedEvents } from "./listened-events.ts";
import { ensureMeters } from "./meters.ts";

const secretKey = process.env.STRIPE_SECRET_KEY;
const origin = process.argv[2];
if (!secretKey || !origin || !URL.canParse(origin)) {
  console.error(
    "Usage: STRIPE_SECRET_KEY=sk_… npm run set-up-account -w @tessera/service-billing -- https://the-address-of-the-product",
  );
  process.exit(1);
}
const yearly = YearlyPrices.safeParse(process.env.BILLING_YEARLY_PRICES);
if (!yearly.success) {
  console.error(`BILLING_YEARLY_PRICES ${yearly.error.issues.map(({ message }) => message).join("; ")}`);
  process.exit(1);
}
const stripe = new Stripe(secretKey);
const prices = await ensureCatalog(stripe, pricesSold(yearly.data));
for (const [lookupKey, price] of prices) console.log(`${lookupKey}: ${price.id}`);

const meterIds = await ensureMeters(stripe, meters);
for (const [meter, id] of meterIds) console.log(`meter ${meter}: ${id}`);

const configurations = await stripe.billingPortal.configurations.list({ active: true, limit: 1 });
if (!configurations.data.length) {
  const configuration = await stripe.billingPortal.configurations.create({
    features: {
      customer_update: { enabled: true, allowed_updates: ["address", "tax_id"] },
      invoice_history: { enabled: true },
      payment_method_update: { enabled: true },
      subscription_cancel: { enabled: true, mode: "at_period_end" },
    },
  });
  console.log(`customer portal: ${configuration.id}`);
}

const url = new URL("/api/stripe/webhook", origin).href;
const endpoints = await stripe.webhookEndpoints.list({ limit: 100 });
const existing = endpoints.data.find((endpoint) => endpoint.url === url);
if (existing) {
  console.log(`webhook endpoint: ${existing.id}. Its signing secret is shown in the Stripe dashboard.`);
} else {
  const endpoint = await stripe.webhookEndpoints.create({
    url,
    enabled_events: listenedEvents,
    api_version: Stripe.API_VERSION as Stripe.WebhookEndpointCreateParams["api_version"],
  });
  console.log(`webhook endpoint: ${endpoint.id}\nSet STRIPE_WEBHOOK_SECRET=${endpoint.secret}`);
}
