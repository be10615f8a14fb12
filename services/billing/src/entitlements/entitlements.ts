import { Inject, Injectable, type OnModuleDestroy, type OnModuleInit } from "@nestjs/common";
import type { Plan, SubscriptionCheck } from "@tessera/contracts-billing/billing.ts";
import { ENTITLEMENTS, Entitlement, limitInWords } from "@tessera/contracts-billing/define-entitlement.ts";
import { Contributions, Log } from "@tessera/service-kit";
import { BILLING_CONFIG, type BillingConfig } from "../billing.config.ts";
import { Declared } from "../declared.ts";

type Limits = NonNullable<SubscriptionCheck["entitlements"]>;

/** What plans hold of the things that areas declare, whichever process declares them and when. */
@Injectable()
export class Entitlements implements OnModuleInit, OnModuleDestroy {
  private readonly declared: Declared<Entitlement>;
  /** By plan, of what was declared then. The check answers them thousands of times. */
  private limits: { declared: readonly Entitlement[]; of: Map<string, Limits> } = { declared: [], of: new Map() };

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
  of(planId: string | null): Limits {
    if (planId === null) return {};
    return this.listed(planId, (entitlement) => this.limit(entitlement, planId));
  }

  /** Every entitlement without a limit. */
  unlimited(): Limits {
    return this.listed("", () => null);
  }

  /** Lines of the comparison of plans, the same names in the same order for every plan. */
  features(planId: string): Plan["features"] {
    return this.declared.all().map((entitlement) => ({
      name: entitlement.title,
      value: limitInWords(entitlement, this.limit(entitlement, planId)),
    }));
  }

  private listed(key: string, limitOf: (entitlement: Entitlement) => number | null): Limits {
    const declared = this.declared.all();
    if (this.limits.declared !== declared) this.limits = { declared, of: new Map() };
    const known = this.limits.of.get(key);
    if (known) return known;
    const limits = Object.fromEntries(declared.map((entitlement) => [entitlement.name, limitOf(entitlement)]));
    this.limits.of.set(key, limits);
    return limits;
  }

  private limit({ name, plans }: Entitlement, planId: string): number | null {
    const limit = { ...plans, ...this.config.planLimits[name] }[planId];
    return limit === undefined ? 0 : limit;
  }
}
