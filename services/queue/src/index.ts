import type { ServiceDefinition } from "@tessera/service-kit";
import entries from "../migrations/001-entries.sql";
import { QueueModule } from "./queue.module.ts";

export const queueService: ServiceDefinition = {
  name: "queue",
  title: "Queue",
  contract: "1.0.0",
  module: QueueModule,
  schema: "queue",
  migrations: [{ name: "001-entries", sql: entries }],
  tables: [
    {
      table: "entry",
      about: "Your queue: what waits for you, and what you decided.",
      personal: { owner: "user_id" },
      live: { key: "id", columns: ["id", "user_id", "kind", "state", "sort_at", "updated_at"] },
    },
  ],
};
