import type { Coupon, Discount, PromotionCode } from "../state/documents.ts";

type NewCoupon = Pick<
  Coupon,
  "id" | "amount_off" | "currency" | "duration" | "duration_in_months" | "name" | "percent_off"
> & { now: number };

export const newCoupon = ({ now, ...coupon }: NewCoupon): Coupon => ({
  ...coupon,
  object: "coupon",
  created: now,
  livemode: false,
  max_redemptions: null,
  metadata: {},
  redeem_by: null,
  times_redeemed: 0,
  valid: true,
});

type NewPromotionCode = Pick<PromotionCode, "id" | "code" | "expires_at" | "max_redemptions"> & {
  now: number;
  coupon: string;
};

export const newPromotionCode = ({ now, coupon, ...code }: NewPromotionCode): PromotionCode => ({
  ...code,
  object: "promotion_code",
  active: true,
  created: now,
  customer: null,
  customer_account: null,
  livemode: false,
  metadata: {},
  promotion: { coupon, type: "coupon" },
  restrictions: { first_time_transaction: false, minimum_amount: null, minimum_amount_currency: null },
  times_redeemed: 0,
});

type NewDiscount = Pick<Discount, "id" | "checkout_session" | "customer" | "end" | "start" | "subscription"> & {
  coupon: string;
  promotion_code: string;
};

export const newDiscount = ({ coupon, ...discount }: NewDiscount): Discount => ({
  ...discount,
  object: "discount",
  customer_account: null,
  invoice: null,
  invoice_item: null,
  source: { coupon, type: "coupon" },
  subscription_item: null,
});

/** "20% off", "€5.00 off for 3 months". @param money words of minor units */
export function couponInWords(coupon: Coupon, money: (amount: number, currency: string) => string): string {
  const off =
    coupon.percent_off === null
      ? `${money(coupon.amount_off ?? 0, coupon.currency ?? "eur")} off`
      : `${coupon.percent_off}% off`;
  if (coupon.duration === "once") return `${off} the first payment`;
  const months = coupon.duration_in_months;
  return coupon.duration === "repeating" ? `${off} for ${months === 1 ? "1 month" : `${months} months`}` : off;
}

/** What a coupon takes off a price, in whole minor units. */
export const takenOff = (amount: number, { percent_off, amount_off }: Coupon): number =>
  percent_off === null
    ? Math.min(amount, amount_off ?? 0)
    : Math.round((amount * Math.round(percent_off * 100)) / 10_000);
