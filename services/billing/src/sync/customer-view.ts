import { Injectable } from "@nestjs/common";
import type Stripe from "stripe";
import { Provider } from "../provider/provider.ts";
import { type Reversals, readReversals } from "./reversals.ts";
import { type Standing, standingOf } from "./standing.ts";

/** What the provider says of a customer now; `customer` is null when there is none any more. */
export interface CustomerView {
  customer: Stripe.Customer | null;
  subscriptions: Stripe.Subscription[];
  standing: Standing;
  invoices: Stripe.Invoice[];
  /** By the invoice's id. */
  reversals: Reversals;
}

@Injectable()
export class CustomerViews {
  constructor(private readonly provider: Provider) {}

  async of(customerId: string): Promise<CustomerView> {
    const stripe = await this.provider.client();
    const customer = await stripe.customers
      .retrieve(customerId, { expand: ["tax_ids"] })
      .catch((error: Stripe.errors.StripeError) => {
        if (error.code === "resource_missing") return null;
        throw error;
      });
    if (!customer || customer.deleted)
      return {
        customer: null,
        subscriptions: [],
        standing: standingOf([], [], null),
        invoices: [],
        reversals: new Map(),
      };
    const subscriptions: Stripe.Subscription[] = [];
    for await (const subscription of stripe.subscriptions.list({
      customer: customerId,
      status: "all",
      limit: 100,
      expand: ["data.default_payment_method", "data.discounts.source.coupon"],
    }))
      subscriptions.push(subscription);
    const invoices: Stripe.Invoice[] = [];
    for await (const invoice of stripe.invoices.list({ customer: customerId, limit: 100, expand: ["data.payments"] }))
      invoices.push(invoice);
    const reversals = await readReversals(stripe, customerId, invoices);
    const open = invoices.filter((invoice) => invoice.status === "open");
    const method = customer.invoice_settings.default_payment_method;
    const fallback = typeof method === "string" ? await stripe.paymentMethods.retrieve(method) : method;
    return { customer, subscriptions, standing: standingOf(subscriptions, open, fallback), invoices, reversals };
  }
}
