import { AdministratorsSchema, type ServiceDefinition } from "@tessera/service-kit";
import sql from "../migrations/001-realtime.sql";
import { RealtimeConfigSchema } from "./config.ts";
import { ABOUT, operations, RealtimeError } from "./operations.ts";

export const realtimeService: ServiceDefinition = {
  name: "realtime",
  title: "Realtime",
  contract: "1.0.0",
  module: { load: async () => (await import("./realtime.module.ts")).RealtimeModule },
  about: ABOUT,
  errorBody: RealtimeError,
  operations,
  config: [AdministratorsSchema, RealtimeConfigSchema],
  schema: "realtime",
  addresses: ["/realtime/v1"],
  sockets: [
    {
      path: "/realtime/v1/websocket",
      handler: { load: async () => (await import("./connection/socket-server.ts")).SocketServer },
    },
  ],
  migrations: [{ name: "001-realtime", sql }],
};
