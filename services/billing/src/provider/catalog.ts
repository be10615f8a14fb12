import type Stripe from "stripe";
import type { PlanDefinition, PriceDefinition } from "../plans.ts";

/** Prices at the provider by lookup key. One that is not set up there is missing. */
export type PricesByKey = Map<string, Stripe.Price>;

export async function pricesOf(stripe: Stripe, sold: PriceDefinition[]): Promise<PricesByKey> {
  const found = await stripe.prices.list({
    lookup_keys: sold.map((price) => price.lookupKey),
    active: true,
    limit: 100,
  });
  return new Map(found.data.flatMap((price) => (price.lookup_key ? [[price.lookup_key, price] as const] : [])));
}

/**
 * Creates the products and prices that are missing, and new ones for amounts that the installation has set otherwise;
 * what is there stays as it is, and so does what subscribers pay.
 */
export async function ensureCatalog(stripe: Stripe, sold: PriceDefinition[]): Promise<PricesByKey> {
  const prices = await pricesOf(stripe, sold);
  for (const { plan, interval, amount, lookupKey, isSet } of sold) {
    const there = prices.get(lookupKey);
    if (there && (!isSet || there.unit_amount === amount)) continue;
    const product = await ensureProduct(stripe, plan);
    const price = await stripe.prices.create({
      product: product.id,
      currency: plan.currency,
      unit_amount: amount,
      recurring: { interval },
      lookup_key: lookupKey,
      ...(there && { transfer_lookup_key: true }),
      tax_behavior: "inclusive",
    });
    prices.set(lookupKey, price);
  }
  return prices;
}

async function ensureProduct(stripe: Stripe, plan: PlanDefinition): Promise<Stripe.Product> {
  try {
    return await stripe.products.retrieve(plan.productId);
  } catch (error) {
    if ((error as Stripe.errors.StripeError).code !== "resource_missing") throw error;
    return stripe.products.create({ id: plan.productId, name: plan.name, description: plan.description });
  }
}
