import type { ServiceDefinition } from "@tessera/service-kit";
import identity from "../migrations/001-identity.sql";
import factors from "../migrations/002-factors.sql";
import { IdentityModule } from "./identity.module.ts";

export const identityService: ServiceDefinition = {
  name: "identity",
  title: "Identity",
  module: IdentityModule,
  schema: "identity",
  migrations: [
    { name: "001-identity", sql: identity },
    { name: "002-factors", sql: factors },
  ],
};
