import { SubscriptionCheck } from "@tessera/contracts-billing/billing.ts";

const onWorkshop: SubscriptionCheck = {
  billingStatus: "active",
  status: "active",
  planId: "workshop",
  currentPeriodEnd: "2027-01-01T00:00:00.000Z",
  cancelAtPeriodEnd: false,
  graceEndsAt: null,
  cardLimit: null,
  storageLimit: null,
  entitlements: {},
};

/**
 * What the billing service's check answers, for stand-ins of it: a plan without limits where nothing else is given.
 * @throws ZodError when it is not as the contract has it
 */
export const subscriptionCheck = (fields: Partial<SubscriptionCheck> = {}): SubscriptionCheck =>
  SubscriptionCheck.parse({ ...onWorkshop, ...fields });
