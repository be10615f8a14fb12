import type Stripe from "stripe";
import type { Step } from "./steps.ts";

/** Tells the portal of this product from others of the account. */
const MARK = { tessera: "portal" };

/** What people do in the portal; a plan is changed in the product, which says before what it costs. */
const features = {
  customer_update: { enabled: true, allowed_updates: ["address", "name", "tax_id"] },
  invoice_history: { enabled: true },
  payment_method_update: { enabled: true },
  subscription_cancel: { enabled: true, mode: "at_period_end" },
} satisfies Stripe.BillingPortal.ConfigurationCreateParams.Features;

/**
 * The configuration that `portalSteps` created. It has to be named with each session: the provider takes another one
 * otherwise, the default, which is made in its dashboard alone.
 */
export async function portalOf(stripe: Stripe): Promise<Stripe.BillingPortal.Configuration | null> {
  for await (const configuration of stripe.billingPortal.configurations.list({ active: true, limit: 100 }))
    if (configuration.metadata?.tessera === MARK.tessera) return configuration;
  return null;
}

export async function portalSteps(stripe: Stripe): Promise<Step[]> {
  const there = await portalOf(stripe);
  const what = "customer portal";
  if (!there)
    return [
      {
        ...{ does: "create", what, how: "address, name and VAT number, card, invoices, cancelling" },
        run: async () => void (await stripe.billingPortal.configurations.create({ features, metadata: MARK })),
      },
    ];
  const other = differing(there.features);
  if (!other.length) return [{ does: "leave", what, how: there.id }];
  return [
    {
      ...{ does: "change", what, how: other.map((name) => name.replaceAll("_", " ")).join(", ") },
      run: async () => void (await stripe.billingPortal.configurations.update(there.id, { features })),
    },
  ];
}

/** Names of the features that are not as they should be. */
function differing(there: Stripe.BillingPortal.Configuration.Features): string[] {
  const { customer_update: update, subscription_cancel: cancel } = there;
  const allowed = [...update.allowed_updates].sort().join();
  const isAs: Record<keyof typeof features, boolean> = {
    customer_update: update.enabled && allowed === features.customer_update.allowed_updates.join(),
    invoice_history: there.invoice_history.enabled,
    payment_method_update: there.payment_method_update.enabled,
    subscription_cancel: cancel.enabled && cancel.mode === features.subscription_cancel.mode,
  };
  return Object.entries(isAs).flatMap(([name, is]) => (is ? [] : [name]));
}
