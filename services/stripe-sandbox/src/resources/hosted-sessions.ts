import type { CheckoutSession, Customer, PortalConfiguration, PortalSession, Price } from "../state/documents.ts";

interface NewCheckout {
  id: string;
  now: number;
  url: string;
  customer: Customer;
  price: Price;
  quantity: number;
  successUrl: string;
  cancelUrl: string | null;
  clientReferenceId: string | null;
  metadata: Record<string, string>;
  expiresAt: number;
  takesCodes: boolean;
  addressCollection: "auto" | "required" | null;
  computesTax: boolean;
  takesTaxNumber: boolean;
}

export const newCheckoutSession = (checkout: NewCheckout): CheckoutSession => ({
  id: checkout.id,
  object: "checkout.session",
  adaptive_pricing: { enabled: false },
  after_expiration: null,
  allow_promotion_codes: checkout.takesCodes || null,
  allowed_payment_method_types: ["card"],
  amount_subtotal: checkout.price.unit_amount * checkout.quantity,
  amount_total: checkout.price.unit_amount * checkout.quantity,
  automatic_tax: checkout.computesTax
    ? { enabled: true, liability: { type: "self" }, provider: "stripe", status: "requires_location_inputs" }
    : { enabled: false, liability: null, provider: null, status: null },
  billing_address_collection: checkout.addressCollection,
  cancel_url: checkout.cancelUrl,
  client_reference_id: checkout.clientReferenceId,
  client_secret: null,
  collected_information: null,
  consent: null,
  consent_collection: null,
  created: checkout.now,
  currency: checkout.price.currency,
  currency_conversion: null,
  custom_fields: [],
  custom_text: { after_submit: null, shipping_address: null, submit: null, terms_of_service_acceptance: null },
  customer: checkout.customer.id,
  customer_account: null,
  customer_creation: null,
  customer_details: null,
  customer_email: null,
  discounts: [],
  expires_at: checkout.expiresAt,
  integration_identifier: null,
  invoice: null,
  invoice_creation: null,
  livemode: false,
  locale: null,
  managed_payments: null,
  metadata: checkout.metadata,
  mode: "subscription",
  origin_context: null,
  payment_intent: null,
  payment_link: null,
  payment_method_collection: "always",
  payment_method_configuration_details: null,
  payment_method_options: null,
  payment_method_types: ["card"],
  payment_status: "unpaid",
  permissions: null,
  recovered_from: null,
  saved_payment_method_options: null,
  setup_intent: null,
  shipping_address_collection: null,
  shipping_cost: null,
  shipping_options: [],
  status: "open",
  submit_type: null,
  subscription: null,
  success_url: checkout.successUrl,
  tax_id_collection: { enabled: checkout.takesTaxNumber, required: "never" },
  total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
  ui_mode: "hosted_page",
  url: checkout.url,
  wallet_options: null,
});

interface NewPortal {
  id: string;
  now: number;
  url: string;
  customer: string;
  configuration: string;
  returnUrl: string | null;
  flow: PortalSession["flow"];
}

export const newPortalSession = (portal: NewPortal): PortalSession => ({
  id: portal.id,
  object: "billing_portal.session",
  configuration: portal.configuration,
  created: portal.now,
  customer: portal.customer,
  customer_account: null,
  flow: portal.flow,
  livemode: false,
  locale: null,
  on_behalf_of: null,
  return_url: portal.returnUrl,
  url: portal.url,
});

export interface PortalFeatures {
  /** What of a customer is changed. */
  updates: ("address" | "name" | "tax_id")[];
  showsInvoices: boolean;
  changesCard: boolean;
  cancels: boolean;
}

interface NewPortalConfiguration {
  id: string;
  now: number;
  features: PortalFeatures;
  metadata: Record<string, string>;
  isDefault: boolean;
}

export const newPortalConfiguration = (configuration: NewPortalConfiguration): PortalConfiguration => ({
  id: configuration.id,
  object: "billing_portal.configuration",
  active: true,
  application: null,
  business_profile: { headline: null, privacy_policy_url: null, terms_of_service_url: null },
  created: configuration.now,
  default_return_url: null,
  features: {
    customer_update: {
      allowed_updates: configuration.features.updates,
      enabled: configuration.features.updates.length > 0,
    },
    invoice_history: { enabled: configuration.features.showsInvoices },
    payment_method_update: {
      enabled: configuration.features.changesCard,
      payment_method_configuration: null,
    },
    subscription_cancel: {
      cancellation_reason: { enabled: false, feedback_options: null, options: [] },
      enabled: configuration.features.cancels,
      mode: "at_period_end",
      proration_behavior: "none",
    },
    subscription_pause: { duration: { interval_options: [], type: "indefinite" }, enabled: false },
    subscription_update: {
      billing_cycle_anchor: null,
      default_allowed_updates: [],
      enabled: false,
      proration_behavior: "always_invoice",
      schedule_at_period_end: { conditions: [] },
      trial_update_behavior: "end_trial",
    },
  },
  is_default: configuration.isDefault,
  livemode: false,
  login_page: { enabled: false, url: null },
  metadata: configuration.metadata,
  name: null,
  updated: configuration.now,
});

/** What a portal offers when a session names no configuration. */
export const defaultPortalConfiguration = (id: string, now: number): PortalConfiguration =>
  newPortalConfiguration({
    ...{ id, now, metadata: {}, isDefault: true },
    features: { updates: ["name", "tax_id"], showsInvoices: true, changesCard: true, cancels: true },
  });
