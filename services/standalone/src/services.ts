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

/** What runs under IDENTITY_PROFILE, for the tests of the clients of auth/v1 and realtime/v1: nothing beside these two. */
const conformance: ServiceDefinition[] = [identityService, realtimeService];

/** Upstream's own settings, which those tests assume: any channel, public ones too, and tokens of an hour. */
const conformanceSettings = {
  REALTIME_PRIVATE_READ: "*",
  REALTIME_PRIVATE_WRITE: "*",
  REALTIME_PUBLIC_CHANNELS: "true",
  IDENTITY_ACCESS_TOKEN_SECONDS: "3600",
};

/** The variables with what a profile sets unless it is set already. Identity refuses profiles in production. */
export const settings = (environment: Record<string, string | undefined>): Record<string, string | undefined> =>
  environment.IDENTITY_PROFILE ? { ...conformanceSettings, ...environment } : environment;

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
