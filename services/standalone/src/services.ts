import { billingService } from "@tessera/service-billing";
import { gatewayService } from "@tessera/service-gateway";
import { identityService } from "@tessera/service-identity";
import { itemsService } from "@tessera/service-items";
import type { ServiceDefinition } from "@tessera/service-kit";
import { queueService } from "@tessera/service-queue";
import { realtimeService } from "@tessera/service-realtime";
import { releasesService } from "@tessera/service-releases";
import { settingsService } from "@tessera/service-settings";
import { stripeSandboxService } from "@tessera/service-stripe-sandbox";

/** What runs under IDENTITY_PROFILE, for the tests of auth/v1's clients: nothing beside identity. */
const conformance: ServiceDefinition[] = [identityService];

/** Every service of the product, in one process. The sandbox stays out where a live payment key is set, identity where somebody else issues the tokens. */
export const services = (environment: Record<string, string | undefined>): ServiceDefinition[] =>
  environment.IDENTITY_PROFILE ? conformance : product(environment);

const product = (environment: Record<string, string | undefined>): ServiceDefinition[] => [
  releasesService,
  ...(environment.IDENTITY_URL ? [] : [identityService]),
  settingsService,
  queueService,
  billingService,
  ...(environment.STRIPE_SECRET_KEY ? [] : [stripeSandboxService]),
  itemsService,
  realtimeService,
  gatewayService,
];
