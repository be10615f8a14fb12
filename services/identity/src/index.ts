import type { ServiceDefinition } from "@tessera/service-kit";
import sql from "../migrations/001-identity.sql";
import { IdentityModule } from "./identity.module.ts";

export const identityService: ServiceDefinition = {
  name: "identity",
  title: "Identity",
  module: IdentityModule,
  schema: "identity",
  migrations: [{ name: "001-identity", sql }],
};
