import type { ServiceDefinition } from "@tessera/service-kit";
import schema from "../migrations/001-billing.sql";
import { BillingModule } from "./billing.module.ts";

/** Plans, payments and who may use what is paid for. Without STRIPE_SECRET_KEY it needs stripeSandboxService beside it. */
export const billingService: ServiceDefinition = {
  name: "billing",
  title: "Billing",
  contract: "1.0.0",
  module: BillingModule,
  schema: "billing",
  migrations: [{ name: "001-billing", sql: schema }],
  // A listener learns that the plan changed, and asks: what the provider knows of a person does not travel.
  published: [{ table: "account", key: "user_id", owner: "user_id", columns: ["user_id", "status", "plan_id", "synced"] }],
};
