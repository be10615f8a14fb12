import { billingConformance } from "@tessera/testing/conformance/billing.ts";
import { type BillingWorld, startBilling } from "./testing/billing-world.ts";

/** What pages rely on; remotes/billing/src/testing/billing-server.test.ts asks their stand-in the same. */
let world: BillingWorld;
beforeAll(async () => {
  world = await startBilling();
});
afterAll(() => world.stop());

billingConformance(async () => (await world.person()).billing);
