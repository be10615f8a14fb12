import { billingService } from "@tessera/service-billing";
import { gatewayService } from "@tessera/service-gateway";
import { identityService } from "@tessera/service-identity";
import { itemsService } from "@tessera/service-items";
import type { ServiceDefinition } from "@tessera/service-kit";
import { queueService } from "@tessera/service-queue";
import { releasesService } from "@tessera/service-releases";
import { settingsService } from "@tessera/service-settings";
import { stripeSandboxService } from "@tessera/service-stripe-sandbox";

/** Every service of the product, in one process. The sandbox stays out where a live payment key is set. */
export const services = (environment: Record<string, string | undefined>): ServiceDefinition[] => [
  releasesService,
  identityService,
  settingsService,
  queueService,
  billingService,
  ...(environment.STRIPE_SECRET_KEY ? [] : [stripeSandboxService]),
  itemsService,
  gatewayService,
];
