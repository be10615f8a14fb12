import { PlanLimits } from "@tessera/contracts-billing/define-entitlement.ts";
import { flag, readToo, secret } from "@tessera/service-kit";
import { z } from "zod";
import { jsonSetting, YearlyPrices } from "./json-settings.ts";

export const BILLING_CONFIG = Symbol("billing configuration");

export const BillingConfigSchema = z
  .object({
    NODE_ENV: readToo(z.string().optional()),
    STRIPE_SECRET_KEY: secret(
      z
        .string()
        .regex(
          /^(sk|rk)_(live|test)_/,
          "must be a secret key of a Stripe account: it starts with sk_live_, sk_test_, rk_live_ or rk_test_",
        )
        .optional(),
      "key of the Stripe account that takes payments; without it the sandbox does",
    ),
    STRIPE_WEBHOOK_SECRET: secret(
      z
        .string()
        .regex(
          /^whsec_[^,\s]+(\s*,\s*whsec_[^,\s]+)*$/,
          "must be the signing secret of the webhook endpoint: it starts with whsec_; several are separated by commas",
        )
        .optional(),
      "signing secret of the webhook endpoint; `npm run set-up-account` of the billing service prints it; while it is rotated the new and the old one, separated by a comma",
    ),
    INTERNAL_EMAIL_DOMAIN: readToo(
      z
        .string()
        .regex(/^@?[a-z0-9-]+(\.[a-z0-9-]+)+$/i, "must be a mail domain, for example example.com")
        .optional(),
    ),
    BILLING_PLAN_LIMITS: jsonSetting('{"finance.accounts": {"desk": 10, "workshop": null}}')
      .pipe(z.record(z.string(), PlanLimits))
      .describe(
        'what plans hold of an area, instead of what its contract says: JSON such as {"finance.accounts": {"desk": 10, "workshop": null}}; null is any number, 0 is not included',
      ),
    BILLING_YEARLY_PRICES: YearlyPrices,
    BILLING_PROMOTION_CODES: flag(false).describe(
      "whether the checkout takes promotion codes; they are made in the account of the payment provider",
    ),
    BILLING_ADDRESS: flag(false).describe("whether the checkout asks for a billing address"),
    BILLING_AUTOMATIC_TAX: flag(false).describe(
      "whether the payment provider computes the tax within each price, by the address that the checkout asks for then; the account must be registered for taxes",
    ),
    BILLING_REPORT_USAGE: flag(false).describe(
      "whether usage is reported to the meters of the payment provider; `npm run set-up-account` of the billing service creates them",
    ),
    BILLING_GRACE_DAYS: z.coerce
      .number()
      .min(0)
      .max(60)
      .default(7)
      .describe("days for which a plan stays open after a payment failed"),
    BILLING_TRIAL_DAYS: z.coerce
      .number()
      .int()
      .min(0)
      .max(365)
      .default(14)
      .describe("days for which a new person may use the product without a plan or a card; 0 offers no trial"),
  })
  .superRefine((values, context) => {
    const missing = (name: string, message: string) => context.addIssue({ code: "custom", path: [name], message });
    if (values.NODE_ENV === "production" && !values.STRIPE_SECRET_KEY)
      missing("STRIPE_SECRET_KEY", "must be set in production: the sandbox takes no real payments");
    if (values.STRIPE_SECRET_KEY && !values.STRIPE_WEBHOOK_SECRET)
      missing(
        "STRIPE_WEBHOOK_SECRET",
        "must be set beside STRIPE_SECRET_KEY: `npm run set-up-account` of the billing service prints it",
      );
  })
  .transform((values) => ({
    /** A Stripe account, or null: the embedded sandbox. */
    stripe: values.STRIPE_SECRET_KEY
      ? {
          secretKey: values.STRIPE_SECRET_KEY,
          webhookSecrets: (values.STRIPE_WEBHOOK_SECRET ?? "").split(",").map((one) => one.trim()),
        }
      : null,
    /** People with a mail address of this domain need no subscription; lower case, without "@". */
    internalDomain: values.INTERNAL_EMAIL_DOMAIN?.toLowerCase().replace(/^@/, "") ?? null,
    /** What plans hold of entitlements, by the entitlement's name and the plan's id. */
    planLimits: values.BILLING_PLAN_LIMITS,
    /** Amounts of a year by the plan's id, in minor units. */
    yearly: values.BILLING_YEARLY_PRICES,
    /** How long a plan stays open after a payment failed, in milliseconds. */
    grace: values.BILLING_GRACE_DAYS * 86_400_000,
    /** Whether the checkout takes promotion codes. */
    takesCodes: values.BILLING_PROMOTION_CODES,
    /** Whether the checkout asks for a billing address. */
    asksForAddress: values.BILLING_ADDRESS || values.BILLING_AUTOMATIC_TAX,
    /** Whether the provider computes the tax within a price. */
    computesTax: values.BILLING_AUTOMATIC_TAX,
    /** Whether usage is reported to the provider's meters. */
    reportsUsage: values.BILLING_REPORT_USAGE,
    /** Length of a trial; 0: none is offered. */
    trialDays: values.BILLING_TRIAL_DAYS,
  }));
export type BillingConfig = z.infer<typeof BillingConfigSchema>;
