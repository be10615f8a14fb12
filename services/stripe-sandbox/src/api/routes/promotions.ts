import { sql } from "drizzle-orm";
import { z } from "zod";
import { newCoupon, newPromotionCode } from "../../resources/discount.ts";
import { invalid } from "../../state/fault.ts";
import { Expand, Id, Integer, listFields, Text } from "../params.ts";
import { route } from "../route.ts";

const one = z.strictObject({ expand: Expand });
const Percent = z
  .string()
  .regex(/^\d{1,3}(\.\d{1,2})?$/, "Invalid number")
  .transform(Number)
  .pipe(z.number().gt(0).max(100));

export const promotionRoutes = [
  route(
    "POST",
    "/v1/coupons",
    z.strictObject({
      id: Id.optional(),
      name: Text.max(40).optional(),
      percent_off: Percent.optional(),
      amount_off: Integer.pipe(z.int().min(1)).optional(),
      currency: z.string().length(3).toLowerCase().optional(),
      duration: z.enum(["once", "repeating", "forever"]).default("once"),
      duration_in_months: Integer.pipe(z.int().min(1)).optional(),
      expand: Expand,
    }),
    async (ledger, { expand: _, ...params }) => {
      if ((params.percent_off === undefined) === (params.amount_off === undefined))
        throw invalid("You must pass either `percent_off` or `amount_off`.");
      if ((params.amount_off === undefined) !== (params.currency === undefined))
        throw invalid("You must pass `currency` with `amount_off`, and only then.", "currency");
      if ((params.duration === "repeating") !== (params.duration_in_months !== undefined))
        throw invalid("You must pass `duration_in_months` for `repeating`, and only then.", "duration_in_months");
      if (params.id && (await ledger.any(params.id)))
        throw invalid("Coupon already exists.", "id", "resource_already_exists");
      return ledger.save(
        newCoupon({
          now: ledger.now,
          id: params.id ?? ledger.newId("coupon"),
          amount_off: params.amount_off ?? null,
          currency: params.currency ?? null,
          duration: params.duration,
          duration_in_months: params.duration_in_months ?? null,
          name: params.name ?? null,
          percent_off: params.percent_off ?? null,
        }),
      );
    },
  ),
  route("GET", "/v1/coupons/:id", one, (ledger, _params, at) => ledger.get("coupon", at.id ?? "")),
  route(
    "POST",
    "/v1/promotion_codes",
    z.strictObject({
      promotion: z.strictObject({ type: z.literal("coupon"), coupon: Id }),
      code: z.string().regex(/^[A-Za-z0-9-]{1,500}$/, "Only letters, digits and dashes"),
      expires_at: Integer.optional(),
      max_redemptions: Integer.pipe(z.int().min(1)).optional(),
      expand: Expand,
    }),
    async (ledger, params) => {
      const coupon = await ledger.get("coupon", params.promotion.coupon, "promotion[coupon]");
      if ((await ledger.all("promotion_code", sql`lower(data ->> 'code') = ${params.code.toLowerCase()}`))[0])
        throw invalid("An active promotion code with this code already exists.", "code", "resource_already_exists");
      return ledger.save(
        newPromotionCode({
          now: ledger.now,
          id: ledger.newId("promotion_code"),
          code: params.code,
          coupon: coupon.id,
          expires_at: params.expires_at ?? null,
          max_redemptions: params.max_redemptions ?? null,
        }),
      );
    },
  ),
  route(
    "GET",
    "/v1/promotion_codes",
    z.strictObject({ ...listFields, code: z.string().optional() }),
    (ledger, params) =>
      ledger.page(
        "promotion_code",
        params.code ? sql`lower(data ->> 'code') = ${params.code.toLowerCase()}` : sql`true`,
        params,
        "/v1/promotion_codes",
      ),
  ),
  route("GET", "/v1/promotion_codes/:id", one, (ledger, _params, at) => ledger.get("promotion_code", at.id ?? "")),
];
