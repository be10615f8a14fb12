import { defineEntitlement } from "@tessera/contracts-billing/define-entitlement.ts";

/** Providers whose models a person may ask, those added first; the offline model is everybody's. */
export const providers = defineEntitlement({
  name: "agents.providers",
  title: "Providers of models",
  unit: "count",
  plans: { desk: 1, studio: 5, workshop: null },
});
