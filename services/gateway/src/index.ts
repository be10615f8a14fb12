import type { ServiceDefinition } from "@tessera/service-kit";
import { GatewayModule } from "./gateway.module.ts";

/** Needs a ReleaseRegistry in its process: the releases service's. */
export const gatewayService: ServiceDefinition = {
  name: "gateway",
  title: "Gateway",
  module: GatewayModule,
  schema: "gateway",
  addresses: ["/"],
  migrations: [],
};
