import type Stripe from "stripe";

/** The SDK's types as they travel: decimals are strings. */
export type Wire<T> = T extends Stripe.Decimal | string
  ? T extends string
    ? T
    : string
  : T extends (infer U)[]
    ? Wire<U>[]
    : T extends object
      ? { [K in keyof T]: Wire<T[K]> }
      : T;
type Kept<T, Narrow> = Omit<Wire<T>, keyof Narrow> & Narrow;
type List<T> = { object: "list"; data: T[]; has_more: boolean; url: string };
type Texts = Record<string, string>;

export type Address = Wire<Stripe.Address>;

export type Customer = Kept<
  Stripe.Customer,
  { test_clock: string | null; metadata: Texts; invoice_settings: CustomerInvoiceSettings }
>;
type CustomerInvoiceSettings = Kept<Stripe.Customer.InvoiceSettings, { default_payment_method: string | null }>;
export type Product = Kept<Stripe.Product, { metadata: Texts }>;
export type Price = Kept<
  Stripe.Price,
  { product: string; metadata: Texts; unit_amount: number; recurring: Wire<Stripe.Price.Recurring> }
>;
export type PaymentMethod = Kept<
  Stripe.PaymentMethod,
  { customer: string | null; card: Wire<Stripe.PaymentMethod.Card> }
>;
export type PaymentIntent = Kept<
  Stripe.PaymentIntent,
  { customer: string | null; payment_method: string | null; latest_charge: string | null }
>;
export type Charge = Kept<Stripe.Charge, { customer: string | null; payment_intent: string | null }>;
export type Refund = Wire<Stripe.Refund>;
export type Dispute = Kept<Stripe.Dispute, { charge: string; payment_intent: string | null }>;
export type SubscriptionItem = Kept<Stripe.SubscriptionItem, { price: Price }>;
export type Subscription = Kept<
  Stripe.Subscription,
  {
    customer: string;
    status: Wire<Stripe.Subscription["status"]>;
    items: List<SubscriptionItem>;
    latest_invoice: string | null;
    default_payment_method: string | null;
    test_clock: string | null;
    metadata: Texts;
    discounts: string[];
    cancellation_details: Wire<Stripe.Subscription.CancellationDetails>;
  }
>;
export type Coupon = Kept<Stripe.Coupon, { metadata: Texts; deleted?: undefined }>;
export type PromotionCode = Kept<
  Stripe.PromotionCode,
  { customer: null; metadata: Texts; promotion: { coupon: string; type: "coupon" } }
>;
export type Discount = Kept<
  Stripe.Discount,
  { customer: string; promotion_code: string; source: { coupon: string; type: "coupon" }; deleted?: undefined }
>;
export type InvoiceLine = Wire<Stripe.InvoiceLineItem>;
export type Invoice = Kept<
  Stripe.Invoice,
  {
    customer: string;
    status: "draft" | "open" | "paid" | "void" | "uncollectible";
    lines: List<InvoiceLine>;
    test_clock: string | null;
    hosted_invoice_url: string | null;
    payments?: List<InvoicePayment>;
  }
>;
export type InvoicePayment = Kept<Stripe.InvoicePayment, { invoice: string }>;
export type CheckoutSession = Kept<
  Stripe.Checkout.Session,
  {
    customer: string;
    subscription: string | null;
    invoice: string | null;
    metadata: Texts;
    success_url: string;
    cancel_url: string | null;
  }
>;
export type PortalSession = Kept<Stripe.BillingPortal.Session, { configuration: string; flow: PortalFlow | null }>;
type PortalFlow = Wire<Stripe.BillingPortal.Session.Flow>;
export type PortalConfiguration = Wire<Stripe.BillingPortal.Configuration>;
export type WebhookEndpoint = Kept<Stripe.WebhookEndpoint, { metadata: Texts }>;
export type TestClock = Wire<Stripe.TestHelpers.TestClock>;
export type TaxId = Kept<Stripe.TaxId, { customer: string }>;
export type Meter = Wire<Stripe.Billing.Meter>;
export interface StoredEvent {
  id: string;
  object: "event";
  api_version: string | null;
  created: number;
  data: { object: unknown; previous_attributes?: Record<string, unknown> };
  livemode: false;
  pending_webhooks: number;
  request: { id: string | null; idempotency_key: string | null };
  type: string;
}

/** What is stored, by the name the API gives it in `object`. */
export interface Documents {
  customer: Customer;
  tax_id: TaxId;
  product: Product;
  price: Price;
  payment_method: PaymentMethod;
  payment_intent: PaymentIntent;
  charge: Charge;
  refund: Refund;
  dispute: Dispute;
  subscription: Subscription;
  coupon: Coupon;
  promotion_code: PromotionCode;
  discount: Discount;
  invoice: Invoice;
  invoice_payment: InvoicePayment;
  "checkout.session": CheckoutSession;
  "billing_portal.session": PortalSession;
  "billing_portal.configuration": PortalConfiguration;
  webhook_endpoint: WebhookEndpoint;
  "test_helpers.test_clock": TestClock;
  "billing.meter": Meter;
  event: StoredEvent;
}
export type Kind = keyof Documents;
export type Document = Documents[Kind];

/** What the provider knows of an object and never answers. */
export interface Facts {
  /** Of a payment method: how its card answers (cards.ts). */
  behaviour?: CardBehaviour;
  /** Of a customer: whether the next payment of an invoice is refused, whatever the card. */
  failsNext?: boolean;
  /** Of a customer: what a subscription becomes when the last attempt fails; left out: it ends. */
  afterRetries?: "unpaid" | undefined;
  /** Of an invoice: whether its payment waits for the person to confirm it with the bank. */
  awaitsBank?: boolean;
  /** Of a subscription: end of the period whose invoice.upcoming was sent. */
  upcomingFor?: number;
  /** Of a subscription: the discount that its present period was charged with. */
  periodDiscount?: string | undefined;
  /** Of a checkout session: what the subscription will carry, and the card that waits for its authentication. */
  subscriptionMetadata?: Texts;
  price?: string;
  quantity?: number;
  awaiting?: string;
  /** Of a checkout session: whether its customer keeps the address that is typed. */
  keepsAddress?: boolean;
  /** Of an invoice: its payment intent. */
  paymentIntent?: string | undefined;
  /** Of a webhook endpoint: what signs its events. */
  secret?: string;
}
export type CardBehaviour =
  | "ok"
  | "disputed"
  | "declined"
  | "fails-when-charged"
  | "insufficient-funds"
  | "needs-authentication";

/** Prefix of the ids of each kind, as Stripe's. */
export const prefixes: Record<Kind, string> = {
  customer: "cus_",
  tax_id: "txi_",
  product: "prod_",
  price: "price_",
  payment_method: "pm_",
  payment_intent: "pi_",
  charge: "ch_",
  refund: "re_",
  dispute: "du_",
  subscription: "sub_",
  // Stripe's ids of coupons have none.
  coupon: "",
  promotion_code: "promo_",
  discount: "di_",
  invoice: "in_",
  invoice_payment: "inpay_",
  "checkout.session": "cs_test_",
  "billing_portal.session": "bps_",
  "billing_portal.configuration": "bpc_",
  webhook_endpoint: "we_",
  "test_helpers.test_clock": "clock_",
  "billing.meter": "mtr_",
  event: "evt_",
};
