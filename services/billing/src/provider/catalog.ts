import type { Interval } from "@tessera/contracts-billing/billing.ts";
import type Stripe from "stripe";
import { moneyInWords } from "../entries/money-in-words.ts";
import { lookupKeyOf, type PlanDefinition, type PriceDefinition } from "../plans.ts";
import { idOf } from "../sync/standing.ts";
import type { Step } from "./steps.ts";

/** Prices at the provider by lookup key. One that is not set up there is missing. */
export type PricesByKey = Map<string, Stripe.Price>;

export async function pricesOf(stripe: Stripe, sold: readonly PriceDefinition[]): Promise<PricesByKey> {
  const found = await stripe.prices.list({
    lookup_keys: sold.map((price) => price.lookupKey),
    active: true,
    limit: 100,
  });
  return new Map(found.data.flatMap((price) => (price.lookup_key ? [[price.lookup_key, price] as const] : [])));
}

/**
 * Products and prices of what is sold. A price never changes: where another one is needed, it is created, takes the
 * lookup key, and the former is archived, which its subscribers keep paying.
 */
export async function catalogSteps(stripe: Stripe, sold: readonly PriceDefinition[]): Promise<Step[]> {
  const prices = await pricesOf(stripe, sold);
  const steps: Step[] = [];
  for (const plan of new Set(sold.map((price) => price.plan))) {
    const product = await productOf(stripe, plan);
    steps.push(productStep(stripe, plan, product));
    // A customer pays in one currency (docs.stripe.com/billing/customer): that of the month is decided in the account.
    const currency = prices.get(lookupKeyOf(plan, "month"))?.currency ?? plan.currency;
    for (const price of sold.filter((one) => one.plan === plan))
      steps.push(...priceSteps(stripe, price, currency, prices.get(price.lookupKey), product));
  }
  return steps;
}

async function productOf(stripe: Stripe, { productId }: PlanDefinition): Promise<Stripe.Product | null> {
  return stripe.products.retrieve(productId).catch((error: Stripe.errors.StripeError) => {
    if (error.code !== "resource_missing") throw error;
    return null;
  });
}

function productStep(stripe: Stripe, plan: PlanDefinition, there: Stripe.Product | null): Step {
  const { productId: id, name, description } = plan;
  const what = `product ${id}`;
  if (!there)
    return {
      ...{ does: "create", what, how: name },
      run: async () => void (await stripe.products.create({ id, name, description })),
    };
  const wanted = { name, description, active: true };
  const other = (Object.keys(wanted) as (keyof typeof wanted)[]).filter((key) => there[key] !== wanted[key]);
  if (!other.length) return { does: "leave", what, how: name };
  return {
    ...{ does: "change", what, how: other.map((key) => `${key} from "${there[key]}" to "${wanted[key]}"`).join(", ") },
    run: async () => void (await stripe.products.update(id, wanted)),
  };
}

function priceSteps(
  stripe: Stripe,
  sold: PriceDefinition,
  currency: string,
  there: Stripe.Price | undefined,
  product: Stripe.Product | null,
): Step[] {
  const { plan, interval, lookupKey, isSet } = sold;
  const what = `price ${lookupKey}`;
  const inWords = (amount: number, currency: string) => `${moneyInWords(amount, currency)} a ${interval}`;
  const wrong = there ? misfit(there, sold, currency) : null;
  if (there && !wrong) return [{ does: "leave", what, how: inWords(there.unit_amount ?? 0, there.currency) }];
  // What a month costs is decided in the account.
  const isKept = there && !isSet && isChargedEach(there, interval);
  const amount = (isKept ? there.unit_amount : null) ?? sold.amount;
  let created = "";
  const create: Step = {
    ...{ does: "create", what, how: `${inWords(amount, currency)}${wrong ? `, as the former ${wrong}` : ""}` },
    run: async () => {
      const price = await stripe.prices.create({
        product: plan.productId,
        currency,
        unit_amount: amount,
        recurring: { interval },
        lookup_key: lookupKey,
        transfer_lookup_key: true,
        tax_behavior: "inclusive",
      });
      created = price.id;
      return undefined;
    },
  };
  if (!there) return [create];
  const archive: Step = {
    ...{ does: "archive", what: `price ${there.id}`, how: "it is sold no more; its subscribers keep it" },
    run: async () => {
      // The default price of a product cannot be archived.
      if (idOf(product?.default_price) === there.id)
        await stripe.products.update(plan.productId, { default_price: created });
      await stripe.prices.update(there.id, { active: false });
      return undefined;
    },
  };
  return [create, archive];
}

/** Why a price cannot be sold as it is, or null. */
function misfit(
  price: Stripe.Price,
  { plan, interval, amount, isSet }: PriceDefinition,
  wanted: string,
): string | null {
  const { unit_amount, currency, tax_behavior } = price;
  if (idOf(price.product) !== plan.productId) return "is one of another product";
  if (!isChargedEach(price, interval)) return "is charged at other times";
  if (unit_amount === null) return "has no fixed amount";
  if (tax_behavior !== "inclusive") return "does not include tax";
  if (isSet && (unit_amount !== amount || currency !== wanted)) return `is ${moneyInWords(unit_amount, currency)}`;
  return null;
}

const isChargedEach = ({ recurring }: Stripe.Price, interval: Interval): boolean =>
  recurring?.interval === interval && recurring.interval_count === 1;
