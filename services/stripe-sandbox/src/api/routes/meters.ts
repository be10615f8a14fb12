import { createHash, randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import type Stripe from "stripe";
import { z } from "zod";
import type { Meter, Wire } from "../../state/documents.ts";
import { invalid } from "../../state/fault.ts";
import { Expand, Id, Integer, listFields, Text } from "../params.ts";
import { route } from "../route.ts";

const one = z.strictObject({ expand: Expand });
const DAY = 86_400;
/** Events may be so old, and so far ahead of the present, in seconds (docs.stripe.com/api/billing/meter-event). */
const OLDEST = 35 * DAY;
const FARTHEST = 300;

export const meterRoutes = [
  route(
    "POST",
    "/v1/billing/meters",
    z.strictObject({
      display_name: Text.min(1).max(250),
      event_name: z.string().min(1).max(100),
      default_aggregation: z.strictObject({ formula: z.literal("sum") }),
      expand: Expand,
    }),
    async (ledger, params) => {
      const [holder] = await ledger.all(
        "billing.meter",
        sql`data ->> 'event_name' = ${params.event_name} and data ->> 'status' = 'active'`,
      );
      if (holder)
        throw invalid(`There is already an active meter with the event name ${params.event_name}.`, "event_name");
      const meter: Meter = {
        id: ledger.newId("billing.meter"),
        object: "billing.meter",
        created: ledger.now,
        customer_mapping: { event_payload_key: "stripe_customer_id", type: "by_id" },
        default_aggregation: params.default_aggregation,
        display_name: params.display_name,
        event_name: params.event_name,
        event_time_window: null,
        livemode: false,
        status: "active",
        status_transitions: { deactivated_at: null },
        updated: ledger.now,
        value_settings: { event_payload_key: "value" },
      };
      await ledger.save(meter);
      await ledger.emit("billing.meter.created", meter);
      return meter;
    },
  ),
  route(
    "GET",
    "/v1/billing/meters",
    z.strictObject({ ...listFields, status: z.enum(["active", "inactive"]).optional() }),
    (ledger, params) =>
      ledger.page(
        "billing.meter",
        params.status ? sql`data ->> 'status' = ${params.status}` : sql`true`,
        params,
        "/v1/billing/meters",
      ),
  ),
  route("GET", "/v1/billing/meters/:id", one, (ledger, _params, at) => ledger.get("billing.meter", at.id ?? "")),
  route(
    "POST",
    "/v1/billing/meters/:id",
    z.strictObject({ display_name: Text.min(1).max(250).optional(), expand: Expand }),
    async (ledger, { display_name }, at) => {
      const meter = await ledger.get("billing.meter", at.id ?? "");
      const previous = { display_name: meter.display_name };
      await ledger.save(
        Object.assign(meter, { display_name: display_name ?? meter.display_name, updated: ledger.now }),
      );
      await ledger.emit("billing.meter.updated", meter, previous);
      return meter;
    },
  ),
  route(
    "POST",
    "/v1/billing/meter_events",
    z.strictObject({
      event_name: z.string().min(1).max(100),
      payload: z.strictObject({ stripe_customer_id: Id, value: Integer }),
      identifier: z.string().min(1).max(100).optional(),
      timestamp: Integer.optional(),
      expand: Expand,
    }),
    async (ledger, { event_name, payload, identifier = randomUUID(), timestamp = ledger.now }) => {
      const [meter] = await ledger.all(
        "billing.meter",
        sql`data ->> 'event_name' = ${event_name} and data ->> 'status' = 'active'`,
      );
      if (!meter) throw invalid(`No active meter found for event name ${event_name}.`, "event_name", "no_meter");
      if (timestamp < ledger.now - OLDEST)
        throw invalid("The timestamp is too far in the past.", "timestamp", "timestamp_too_far_in_past");
      if (timestamp > ledger.now + FARTHEST)
        throw invalid("The timestamp is in the future.", "timestamp", "timestamp_in_future");
      const { rows } = await ledger.tx.execute(sql`
        insert into stripe_sandbox.meter_event (identifier, event_name, customer, value, at)
        values (${identifier}, ${event_name}, ${payload.stripe_customer_id}, ${payload.value}, ${timestamp})
        on conflict do nothing returning identifier`);
      if (!rows.length)
        throw invalid(`An event already exists with identifier ${identifier}.`, "identifier", "duplicate_meter_event");
      const event: Wire<Stripe.Billing.MeterEvent> = {
        object: "billing.meter_event",
        created: ledger.now,
        event_name,
        identifier,
        livemode: false,
        payload: { stripe_customer_id: payload.stripe_customer_id, value: String(payload.value) },
        timestamp,
      };
      return event;
    },
  ),
  route(
    "GET",
    "/v1/billing/meters/:id/event_summaries",
    z.strictObject({
      ...listFields,
      customer: Id,
      start_time: Integer,
      end_time: Integer,
    }),
    async (ledger, { customer, start_time, end_time }, at) => {
      const meter = await ledger.get("billing.meter", at.id ?? "");
      for (const [name, time] of Object.entries({ start_time, end_time }))
        if (time % 60) throw invalid("Timestamps must be aligned with minute boundaries.", name);
      const { rows } = await ledger.tx.execute<{ value: string; n: number }>(sql`
        select coalesce(sum(value), 0)::text as value, count(*)::int as n from stripe_sandbox.meter_event
        where event_name = ${meter.event_name} and customer = ${customer} and at >= ${start_time} and at < ${end_time}`);
      const hash = createHash("sha256").update(`${meter.id} ${customer} ${start_time} ${end_time}`).digest("hex");
      const summary: Wire<Stripe.Billing.MeterEventSummary> = {
        id: `mtrsum_${hash.slice(0, 24)}`,
        object: "billing.meter_event_summary",
        aggregated_value: Number(rows[0]?.value ?? 0),
        end_time,
        livemode: false,
        meter: meter.id,
        start_time,
      };
      const url = `/v1/billing/meters/${meter.id}/event_summaries`;
      return { object: "list", data: rows[0]?.n ? [summary] : [], has_more: false, url };
    },
  ),
];
