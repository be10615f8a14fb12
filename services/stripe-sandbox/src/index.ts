import type { ServiceDefinition } from "@tessera/service-kit";
import schema from "../migrations/001-stripe-sandbox.sql";
import meters from "../migrations/041-meters.sql";
import { ABOUT, operations } from "./operations.ts";
import { SandboxConfigSchema } from "./sandbox.config.ts";

/**
 * The embedded payment provider. Run it beside billing when there is no STRIPE_SECRET_KEY; it refuses to start in
 * production and beside a live key.
 */
export const stripeSandboxService: ServiceDefinition = {
  name: "stripe-sandbox",
  title: "Payment sandbox",
  module: { load: async () => (await import("./sandbox.module.ts")).SandboxModule },
  about: ABOUT,
  operations,
  config: [SandboxConfigSchema],
  schema: "stripe_sandbox",
  addresses: ["/sandbox"],
  migrations: [
    { name: "001-stripe-sandbox", sql: schema },
    { name: "041-meters", sql: meters },
  ],
};
