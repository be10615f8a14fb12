import { defineEntitlement } from "@tessera/contracts-billing/define-entitlement.ts";

/** Accounts that a person may have, closed ones included. The billing page compares plans by it. */
export const accounts = defineEntitlement({
  name: "finance.accounts",
  title: "Finance accounts",
  unit: "count",
  plans: { desk: 3, studio: 20, workshop: null },
});
