import { meters } from "@tessera/contracts-billing/meters.ts";
import type Stripe from "stripe";
import type { PriceDefinition } from "../plans.ts";
import { catalogSteps } from "./catalog.ts";
import { meterSteps } from "./meters.ts";
import { portalSteps } from "./portal.ts";
import type { Step } from "./steps.ts";
import { webhookSteps } from "./webhook-endpoint.ts";

/** All that the product needs in an account, against what is there now. @param origin address of the product */
export const accountSteps = async (
  stripe: Stripe,
  sold: readonly PriceDefinition[],
  origin: string,
): Promise<Step[]> => [
  ...(await catalogSteps(stripe, sold)),
  ...(await meterSteps(stripe, meters)),
  ...(await portalSteps(stripe)),
  ...(await webhookSteps(stripe, new URL("/api/stripe/webhook", origin).href)),
];
