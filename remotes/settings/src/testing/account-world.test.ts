import { accountConformance } from "@tessera/testing/conformance/account.ts";
import { accountCalls } from "./account-world.tsx";

/**
 * The stand-in keeps to what the service does; services/identity/src/account/conformance.spec.ts asks the service the
 * same.
 */
accountConformance(async () => ({ call: accountCalls() }));
