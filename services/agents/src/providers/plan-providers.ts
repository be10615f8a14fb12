import { Injectable } from "@nestjs/common";
import { providers as entitlement } from "@tessera/contracts-agents/entitlements.ts";
import { OFFLINE_PROVIDER_ID } from "@tessera/contracts-agents/limits.ts";
import { modelNotInPlan } from "@tessera/contracts-agents/problems.ts";
import { limitInWords } from "@tessera/contracts-billing/define-entitlement.ts";
import { PlanStandings, problem, type Tx } from "@tessera/service-kit";
import { ProviderStore } from "./provider.store.ts";

/** Which of a person's providers their plan opens: those added first. The others are kept, and not asked. */
@Injectable()
export class PlanProviders {
  constructor(
    private readonly plans: PlanStandings,
    private readonly providers: ProviderStore,
  ) {}

  /** @returns whether the plan opens a provider; the offline model's is everybody's */
  async opened(tx: Tx, userId: string): Promise<(providerId: string) => boolean> {
    const limit = await this.plans.limit(tx, userId, entitlement);
    if (limit === null) return () => true;
    const first = new Set((await this.providers.ids(tx, userId)).slice(0, limit)).add(OFFLINE_PROVIDER_ID);
    return (providerId) => first.has(providerId);
  }

  /** @throws ProblemException 402 `model_not_in_plan` */
  async check(tx: Tx, userId: string, provider: { id: string; name: string }): Promise<void> {
    if ((await this.opened(tx, userId))(provider.id)) return;
    const limit = (await this.plans.limit(tx, userId, entitlement)) ?? 0;
    throw problem(modelNotInPlan, { provider: provider.name, limit: inWords(limit) });
  }
}

const inWords = (limit: number) =>
  `${limitInWords(entitlement, limit)} ${limit === 1 ? "provider" : "providers"} of models`;
