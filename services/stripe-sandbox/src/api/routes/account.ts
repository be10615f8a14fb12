import { randomBytes } from "node:crypto";
import { sql } from "drizzle-orm";
import { z } from "zod";
import { advance, newTestClock } from "../../engine/test-clock.ts";
import type { WebhookEndpoint } from "../../state/documents.ts";
import { Expand, Flag, HttpUrl, Integer, listFields, MetadataUpdate, Text } from "../params.ts";
import { route } from "../route.ts";

const one = z.strictObject({ expand: Expand });
const endpointFields = {
  url: HttpUrl,
  enabled_events: z.array(z.string()).min(1),
  description: Text.optional(),
  metadata: MetadataUpdate.optional(),
};

export const accountRoutes = [
  route(
    "POST",
    "/v1/webhook_endpoints",
    z.strictObject({ ...endpointFields, api_version: z.string().optional(), expand: Expand }),
    async (ledger, params) => {
      const secret = `whsec_${randomBytes(24).toString("base64url")}`;
      const endpoint: WebhookEndpoint = {
        id: ledger.newId("webhook_endpoint"),
        object: "webhook_endpoint",
        api_version: params.api_version ?? null,
        application: null,
        created: ledger.now,
        description: params.description ?? null,
        enabled_events: params.enabled_events,
        livemode: false,
        metadata: params.metadata ?? {},
        status: "enabled",
        url: params.url,
      };
      await ledger.save(endpoint, { secret });
      return { ...endpoint, secret };
    },
  ),
  route("GET", "/v1/webhook_endpoints", z.strictObject(listFields), (ledger, params) =>
    ledger.page("webhook_endpoint", sql`true`, params, "/v1/webhook_endpoints"),
  ),
  route(
    "POST",
    "/v1/webhook_endpoints/:id",
    z.strictObject({ ...endpointFields, disabled: Flag, expand: Expand }).partial(),
    async (ledger, params, at) => {
      const endpoint = await ledger.get("webhook_endpoint", at.id ?? "");
      const {
        url = endpoint.url,
        enabled_events = endpoint.enabled_events,
        description = endpoint.description,
        disabled = endpoint.status === "disabled",
      } = params;
      return ledger.save(
        Object.assign(endpoint, {
          url,
          enabled_events,
          description,
          status: disabled ? "disabled" : "enabled",
          metadata: { ...endpoint.metadata, ...params.metadata },
        }),
      );
    },
  ),
  route("DELETE", "/v1/webhook_endpoints/:id", z.strictObject({}), async (ledger, _params, at) => {
    const endpoint = await ledger.get("webhook_endpoint", at.id ?? "");
    await ledger.remove(endpoint);
    await ledger.tx.execute(
      sql`delete from stripe_sandbox.delivery where endpoint = ${endpoint.id} and delivered_at is null`,
    );
    return { id: endpoint.id, object: "webhook_endpoint", deleted: true };
  }),
  route("GET", "/v1/events", z.strictObject({ ...listFields, type: Text.optional() }), (ledger, params) =>
    ledger.page("event", params.type ? sql`data ->> 'type' = ${params.type}` : sql`true`, params, "/v1/events"),
  ),
  route("GET", "/v1/events/:id", one, (ledger, _params, at) => ledger.get("event", at.id ?? "")),
  route(
    "POST",
    "/v1/test_helpers/test_clocks",
    z.strictObject({ frozen_time: Integer, name: Text.optional(), expand: Expand }),
    (ledger, params) => newTestClock(ledger, params.frozen_time, params.name ?? null),
  ),
  route("GET", "/v1/test_helpers/test_clocks/:id", one, (ledger, _params, at) =>
    ledger.get("test_helpers.test_clock", at.id ?? ""),
  ),
  route(
    "POST",
    "/v1/test_helpers/test_clocks/:id/advance",
    z.strictObject({ frozen_time: Integer, expand: Expand }),
    async (ledger, params, at) => {
      const clock = await ledger.get("test_helpers.test_clock", at.id ?? "");
      await advance(ledger, clock, params.frozen_time);
      return clock;
    },
  ),
  route("DELETE", "/v1/test_helpers/test_clocks/:id", z.strictObject({}), async (ledger, _params, at) => {
    const clock = await ledger.get("test_helpers.test_clock", at.id ?? "");
    await ledger.tx.execute(
      sql`delete from stripe_sandbox.object where test_clock = ${clock.id} or customer in (select id from stripe_sandbox.object where kind = 'customer' and test_clock = ${clock.id})`,
    );
    await ledger.remove(clock);
    return { id: clock.id, object: "test_helpers.test_clock", deleted: true };
  }),
];
