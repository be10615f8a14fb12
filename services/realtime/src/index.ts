import { AdministratorsSchema, type ServiceDefinition } from "@tessera/service-kit";
import sql from "../migrations/001-realtime.sql";
import { RealtimeConfigSchema } from "./config.ts";
import { SocketServer } from "./connection/socket-server.ts";
import { ABOUT, operations, RealtimeError } from "./operations.ts";
import { RealtimeModule } from "./realtime.module.ts";

export const realtimeService: ServiceDefinition = {
  name: "realtime",
  title: "Realtime",
  contract: "1.0.0",
  module: RealtimeModule,
  about: ABOUT,
  errorBody: RealtimeError,
  operations,
  config: [AdministratorsSchema, RealtimeConfigSchema],
  schema: "realtime",
  addresses: ["/realtime/v1"],
  sockets: [{ path: "/realtime/v1/websocket", handler: SocketServer }],
  migrations: [{ name: "001-realtime", sql }],
};
