import { billingClient } from "@tessera/contracts-billing/client.ts";
import { provideShell } from "@tessera/shell-api";
import { mockShell } from "@tessera/shell-api/testing";
import { billingConformance } from "@tessera/testing/conformance/billing.ts";
import { BillingServer } from "./billing-server.ts";

/** The stand-in keeps to what the service does; services/billing/src/conformance.spec.ts asks the service the same. */
const server = new BillingServer();
beforeAll(() => server.start());
beforeEach(() => {
  provideShell(mockShell());
  server.reset({});
});
afterAll(() => server.stop());

billingConformance(async () => billingClient(server.http));
