import { financeClient } from "@tessera/contracts-finance/client.ts";
import { type BillingAnswers, billingStandIn } from "@tessera/testing/billing-stand-in.ts";
import { startServices, type World } from "@tessera/testing/services.ts";
import { financeService } from "../index.ts";

export interface FinanceWorld extends World {
  billing: BillingAnswers;
  person(userId?: string): Promise<{ userId: string; finance: ReturnType<typeof financeClient> }>;
}

/** The service over HTTP, with what stands for billing beside it. */
export async function startFinance(): Promise<FinanceWorld> {
  const billing: BillingAnswers = { status: "active", entitlements: {} };
  const world = await startServices([financeService, billingStandIn(billing)]);
  return {
    ...world,
    billing,
    person: async (userId = crypto.randomUUID()) => ({
      userId,
      finance: financeClient(world.client(await world.token({ userId }))),
    }),
  };
}
