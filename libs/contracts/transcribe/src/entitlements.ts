import { defineEntitlement } from "@tessera/contracts-billing/define-entitlement.ts";

/** How many recordings a person may keep. The billing page compares plans by it. */
export const recordings = defineEntitlement({
  name: "transcribe.recordings",
  title: "Recordings",
  unit: "count",
  plans: { desk: 50, studio: 1000, workshop: null },
});
