import type Stripe from "stripe";
import type { Price, Product, Wire } from "../state/documents.ts";

export const newProduct = (
  id: string,
  now: number,
  name: string,
  description: string | null,
  metadata: Record<string, string>,
): Product => ({
  id,
  object: "product",
  active: true,
  created: now,
  default_price: null,
  description,
  images: [],
  livemode: false,
  marketing_features: [],
  metadata,
  name,
  package_dimensions: null,
  shippable: null,
  statement_descriptor: null,
  tax_code: null,
  tax_details: null,
  type: "service",
  unit_label: null,
  updated: now,
  url: null,
});

interface NewPrice {
  id: string;
  now: number;
  product: string;
  currency: string;
  /** Minor units. */
  amount: number;
  interval: "day" | "week" | "month" | "year";
  intervalCount: number;
  lookupKey: string | null;
  nickname: string | null;
  metadata: Record<string, string>;
}

export const newPrice = (price: NewPrice): Price => ({
  id: price.id,
  object: "price",
  active: true,
  billing_scheme: "per_unit",
  created: price.now,
  currency: price.currency,
  custom_unit_amount: null,
  livemode: false,
  lookup_key: price.lookupKey,
  metadata: price.metadata,
  nickname: price.nickname,
  product: price.product,
  recurring: {
    interval: price.interval,
    interval_count: price.intervalCount,
    meter: null,
    trial_period_days: null,
    usage_type: "licensed",
  },
  tax_behavior: "inclusive",
  tiers_mode: null,
  transform_quantity: null,
  type: "recurring",
  unit_amount: price.amount,
  unit_amount_decimal: String(price.amount),
});

/** The older form of a price that subscription items still carry. */
export const planOf = (price: Price): Wire<Stripe.Plan> => ({
  id: price.id,
  object: "plan",
  active: price.active,
  amount: price.unit_amount,
  amount_decimal: price.unit_amount_decimal,
  billing_scheme: "per_unit",
  created: price.created,
  currency: price.currency,
  interval: price.recurring.interval,
  interval_count: price.recurring.interval_count,
  livemode: false,
  metadata: price.metadata,
  meter: null,
  nickname: price.nickname,
  product: price.product,
  tiers_mode: null,
  transform_usage: null,
  trial_period_days: null,
  usage_type: "licensed",
});
