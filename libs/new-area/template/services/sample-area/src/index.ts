import { ENTITLEMENTS } from "@tessera/contracts-billing/define-entitlement.ts";
import { ITEM_TYPES } from "@tessera/contracts-items/item-type.ts";
import { records } from "@tessera/contracts-sample-area/entitlements.ts";
import contract from "@tessera/contracts-sample-area/package.json" with { type: "json" };
import type { ServiceDefinition } from "@tessera/service-kit";
import firstTable from "../migrations/001-records.sql";
import { sampleAreaCard } from "./card-type.ts";

/** The records of each person. */
export const sampleAreaService: ServiceDefinition = {
  name: "sample-area",
  title: "Sample area",
  contract: contract.version,
  module: { load: async () => (await import("./sample-area.module.ts")).SampleAreaModule },
  schema: "sample_area",
  migrations: [{ name: "001-records", sql: firstTable }],
  tables: [
    {
      table: "record",
      personal: { owner: "user_id" },
      about: "Your records in Sample area.",
      live: { key: "id", columns: ["id", "user_id", "title", "reviewed", "created_at"] },
    },
  ],
  contributes: { [ITEM_TYPES]: [sampleAreaCard], [ENTITLEMENTS]: [records] },
};
