/** The provider of the tests: billing's own sandbox. */
export { stripeSandboxService } from "@tessera/service-stripe-sandbox";
