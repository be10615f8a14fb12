import type { ReadCard } from "../cards.ts";
import type { Address, Customer, PaymentMethod } from "../state/documents.ts";

interface NewCustomer {
  id: string;
  now: number;
  email: string | null;
  name: string | null;
  metadata: Record<string, string>;
  testClock: string | null;
}

export const newCustomer = ({ id, now, email, name, metadata, testClock }: NewCustomer): Customer => ({
  id,
  object: "customer",
  address: null,
  balance: 0,
  created: now,
  currency: null,
  customer_account: null,
  default_source: null,
  delinquent: false,
  description: null,
  discount: null,
  email,
  invoice_prefix: id.slice(-8).toUpperCase(),
  invoice_settings: { custom_fields: null, default_payment_method: null, footer: null, rendering_options: null },
  livemode: false,
  metadata,
  name,
  next_invoice_sequence: 1,
  phone: null,
  preferred_locales: [],
  shipping: null,
  tax_exempt: "none",
  test_clock: testClock,
});

export const newPaymentMethod = (
  id: string,
  now: number,
  customer: string,
  card: ReadCard,
  email: string | null,
  address: Address | null = null,
  taxNumber: string | null = null,
): PaymentMethod => ({
  id,
  object: "payment_method",
  allow_redisplay: "always",
  billing_details: { address, email, name: card.name, phone: null, tax_id: taxNumber },
  card: {
    brand: card.brand,
    checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: "pass" },
    country: "US",
    display_brand: card.brand,
    exp_month: card.exp_month,
    exp_year: card.exp_year,
    fingerprint: null,
    funding: "credit",
    generated_from: null,
    last4: card.last4,
    networks: { available: [card.brand], preferred: null },
    regulated_status: "unregulated",
    three_d_secure_usage: { supported: true },
    wallet: null,
  },
  created: now,
  customer,
  customer_account: null,
  livemode: false,
  metadata: {},
  type: "card",
});
