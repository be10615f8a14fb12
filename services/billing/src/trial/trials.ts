import { Inject, Injectable } from "@nestjs/common";
import { trialNeedsAddress, trialNotOffered, trialUsed } from "@tessera/contracts-billing/problems.ts";
import { type Caller, Clock, Database, problem, type Tx } from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import { type Account, AccountStore } from "../account/account-store.ts";
import { BILLING_CONFIG, type BillingConfig } from "../billing.config.ts";
import { isInternal } from "../check/billing-status.ts";
import { WritePlans } from "../check/write-plans.ts";
import { Entries } from "../entries/entries.ts";
import { Provider } from "../provider/provider.ts";
import { Standings } from "../usage/standings.ts";
import { addressHash } from "./address-hash.ts";
import { isNew, trialRuns } from "./trial-state.ts";

const DAY_MS = 86_400_000;

/** Starts trials: one a person, without a card. They end by the clock (billing-status.ts). */
@Injectable()
export class Trials {
  constructor(
    private readonly accounts: AccountStore,
    private readonly entries: Entries,
    private readonly standings: Standings,
    private readonly plans: WritePlans,
    private readonly provider: Provider,
    private readonly database: Database,
    private readonly clock: Clock,
    @Inject(BILLING_CONFIG) private readonly config: BillingConfig,
  ) {}

  /** Days of the trial that the person may start; 0: none. */
  async offeredDays(user: Caller, account: Account | null): Promise<number> {
    if (this.config.trialDays === 0 || !user.email || !isNew(account)) return 0;
    if (isInternal(user.email, this.config.internalDomain)) return 0;
    const used = await this.database.system(async (tx) => this.isUsed(tx, await this.hash(tx, user.email)));
    return used ? 0 : this.config.trialDays;
  }

  /**
   * Starting a running trial again changes nothing.
   * @throws ProblemException 409 `trial_not_offered`, `trial_used` or `trial_needs_address`
   */
  async start(user: Caller): Promise<void> {
    if (this.config.trialDays === 0 || isInternal(user.email, this.config.internalDomain))
      throw problem(trialNotOffered);
    if (!user.email) throw problem(trialNeedsAddress);
    await this.database.system(async (tx) => {
      const account = await this.accounts.hold(tx, user.userId);
      const now = this.clock.now();
      if (trialRuns(account, now)) return;
      if (account.trialEndsAt) throw problem(trialUsed);
      if (!isNew(account)) throw problem(trialNotOffered);
      await this.use(tx, user.email, now);
      const endsAt = new Date(now.getTime() + this.config.trialDays * DAY_MS);
      await tx.execute(sql`
        update billing.account set trial_ends_at = ${endsAt.toISOString()}::timestamptz
        where user_id = ${user.userId} and provider = ${this.provider.name}`);
      await this.entries.trialStarted(tx, account);
      await this.standings.refresh(tx, [user.userId]);
      await this.plans.refresh(tx, [user.userId]);
    });
  }

  /** Two accounts that start at once with the same address meet at the primary key. */
  private async use(tx: Tx, email: string, now: Date): Promise<void> {
    const { rows } = await tx.execute(sql`
      insert into billing.trial_used (address_hash, used_at)
      values (${await this.hash(tx, email)}, ${now.toISOString()}::timestamptz)
      on conflict do nothing returning address_hash`);
    if (rows.length === 0) throw problem(trialUsed);
  }

  private async isUsed(tx: Tx, hash: string): Promise<boolean> {
    const { rows } = await tx.execute(sql`select from billing.trial_used where address_hash = ${hash}`);
    return rows.length > 0;
  }

  private async hash(tx: Tx, email: string): Promise<string> {
    const { rows } = await tx.execute<{ key: string }>(sql`select key from billing.trial_key`);
    return addressHash(email, rows[0]!.key);
  }
}
