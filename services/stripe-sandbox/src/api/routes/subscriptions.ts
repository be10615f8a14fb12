import { sql } from "drizzle-orm";
import { z } from "zod";
import { cancelAtPeriodEnd, endSubscription, keepSubscription } from "../../engine/cancellation.ts";
import { changePlan } from "../../engine/plan-change.ts";
import { resumeSubscription } from "../../engine/start-plan.ts";
import { hasEnded, itemOf } from "../../resources/subscription.ts";
import { invalid } from "../../state/fault.ts";
import { Expand, Flag, Id, listFields, MetadataUpdate } from "../params.ts";
import { route } from "../route.ts";

const one = z.strictObject({ expand: Expand });
const statuses = [
  "active",
  "past_due",
  "unpaid",
  "canceled",
  "incomplete",
  "incomplete_expired",
  "trialing",
  "paused",
  "ended",
  "all",
] as const;

export const subscriptionRoutes = [
  route(
    "GET",
    "/v1/subscriptions",
    z.strictObject({
      ...listFields,
      customer: Id.optional(),
      price: Id.optional(),
      status: z.enum(statuses).optional(),
    }),
    (ledger, params) => {
      const customer = params.customer ? sql`customer = ${params.customer}` : sql`true`;
      const price = params.price
        ? sql`data -> 'items' -> 'data' -> 0 -> 'price' ->> 'id' = ${params.price}`
        : sql`true`;
      const status =
        params.status === "all"
          ? sql`true`
          : params.status === "ended"
            ? sql`data ->> 'status' in ('canceled', 'incomplete_expired')`
            : params.status
              ? sql`data ->> 'status' = ${params.status}`
              : sql`data ->> 'status' <> 'canceled'`;
      return ledger.page("subscription", sql`${customer} and ${price} and ${status}`, params, "/v1/subscriptions");
    },
  ),
  route("GET", "/v1/subscriptions/:id", one, (ledger, _params, at) => ledger.get("subscription", at.id ?? "")),
  route(
    "POST",
    "/v1/subscriptions/:id",
    z.strictObject({
      cancel_at_period_end: Flag.optional(),
      cancel_at: z.literal("", "The sandbox only takes a planned end back").optional(),
      items: z
        .array(z.strictObject({ id: Id, price: Id }))
        .length(1)
        .optional(),
      proration_behavior: z.literal("always_invoice", "The sandbox only knows always_invoice").optional(),
      payment_behavior: z.enum(["allow_incomplete", "error_if_incomplete"]).default("allow_incomplete"),
      default_payment_method: Id.optional(),
      metadata: MetadataUpdate.optional(),
      expand: Expand,
    }),
    async (ledger, params, at) => {
      const subscription = await ledger.get("subscription", at.id ?? "");
      if (hasEnded(subscription))
        throw invalid("A canceled subscription can only update its cancellation_details and metadata.");
      await ledger.enter(subscription.customer);
      const item = params.items?.[0];
      if (item) {
        if (item.id !== itemOf(subscription).id)
          throw invalid(`No such subscription item: '${item.id}'`, "items[0][id]", "resource_missing");
        if (!params.proration_behavior)
          throw invalid("Missing required param: proration_behavior.", "proration_behavior");
        const price = await ledger.get("price", item.price, "items[0][price]");
        await changePlan(ledger, subscription, price, params.payment_behavior === "error_if_incomplete");
      }
      if (params.default_payment_method || params.metadata) {
        const method = params.default_payment_method;
        if (method)
          subscription.default_payment_method = (
            await ledger.get("payment_method", method, "default_payment_method")
          ).id;
        subscription.metadata = { ...subscription.metadata, ...params.metadata };
        await ledger.save(subscription);
        await ledger.emit("customer.subscription.updated", subscription, {});
      }
      if (params.cancel_at_period_end === true && !subscription.cancel_at_period_end)
        await cancelAtPeriodEnd(ledger, subscription, "period_end");
      const undo =
        params.cancel_at === "" || (params.cancel_at_period_end === false && subscription.cancel_at_period_end);
      if (undo && subscription.cancel_at) await keepSubscription(ledger, subscription);
      return subscription;
    },
  ),
  route(
    "POST",
    "/v1/subscriptions/:id/resume",
    z.strictObject({
      payment_behavior: z.literal("resume_on_payment_success", "The sandbox only knows resume_on_payment_success"),
      expand: Expand,
    }),
    async (ledger, _params, at) => {
      const subscription = await ledger.get("subscription", at.id ?? "");
      await ledger.enter(subscription.customer);
      await resumeSubscription(ledger, subscription);
      return subscription;
    },
  ),
  route("DELETE", "/v1/subscriptions/:id", one, async (ledger, _params, at) => {
    const subscription = await ledger.get("subscription", at.id ?? "");
    if (hasEnded(subscription)) throw invalid(`No such subscription: '${subscription.id}'`, "id", "resource_missing");
    await ledger.enter(subscription.customer);
    await endSubscription(ledger, subscription, "cancellation_requested");
    return subscription;
  }),
];
