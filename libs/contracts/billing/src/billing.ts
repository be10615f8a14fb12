import { z } from "zod";
import { PlanLimits } from "./define-entitlement.ts";

/** Raw status of the payment provider's subscription, or "none"; "trialing" also during a trial without a card. */
export const SubscriptionStatus = z.enum([
  "none",
  "incomplete",
  "incomplete_expired",
  "trialing",
  "active",
  "past_due",
  "canceled",
  "unpaid",
  "paused",
]);

/**
 * Answer of `GET /api/stripe/check-subscription`. `billingStatus` is "active" for active, trialing and past_due within
 * grace.
 */
export const SubscriptionCheck = z
  .object({
    billingStatus: z.enum(["active", "inactive"]),
    status: SubscriptionStatus,
    planId: z.string().nullable(),
    currentPeriodEnd: z.iso.datetime().nullable(),
    cancelAtPeriodEnd: z.boolean(),
    /** End of the grace after a failed payment. */
    graceEndsAt: z.iso.datetime().nullable(),
    /** Cards that the person may hold, those in the trash included; null: any number. */
    cardLimit: z.int().nullable(),
    /** Bytes of files that the person may hold; null, or left out by an older service: any number. */
    storageLimit: z.int().nullable().optional(),
    /**
     * What the plan holds of what areas declare, by the name of the entitlement; null: any number, 0: not part of the
     * plan.
     */
    entitlements: PlanLimits.optional(),
  })
  .meta({ id: "SubscriptionCheck" });
export type SubscriptionCheck = z.infer<typeof SubscriptionCheck>;

/** Money: integer minor units and ISO 4217 code. */
export const Money = z.object({ amount: z.int(), currency: z.string().length(3) });
export type Money = z.infer<typeof Money>;

/** How often a plan is paid. */
export const Interval = z.enum(["month", "year"]);
export type Interval = z.infer<typeof Interval>;

export const Plan = z
  .object({
    id: z.string(),
    name: z.string(),
    price: Money,
    /** What `price` pays for. */
    interval: Interval,
    /** Price of a year paid at once; left out where the plan is sold by the month alone. */
    yearlyPrice: Money.optional(),
    /** Cards that it holds; null: any number. */
    cardLimit: z.int().nullable(),
    /** Lines of the comparison table, in order; the same names in every plan. */
    features: z.array(z.object({ name: z.string(), value: z.string() })),
    /** What it includes of each meter, by the meter's name; null: any amount. Left out by an older service. */
    usage: PlanLimits.optional(),
    /** Days for which a new person may try it without a card; left out where they may not. */
    trialDays: z.int().optional(),
  })
  .meta({ id: "Plan" });
export type Plan = z.infer<typeof Plan>;

export const Invoice = z
  .object({
    id: z.string(),
    number: z.string().nullable(),
    status: z.enum(["draft", "open", "paid", "uncollectible", "void"]),
    total: Money,
    description: z.string(),
    createdAt: z.iso.datetime(),
    url: z.string().nullable(),
    /** What was paid and what of it went back, in minor units of `total`; left out by an older service. */
    paid: z.int().optional(),
    refunded: z.int().optional(),
    /** The holder of the card asked the bank to take the payment back, and the bank did or has not decided. */
    disputed: z.boolean().optional(),
  })
  .meta({ id: "Invoice" });
export type Invoice = z.infer<typeof Invoice>;

/** The trial without a card: offered to the person, running, or ended. */
export const Trial = z.object({
  state: z.enum(["offered", "running", "ended"]),
  /** Its length, while it is offered. */
  days: z.int().nullable(),
  endsAt: z.iso.datetime().nullable(),
});
export type Trial = z.infer<typeof Trial>;

/** What is taken off the price; of one of both there is none. */
export const Discount = z.object({
  percent: z.number().nullable(),
  amount: Money.nullable(),
  /** What is charged from then on is the whole price; null: as long as the plan runs. */
  endsAt: z.iso.datetime().nullable(),
});
export type Discount = z.infer<typeof Discount>;

export const BillingOverview = SubscriptionCheck.extend({
  price: Money.nullable(),
  /** How often `price` is charged; null without a price, left out by an older service. */
  interval: Interval.nullable().optional(),
  /** What is taken off `price` now; null, or left out by an older service: nothing. */
  discount: Discount.nullable().optional(),
  /** VAT number at the provider; left out by an older service. */
  taxNumber: z.string().nullable().optional(),
  /** Name on the invoices; null: none beside the address. Left out by an older service. */
  invoiceName: z.string().nullable().optional(),
  card: z.object({ brand: z.string(), last4: z.string() }).nullable(),
  /** Whether the embedded sandbox takes the payments. */
  sandbox: z.boolean(),
  /** Whether the person administers the installation; left out by an older service. */
  administrator: z.boolean().optional(),
  /** Null, or left out by an older service: none is offered, and there was none. */
  trial: Trial.nullable().optional(),
}).meta({ id: "BillingOverview" });
export type BillingOverview = z.infer<typeof BillingOverview>;

/** A path of this product to come back to: never another origin, however it is written. */
export const ReturnPath = z
  .string()
  .max(2000)
  .refine((path) => isOwnPath(path), "must be a path of this product, beginning with one slash");

function isOwnPath(path: string): boolean {
  if (!path.startsWith("/") || /[\\\s]/.test(path)) return false;
  const origin = "https://own.invalid";
  return URL.canParse(path, origin) && new URL(path, origin).origin === origin;
}

/** Where the browser goes next: a page of the payment provider. */
export const HostedPage = z.object({ url: z.url() });
export type HostedPage = z.infer<typeof HostedPage>;

const planId = z.string().max(50);
const interval = Interval.default("month");

/** `attemptId` is made once per intent to buy. */
export const NewCheckout = z.strictObject({
  planId,
  interval,
  attemptId: z.string().min(8).max(100),
  returnPath: ReturnPath.optional(),
});
export type NewCheckout = z.infer<typeof NewCheckout>;
/** What the provider's success page brings back. */
export const ConfirmCheckout = z.strictObject({
  sessionId: z.string().regex(/^cs_[A-Za-z0-9_]{5,200}$/, "is not the id of a checkout"),
});
export type ConfirmCheckout = z.infer<typeof ConfirmCheckout>;
export const OpenPortal = z.strictObject({ returnPath: ReturnPath.optional() });
export type OpenPortal = z.infer<typeof OpenPortal>;
export const ChangePlan = z.strictObject({ planId, interval });
export type ChangePlan = z.infer<typeof ChangePlan>;
/** What a change of plan costs now; of one of both there is nothing. */
export const ChangePreview = z
  .object({
    /** Charged to the card at once. */
    dueNow: Money,
    /** Kept for the next invoices. */
    credit: Money,
  })
  .meta({ id: "ChangePreview" });
export type ChangePreview = z.infer<typeof ChangePreview>;
/** Of requests that say all by their address. */
export const Nothing = z.strictObject({});
export type Nothing = z.infer<typeof Nothing>;
