import { defineEntitlement } from "@tessera/contracts-billing/define-entitlement.ts";

/** How many records a person may have. The billing page compares plans by it. */
export const records = defineEntitlement({
  name: "sample-area.records",
  title: "Sample area records",
  unit: "count",
  plans: { desk: 100, studio: 10_000, workshop: null },
});
