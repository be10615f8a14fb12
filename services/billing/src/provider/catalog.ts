import type Stripe from "stripe";
import type { PlanDefinition } from "../plans.ts";

/** Prices of the plans at the provider, by plan id. A plan that is not set up there is missing. */
export async function pricesOf(stripe: Stripe, plans: PlanDefinition[]): Promise<Map<string, Stripe.Price>> {
  const found = await stripe.prices.list({
    lookup_keys: plans.map((plan) => plan.lookupKey),
    active: true,
    limit: 100,
  });
  const byKey = new Map(found.data.map((price) => [price.lookup_key, price]));
  return new Map(
    plans.flatMap((plan) => (byKey.has(plan.lookupKey) ? [[plan.id, byKey.get(plan.lookupKey)!] as const] : [])),
  );
}

/** Creates the products and prices that are missing; what is there stays as it is. */
export async function ensureCatalog(stripe: Stripe, plans: PlanDefinition[]): Promise<Map<string, Stripe.Price>> {
  const prices = await pricesOf(stripe, plans);
  for (const plan of plans) {
    if (prices.has(plan.id)) continue;
    const product = await ensureProduct(stripe, plan);
    const price = await stripe.prices.create({
      product: product.id,
      currency: plan.currency,
      unit_amount: plan.amount,
      recurring: { interval: plan.interval },
      lookup_key: plan.lookupKey,
      tax_behavior: "inclusive",
    });
    prices.set(plan.id, price);
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
