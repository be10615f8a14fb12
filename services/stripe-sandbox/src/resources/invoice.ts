import { vatOf, vatWithin } from "../address.ts";
import type {
  Customer,
  Invoice,
  InvoiceLine,
  InvoicePayment,
  Subscription,
  SubscriptionItem,
} from "../state/documents.ts";

interface NewLine {
  id: string;
  invoice: string;
  item: SubscriptionItem;
  /** Minor units; negative for what is given back. */
  amount: number;
  description: string;
  period: { start: number; end: number };
  proration: boolean;
  price?: SubscriptionItem["price"];
  /** What is taken off the amount. */
  discount?: { id: string; amount: number } | null;
}

export const newLine = ({
  id,
  invoice,
  item,
  amount,
  description,
  period,
  proration,
  price = item.price,
  discount = null,
}: NewLine): InvoiceLine => ({
  id,
  object: "line_item",
  amount,
  currency: price.currency,
  description,
  discount_amounts: discount ? [{ amount: discount.amount, discount: discount.id }] : [],
  discountable: !proration,
  discounts: discount ? [discount.id] : [],
  invoice,
  livemode: false,
  metadata: {},
  parent: {
    invoice_item_details: null,
    subscription_item_details: {
      invoice_item: null,
      proration,
      proration_details: proration ? { credited_items: null } : null,
      subscription: item.subscription,
      subscription_item: item.id,
    },
    type: "subscription_item_details",
  } as InvoiceLine["parent"],
  period,
  pretax_credit_amounts: [],
  pricing: {
    price_details: { price: price.id, product: price.product },
    type: "price_details",
    unit_amount_decimal: price.unit_amount_decimal,
  },
  quantity: item.quantity ?? 1,
  quantity_decimal: String(item.quantity ?? 1),
  subscription: item.subscription,
  subtotal: amount,
  taxes: [],
});

interface NewInvoice {
  id: string;
  now: number;
  customer: Customer;
  subscription: Subscription;
  reason: "subscription_create" | "subscription_cycle" | "subscription_update" | "upcoming";
  lines: InvoiceLine[];
  period: { start: number; end: number };
  /** When a draft becomes final on its own, seconds since 1970. */
  finalizesAt: number | null;
}

export function newInvoice({
  id,
  now,
  customer,
  subscription,
  reason,
  lines,
  period,
  finalizesAt,
}: NewInvoice): Invoice {
  const subtotal = lines.reduce((sum, line) => sum + line.amount, 0);
  const discounts = lines.flatMap((line) => line.discount_amounts ?? []);
  const total = subtotal - discounts.reduce((sum, { amount }) => sum + amount, 0);
  const computesTax = subscription.automatic_tax.enabled;
  const rate = computesTax ? vatOf(customer.address?.country) : 0;
  const tax = vatWithin(total, rate);
  return {
    id,
    object: "invoice",
    account_country: "IE",
    account_name: "Tessera (sandbox)",
    account_tax_ids: null,
    amount_due: Math.max(0, total + customer.balance),
    amount_overpaid: 0,
    amount_paid: 0,
    amount_paid_off_stripe: 0,
    amount_remaining: Math.max(0, total + customer.balance),
    amount_shipping: 0,
    application: null,
    attempt_count: 0,
    attempted: false,
    auto_advance: true,
    automatic_tax: computesTax
      ? { disabled_reason: null, enabled: true, liability: { type: "self" }, provider: "stripe", status: "complete" }
      : { disabled_reason: null, enabled: false, liability: null, provider: null, status: null },
    automatically_finalizes_at: finalizesAt,
    billing_reason: reason,
    collection_method: "charge_automatically",
    created: now,
    currency: subscription.currency,
    custom_fields: null,
    customer: customer.id,
    customer_account: null,
    customer_address: customer.address ?? null,
    customer_email: customer.email,
    customer_name: customer.name ?? null,
    customer_phone: null,
    customer_shipping: null,
    customer_tax_exempt: "none",
    customer_tax_ids: [],
    default_payment_method: null,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts: discounts.map(({ discount }) => discount),
    due_date: null,
    effective_at: null,
    ending_balance: null,
    footer: null,
    from_invoice: null,
    hosted_invoice_url: null,
    invoice_pdf: null,
    issuer: { type: "self" },
    last_finalization_error: null,
    latest_revision: null,
    lines: { object: "list", data: lines, has_more: false, url: `/v1/invoices/${id}/lines` },
    livemode: false,
    metadata: {},
    next_payment_attempt: null,
    number: null,
    on_behalf_of: null,
    parent: {
      quote_details: null,
      subscription_details: { metadata: subscription.metadata, subscription: subscription.id },
      type: "subscription_details",
    },
    payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
    period_end: period.end,
    period_start: period.start,
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    receipt_number: null,
    rendering: null,
    shipping_cost: null,
    shipping_details: null,
    starting_balance: customer.balance,
    statement_descriptor: null,
    status: "draft",
    status_transitions: { finalized_at: null, marked_uncollectible_at: null, paid_at: null, voided_at: null },
    subtotal,
    subtotal_excluding_tax: subtotal - vatWithin(subtotal, rate),
    test_clock: customer.test_clock,
    total,
    total_discount_amounts: discounts,
    total_excluding_tax: total - tax,
    total_pretax_credit_amounts: [],
    total_taxes: computesTax
      ? [
          {
            amount: tax,
            tax_behavior: "inclusive",
            tax_rate_details: null,
            taxability_reason: rate ? "standard_rated" : "not_collecting",
            taxable_amount: rate ? total - tax : 0,
            type: "tax_rate_details",
          },
        ]
      : [],
    webhooks_delivered_at: null,
  };
}

export const newInvoicePayment = (
  id: string,
  now: number,
  invoice: Invoice,
  paymentIntent: string,
): InvoicePayment => ({
  id,
  object: "invoice_payment",
  amount_paid: invoice.amount_due,
  amount_requested: invoice.amount_due,
  created: now,
  currency: invoice.currency,
  invoice: invoice.id,
  is_default: true,
  livemode: false,
  payment: { payment_intent: paymentIntent, type: "payment_intent" },
  status: "paid",
  status_transitions: { canceled_at: null, paid_at: now },
});

/** Tax within the total, minor units. */
export const taxOf = ({ total_taxes }: Invoice): number =>
  (total_taxes ?? []).reduce((sum, { amount }) => sum + amount, 0);

/** Subscription an invoice belongs to; the sandbox makes no others. */
export const subscriptionIdOf = (invoice: Invoice): string =>
  invoice.parent?.subscription_details?.subscription as string;
