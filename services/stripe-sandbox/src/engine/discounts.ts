import { sql } from "drizzle-orm";
import { newDiscount, takenOff } from "../resources/discount.ts";
import { addIntervals } from "../resources/periods.ts";
import type { CheckoutSession, Coupon, Discount, PromotionCode, Subscription } from "../state/documents.ts";
import type { Ledger } from "../state/ledger.ts";

const day = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" });

/** The discount on a subscription at a moment, or null. @param at seconds since 1970 */
export async function discountAt(ledger: Ledger, subscription: Subscription, at: number): Promise<Discount | null> {
  const id = subscription.discounts[0];
  const discount = id === undefined ? null : await ledger.get("discount", id);
  return discount && (discount.end === null || discount.end > at) ? discount : null;
}

/** What a discount takes off a price, in minor units; 0 without one. */
export async function takenOffBy(ledger: Ledger, discount: Discount | null, amount: number): Promise<number> {
  return discount ? takenOff(amount, await ledger.get("coupon", discount.source.coupon)) : 0;
}

/** Why a code cannot be used now, in a sentence; null where it can. */
function refusalOf(ledger: Ledger, code: PromotionCode, coupon: Coupon, currency: string): string | null {
  if (code.expires_at !== null && code.expires_at <= ledger.now)
    return `The code ${code.code} expired on ${day.format(code.expires_at * 1000)}.`;
  if (code.max_redemptions !== null && code.times_redeemed >= code.max_redemptions)
    return `The code ${code.code} has been used as often as it can be.`;
  if (coupon.currency !== null && coupon.currency !== currency)
    return `The code ${code.code} is for payments in ${coupon.currency.toUpperCase()}.`;
  return null;
}

/** Puts a code that was typed on a checkout, in the place of one before. @returns why not, or null */
export async function useCode(ledger: Ledger, session: CheckoutSession, typed: string): Promise<string | null> {
  const text = typed.trim();
  if (!text) return "Enter a code.";
  const [code] = await ledger.all("promotion_code", sql`lower(data ->> 'code') = ${text.toLowerCase()}`);
  if (!code) return `There is no code ${text}. Check how it is written.`;
  const coupon = await ledger.get("coupon", code.promotion.coupon);
  const refusal = refusalOf(ledger, code, coupon, session.currency ?? "eur");
  if (refusal) return refusal;
  await setPrice(ledger, session, { code, coupon });
  return null;
}

export const removeCode = (ledger: Ledger, session: CheckoutSession) => setPrice(ledger, session, null);

async function setPrice(
  ledger: Ledger,
  session: CheckoutSession,
  used: { code: PromotionCode; coupon: Coupon } | null,
): Promise<void> {
  const subtotal = session.amount_subtotal ?? 0;
  const off = used ? takenOff(subtotal, used.coupon) : 0;
  session.discounts = used ? [{ coupon: used.coupon.id, promotion_code: used.code.id }] : [];
  session.total_details = { amount_discount: off, amount_shipping: 0, amount_tax: 0 };
  session.amount_total = subtotal - off;
  await ledger.save(session);
}

/** The code on a checkout with its coupon, or null. */
export async function codeOn(
  ledger: Ledger,
  session: CheckoutSession,
): Promise<{ code: PromotionCode; coupon: Coupon } | null> {
  const held = session.discounts?.[0];
  if (!held) return null;
  return {
    code: await ledger.get("promotion_code", held.promotion_code as string),
    coupon: await ledger.get("coupon", held.coupon as string),
  };
}

/** Why the code on a checkout cannot be used any more; it is taken off then. */
export async function stillUsable(ledger: Ledger, session: CheckoutSession): Promise<string | null> {
  const used = await codeOn(ledger, session);
  const refusal = used && refusalOf(ledger, used.code, used.coupon, session.currency ?? "eur");
  if (refusal) await removeCode(ledger, session);
  return refusal;
}

/** Counts the code on a checkout as used, and puts its discount on the subscription. */
export async function redeem(ledger: Ledger, session: CheckoutSession, subscription: Subscription): Promise<void> {
  const used = await codeOn(ledger, session);
  if (!used) return;
  const { code, coupon } = used;
  const months = { interval: "month", interval_count: 1 };
  const end = coupon.duration === "repeating" ? addIntervals(ledger.now, months, coupon.duration_in_months ?? 1) : null;
  const discount = await ledger.save(
    newDiscount({
      id: ledger.newId("discount"),
      checkout_session: session.id,
      customer: session.customer,
      end,
      start: ledger.now,
      subscription: subscription.id,
      coupon: coupon.id,
      promotion_code: code.id,
    }),
  );
  code.times_redeemed += 1;
  coupon.times_redeemed += 1;
  await ledger.save(code);
  await ledger.save(coupon);
  subscription.discounts = [discount.id];
  await ledger.emit("customer.discount.created", discount);
}

/** Takes off a subscription what has ended, or was for one payment. What the period was charged with is kept. */
export async function settleDiscount(ledger: Ledger, subscription: Subscription): Promise<void> {
  const id = subscription.discounts[0];
  if (id === undefined) return;
  const discount = await ledger.get("discount", id);
  const { duration } = await ledger.get("coupon", discount.source.coupon);
  if (duration !== "once" && (discount.end === null || discount.end > ledger.now)) return;
  subscription.discounts = [];
  await ledger.emit("customer.discount.deleted", discount);
}
