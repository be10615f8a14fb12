import { Inject, Injectable, type OnModuleDestroy, type OnModuleInit } from "@nestjs/common";
import type { Plan, SubscriptionCheck } from "@tessera/contracts-billing/billing.ts";
import { ENTITLEMENTS, Entitlement, limitInWords } from "@tessera/contracts-billing/define-entitlement.ts";
import { Contributions, Log } from "@tessera/service-kit";
import { BILLING_CONFIG, type BillingConfig } from "../billing.config.ts";

/** What plans hold of the things that areas declare, whichever process declares them and when. */
@Injectable()
export class Entitlements implements OnModuleInit, OnModuleDestroy {
  private declared: Entitlement[] = [];
  private following: { close(): Promise<void> } | undefined;
  private reading: Promise<void> = Promise.resolve();

  constructor(
    private readonly contributions: Contributions,
    private readonly log: Log,
    @Inject(BILLING_CONFIG) private readonly config: BillingConfig,
  ) {}

  async onModuleInit(): Promise<void> {
    this.following = await this.contributions.follow(() => {
      this.reading = this.reading
        .then(() => this.read())
        .catch((error) => this.log.error({ err: error }, "The declared entitlements could not be read"));
    });
    this.reading = this.reading.then(() => this.read());
    await this.reading;
  }

  async onModuleDestroy(): Promise<void> {
    await this.following?.close();
    await this.reading;
  }

  /** Limits of a plan by entitlement; nothing for who has none. */
  of(planId: string | null): NonNullable<SubscriptionCheck["entitlements"]> {
    if (planId === null) return {};
    return Object.fromEntries(this.declared.map((entitlement) => [entitlement.name, this.limit(entitlement, planId)]));
  }

  /** Every entitlement without a limit. */
  unlimited(): NonNullable<SubscriptionCheck["entitlements"]> {
    return Object.fromEntries(this.declared.map(({ name }) => [name, null]));
  }

  /** Lines of the comparison of plans, the same names in the same order for every plan. */
  features(planId: string): Plan["features"] {
    return this.declared.map((entitlement) => ({
      name: entitlement.title,
      value: limitInWords(entitlement, this.limit(entitlement, planId)),
    }));
  }

  private limit({ name, plans }: Entitlement, planId: string): number | null {
    const limit = { ...plans, ...this.config.planLimits[name] }[planId];
    return limit === undefined ? 0 : limit;
  }

  private async read(): Promise<void> {
    const lists = await this.contributions.of(ENTITLEMENTS);
    const declared = lists.flatMap(({ service, entries }) => entries.flatMap((entry) => this.entitlement(service, entry)));
    this.declared = declared.filter(({ name }, index) => declared.findIndex((one) => one.name === name) === index);
  }

  /** One wrong declaration concerns that entitlement alone. */
  private entitlement(service: string, entry: unknown): Entitlement[] {
    const parsed = Entitlement.safeParse(entry);
    if (parsed.success) return [parsed.data];
    this.log.warn({ service, err: parsed.error }, "declared entitlement skipped: it is not a declaration");
    return [];
  }
}
