import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleInit } from "@nestjs/common";
import { Database, Jobs, type PlanStanding, PlanStandings, type Tx } from "@tessera/service-kit";
import { type SQL, sql } from "drizzle-orm";
import { AccountStore } from "../account/account-store.ts";
import { BILLING_CONFIG, type BillingConfig } from "../billing.config.ts";
import { Entitlements } from "../entitlements/entitlements.ts";
import { Provider } from "../provider/provider.ts";
import { isOpened, standingOf } from "./billing-status.ts";

const QUEUE = "billing.write-plans";
/** People in one transaction. */
const BATCH = 100;

/** Keeps `kit.plan_standing`, from which background work reads plans (service-kit, decisions/080). */
@Injectable()
export class WritePlans implements OnModuleInit, OnApplicationBootstrap {
  constructor(
    private readonly database: Database,
    private readonly jobs: Jobs,
    private readonly accounts: AccountStore,
    private readonly plans: PlanStandings,
    private readonly provider: Provider,
    private readonly entitlements: Entitlements,
    @Inject(BILLING_CONFIG) private readonly config: BillingConfig,
  ) {}

  onModuleInit(): void {
    this.jobs.define(QUEUE, {}, () => this.all());
    this.jobs.schedule(QUEUE, "11 * * * *", {
      name: "Refresh plans",
      does: "Keeps what each person’s plan opens for background work, as configured now.",
    });
  }

  /** Fills rows that are missing: of accounts older than the table, or of another provider. */
  async onApplicationBootstrap(): Promise<void> {
    const { name } = this.provider;
    const missing = sql`
      select user_id from billing.account a where provider = ${name}
        and not exists (select from kit.plan_standing s where s.user_id = a.user_id and s.source = ${name})
      union select user_id from kit.plan_standing where source <> ${name} limit ${BATCH}`;
    while ((await this.batch(missing)).length === BATCH);
  }

  /** In the transaction that changed the accounts. */
  async refresh(tx: Tx, userIds: string[]): Promise<void> {
    const accounts = await this.accounts.among(tx, userIds);
    const standings = userIds.map((userId) => {
      const account = accounts.get(userId);
      if (account && isOpened(account, this.config.internalDomain))
        return {
          ...{ userId, openUntil: "infinity", planId: null, cardLimit: null, storageLimit: null },
          limits: this.entitlements.unlimited(),
        } satisfies PlanStanding;
      const standing = account
        ? standingOf(account, this.config.grace)
        : { userId, openUntil: null, planId: null, cardLimit: null, storageLimit: null };
      return { ...standing, limits: this.entitlements.of(standing.planId) };
    });
    await this.plans.write(tx, this.provider.name, standings);
  }

  private async all(): Promise<void> {
    for (let after: string | null = null; ; ) {
      const next = sql`
        select user_id from billing.account where provider = ${this.provider.name}
          and ${after === null ? sql`true` : sql`user_id > ${after}::uuid`} order by user_id limit ${BATCH}`;
      const userIds = await this.batch(next);
      if (userIds.length < BATCH) return;
      after = userIds.at(-1)!;
    }
  }

  private batch(query: SQL): Promise<string[]> {
    return this.database.system(async (tx) => {
      const { rows } = await tx.execute<{ user_id: string }>(query);
      const userIds = rows.map((row) => row.user_id);
      // Locked, so that no concurrent change of an account is overwritten.
      await tx.execute(sql`
        select from billing.account where user_id = any(${sql.param(userIds)}::uuid[]) order by user_id for update`);
      if (userIds.length) await this.refresh(tx, userIds);
      return userIds;
    });
  }
}
