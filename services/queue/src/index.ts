import { API_SCOPES } from "@tessera/contracts-core/api-scopes.ts";
import { OFFERED_TOOLS, offered } from "@tessera/contracts-core/offered-tools.ts";
import { decideQueue, readQueue } from "@tessera/contracts-queue/api-scopes.ts";
import contract from "@tessera/contracts-queue/package.json" with { type: "json" };
import { decideEntries, listEntries } from "@tessera/contracts-queue/tools.ts";
import { AdministratorsSchema, type ServiceDefinition } from "@tessera/service-kit";
import entries from "../migrations/001-entries.sql";
import filters from "../migrations/002-filters.sql";
import decisions from "../migrations/003-decisions.sql";
import urgent from "../migrations/004-urgent.sql";
import search from "../migrations/005-search.sql";
import agents from "../migrations/006-agents.sql";
import waiting from "../migrations/007-waiting.sql";
import count from "../migrations/008-count.sql";

export const queueService: ServiceDefinition = {
  name: "queue",
  title: "Queue",
  contract: contract.version,
  module: { load: async () => (await import("./queue.module.ts")).QueueModule },
  schema: "queue",
  migrations: [
    { name: "001-entries", sql: entries },
    { name: "002-filters", sql: filters },
    { name: "003-decisions", sql: decisions },
    { name: "004-urgent", sql: urgent },
    { name: "005-search", sql: search },
    { name: "006-agents", sql: agents },
    { name: "007-waiting", sql: waiting },
    { name: "008-count", sql: count },
  ],
  config: [AdministratorsSchema],
  tables: [
    {
      table: "entry",
      about: "Your queue: what waits for you, and what you decided.",
      personal: { owner: "user_id" },
      live: { key: "id", columns: ["id", "user_id", "kind", "state", "sort_at", "updated_at"] },
    },
    { table: "job_filter", about: "Filters of background jobs that you keep.", personal: { owner: "user_id" } },
  ],
  contributes: {
    [API_SCOPES]: [readQueue, decideQueue],
    [OFFERED_TOOLS]: [offered(listEntries, readQueue), offered(decideEntries, decideQueue)],
  },
};
