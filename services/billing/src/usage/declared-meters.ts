import { Inject, Injectable, type OnModuleDestroy, type OnModuleInit } from "@nestjs/common";
import type { Plan } from "@tessera/contracts-billing/billing.ts";
import { METERS, Meter, meters } from "@tessera/contracts-billing/meters.ts";
import { Contributions, Log } from "@tessera/service-kit";
import { BILLING_CONFIG, type BillingConfig } from "../billing.config.ts";
import { Declared } from "../declared.ts";
import { inPlanWords } from "./in-plan-words.ts";

/** The meters that services of this installation write, whichever process they run in. */
@Injectable()
export class DeclaredMeters implements OnModuleInit, OnModuleDestroy {
  private readonly declared: Declared<Meter>;

  constructor(
    contributions: Contributions,
    log: Log,
    @Inject(BILLING_CONFIG) private readonly config: BillingConfig,
  ) {
    this.declared = new Declared(contributions, log, METERS, Meter, "meter");
  }

  onModuleInit(): Promise<void> {
    return this.declared.follow();
  }

  onModuleDestroy(): Promise<void> {
    return this.declared.close();
  }

  /** In the order of the catalogue, those of newer services behind. */
  all(): readonly Meter[] {
    const place = ({ name }: Meter) => meters.findIndex((meter) => meter.name === name) + 1 || meters.length + 1;
    return [...this.declared.all()].sort((a, b) => place(a) - place(b));
  }

  find(name: string): Meter | undefined {
    return this.declared.all().find((meter) => meter.name === name);
  }

  /**
   * Those that can be counted: also what no service declares yet, as this process may have started first. Of another
   * meter nobody knows whether it adds up or is held, so its rows wait.
   */
  countable(): Map<string, Meter> {
    return new Map([...meters, ...this.declared.all()].map((meter) => [meter.name, meter]));
  }

  /**
   * What a plan includes of a meter; null: any amount, also for people who need no plan. What is held stops at the
   * limits of `limits.ts` alone, as the areas that hold it do.
   */
  included({ name, counts, plans }: Meter, planId: string | null): number | null {
    if (planId === null) return null;
    const limit = (counts === "held" ? plans : { ...plans, ...this.config.planLimits[name] })[planId];
    return limit === undefined ? 0 : limit;
  }

  /** What a plan includes, by the meter's name. */
  limits(planId: string): NonNullable<Plan["usage"]> {
    return Object.fromEntries(this.all().map((meter) => [meter.name, this.included(meter, planId)]));
  }

  /** Lines of the comparison of plans. What is held has its line already; what no plan limits needs none. */
  features(planId: string): Plan["features"] {
    return this.all()
      .filter((meter) => meter.counts === "month" && Object.values(meter.plans).some((limit) => limit !== null))
      .map((meter) => ({ name: `${meter.title} a month`, value: inPlanWords(meter, this.included(meter, planId)) }));
  }
}
