import { Inject, Injectable, type OnModuleDestroy, type OnModuleInit } from "@nestjs/common";
import type { Plan, SubscriptionCheck } from "@tessera/contracts-billing/billing.ts";
import { ENTITLEMENTS, Entitlement, limitInWords } from "@tessera/contracts-billing/define-entitlement.ts";
import { Contributions, Log } from "@tessera/service-kit";
import { BILLING_CONFIG, type BillingConfig } from "../billing.config.ts";
import { Declared } from "../declared.ts";

/** What plans hold of the things that areas declare, whichever process declares them and when. */
@Injectable()
export class Entitlements implements OnModuleInit, OnModuleDestroy {
  private readonly declared: Declared<Entitlement>;

  constructor(
    contributions: Contributions,
    log: Log,
    @Inject(BILLING_CONFIG) private readonly config: BillingConfig,
  ) {
    this.declared = new Declared(contributions, log, ENTITLEMENTS, Entitlement, "entitlement");
  }

  onModuleInit(): Promise<void> {
    return this.declared.follow();
  }

  onModuleDestroy(): Promise<void> {
    return this.declared.close();
  }

  /** Limits of a plan by entitlement; nothing without a plan. */
  of(planId: string | null): NonNullable<SubscriptionCheck["entitlements"]> {
    if (planId === null) return {};
    return Object.fromEntries(
      this.declared.all().map((entitlement) => [entitlement.name, this.limit(entitlement, planId)]),
    );
  }

  /** Every entitlement without a limit. */
  unlimited(): NonNullable<SubscriptionCheck["entitlements"]> {
    return Object.fromEntries(this.declared.all().map(({ name }) => [name, null]));
  }

  /** Lines of the comparison of plans, the same names in the same order for every plan. */
  features(planId: string): Plan["features"] {
    return this.declared.all().map((entitlement) => ({
      name: entitlement.title,
      value: limitInWords(entitlement, this.limit(entitlement, planId)),
    }));
  }

  private limit({ name, plans }: Entitlement, planId: string): number | null {
    const limit = { ...plans, ...this.config.planLimits[name] }[planId];
    return limit === undefined ? 0 : limit;
  }
}
