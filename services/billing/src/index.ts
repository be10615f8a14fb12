import type { ServiceDefinition } from "@tessera/service-kit";
import schema from "../migrations/001-billing.sql";
import oneCheckout from "../migrations/002-one-checkout.sql";
import { BillingModule } from "./billing.module.ts";

/** Plans, payments and who may use what is paid for. Without STRIPE_SECRET_KEY it needs stripeSandboxService beside it. */
export const billingService: ServiceDefinition = {
  name: "billing",
  title: "Billing",
  contract: "1.0.0",
  module: BillingModule,
  schema: "billing",
  addresses: ["/api/billing", "/api/stripe"],
  actsBeforeErasure: true,
  migrations: [
    { name: "001-billing", sql: schema },
    { name: "002-one-checkout", sql: oneCheckout },
  ],
  tables: [
    { table: "checkout_lease", personal: { owner: "user_id" }, keep: { since: "expires_at", days: 1 } },
    { table: "duplicate", personal: { owner: "user_id" } },
    { table: "checkout_attempt", personal: { owner: "user_id" } },
    {
      table: "account",
      personal: { owner: "user_id" },
      // A listener learns that the plan changed, and asks: what the provider knows of a person does not travel.
      live: { key: "user_id", columns: ["user_id", "status", "plan_id", "synced"] },
    },
    { table: "invoice", personal: { owner: "user_id" } },
  ],
};
