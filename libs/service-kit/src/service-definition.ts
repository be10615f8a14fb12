import type { Type } from "@nestjs/common";
import type { PublishedTable } from "./changes/published-table.ts";
import type { Migration } from "./database/migrations.ts";

/** One service: what a process needs to run it, alone or beside others. */
export interface ServiceDefinition {
  /** Name in addresses: /api/<name>/openapi.json, /api/<name>/health. */
  name: string;
  title: string;
  module: Type;
  /** The one schema that the service owns. */
  schema: string;
  migrations: Migration[];
  /** Tables of the schema whose changes their owners may listen to. */
  published?: PublishedTable[];
}
