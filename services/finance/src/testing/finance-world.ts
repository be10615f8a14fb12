import { Controller, Get, Module } from "@nestjs/common";
import { financeClient } from "@tessera/contracts-finance/client.ts";
import type { ServiceDefinition } from "@tessera/service-kit";
import { startServices, type World } from "@tessera/testing/services.ts";
import { subscriptionCheck } from "@tessera/testing/subscription-check.ts";
import { financeService } from "../index.ts";

export interface FinanceWorld extends World {
  /** What billing answers of everybody's plan from now on. */
  billing: { status: "active" | "inactive"; entitlements: Record<string, number | null> };
  person(userId?: string): Promise<{ userId: string; finance: ReturnType<typeof financeClient> }>;
}

/** The service over HTTP, with what stands for billing beside it. */
export async function startFinance(): Promise<FinanceWorld> {
  const billing: FinanceWorld["billing"] = { status: "active", entitlements: {} };
  const world = await startServices([financeService, billingOf(billing)]);
  return {
    ...world,
    billing,
    person: async (userId = crypto.randomUUID()) => ({
      userId,
      finance: financeClient(world.client(await world.token({ userId }))),
    }),
  };
}

function billingOf(billing: FinanceWorld["billing"]): ServiceDefinition {
  @Controller("api/stripe")
  class BillingController {
    @Get("check-subscription")
    check() {
      return subscriptionCheck({ billingStatus: billing.status, entitlements: billing.entitlements });
    }
  }
  @Module({ controllers: [BillingController] })
  class BillingModule {}
  return {
    name: "others",
    title: "Others",
    addresses: ["/api/stripe"],
    module: BillingModule,
    schema: "others",
    migrations: [],
  };
}
