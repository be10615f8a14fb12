import { Controller, Get, Module } from "@nestjs/common";
import type { ServiceDefinition } from "@tessera/service-kit";
import { subscriptionCheck } from "./subscription-check.ts";

/** What billing answers of everybody's plan from now on. */
export interface BillingAnswers {
  status: "active" | "inactive";
  entitlements: Record<string, number | null>;
}

/** Stands for billing beside a service under test: answers the check of a subscription, by the contract. */
export function billingStandIn(answers: BillingAnswers): ServiceDefinition {
  @Controller("api/stripe")
  class BillingController {
    @Get("check-subscription")
    check() {
      return subscriptionCheck({ billingStatus: answers.status, entitlements: answers.entitlements });
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
