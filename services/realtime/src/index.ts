import type { ServiceDefinition } from "@tessera/service-kit";
import sql from "../migrations/001-realtime.sql";
import { RealtimeConfigSchema } from "./config.ts";
import { RealtimeModule } from "./realtime.module.ts";

export const realtimeService: ServiceDefinition = {
  name: "realtime",
  title: "Realtime",
  contract: "1.0.0",
  module: RealtimeModule,
  config: [RealtimeConfigSchema],
  schema: "realtime",
  migrations: [{ name: "001-realtime", sql }],
};
