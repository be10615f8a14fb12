import { sql } from "drizzle-orm";
import { z } from "zod";
import { newPortalConfiguration, type PortalFeatures } from "../../resources/hosted-sessions.ts";
import { Expand, Flag, listFields, MetadataUpdate } from "../params.ts";
import { route } from "../route.ts";

const Switch = z.strictObject({ enabled: Flag });
const fields = {
  features: z.strictObject({
    customer_update: Switch.extend({ allowed_updates: z.array(z.enum(["address", "name", "tax_id"])).optional() }),
    invoice_history: Switch,
    payment_method_update: Switch,
    subscription_cancel: Switch.extend({ mode: z.literal("at_period_end").optional() }),
  }),
  metadata: MetadataUpdate.optional(),
  expand: Expand,
};
const features = (asked: z.infer<typeof fields.features>): PortalFeatures => ({
  updates: asked.customer_update.enabled ? (asked.customer_update.allowed_updates ?? []) : [],
  showsInvoices: asked.invoice_history.enabled,
  changesCard: asked.payment_method_update.enabled,
  cancels: asked.subscription_cancel.enabled,
});

/** What portals offer. The default, which the provider's own dashboard makes, is not created here. */
export const portalConfigurationRoutes = [
  route("POST", "/v1/billing_portal/configurations", z.strictObject(fields), (ledger, params) =>
    ledger.save(
      newPortalConfiguration({
        id: ledger.newId("billing_portal.configuration"),
        now: ledger.now,
        features: features(params.features),
        metadata: params.metadata ?? {},
        isDefault: false,
      }),
    ),
  ),
  route(
    "GET",
    "/v1/billing_portal/configurations",
    z.strictObject({ ...listFields, active: Flag.optional(), is_default: Flag.optional() }),
    (ledger, { active, is_default, ...page }) => {
      const is = (key: "active" | "is_default", value: boolean | undefined) =>
        value === undefined ? sql`true` : sql`(data -> ${key})::boolean = ${value}`;
      const where = sql`${is("active", active)} and ${is("is_default", is_default)}`;
      return ledger.page("billing_portal.configuration", where, page, "/v1/billing_portal/configurations");
    },
  ),
  route(
    "POST",
    "/v1/billing_portal/configurations/:id",
    z.strictObject({ ...fields, active: Flag }).partial(),
    async (ledger, params, at) => {
      const before = await ledger.get("billing_portal.configuration", at.id ?? "");
      const { id, created: now, is_default: isDefault, active } = before;
      const changed = params.features
        ? newPortalConfiguration({ ...{ id, now, isDefault, features: features(params.features) }, metadata: {} })
        : before;
      return ledger.save({
        ...before,
        features: changed.features,
        active: params.active ?? active,
        metadata: { ...before.metadata, ...params.metadata },
        updated: ledger.now,
      });
    },
  ),
];
