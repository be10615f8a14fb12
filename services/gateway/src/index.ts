import type { ServiceDefinition } from "@tessera/service-kit";
import { GatewayConfigSchema } from "./gateway.config.ts";
import { GatewayModule } from "./gateway.module.ts";

/** Needs a ReleaseRegistry in its process: the releases service's. */
export const gatewayService: ServiceDefinition = {
  name: "gateway",
  title: "Gateway",
  module: GatewayModule,
  config: [GatewayConfigSchema],
  schema: "gateway",
  addresses: ["/"],
  migrations: [],
};
