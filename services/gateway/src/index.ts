import type { ServiceDefinition } from "@tessera/service-kit";
import { GatewayConfigSchema } from "./gateway.config.ts";

/** Needs a ReleaseRegistry in its process: the releases service's. */
export const gatewayService: ServiceDefinition = {
  name: "gateway",
  title: "Gateway",
  module: { load: async () => (await import("./gateway.module.ts")).GatewayModule },
  config: [GatewayConfigSchema],
  schema: "gateway",
  addresses: ["/"],
  migrations: [],
};
