import { Injectable, type OnModuleInit } from "@nestjs/common";
import { Clock, Database, Jobs } from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import { AccountStore } from "../account/account-store.ts";
import { Entries } from "../entries/entries.ts";
import { Provider } from "../provider/provider.ts";
import { trialRuns } from "./trial-state.ts";

/** Ms before the end of a trial at which the queue says so. */
const NOTICE_MS = 3 * 86_400_000;
/** People in one transaction. */
const BATCH = 100;

/** Every hour: says in the queue which trials end soon, and which have ended. Access does not wait for it. */
@Injectable()
export class FollowTrials implements OnModuleInit {
  constructor(
    private readonly jobs: Jobs,
    private readonly accounts: AccountStore,
    private readonly entries: Entries,
    private readonly provider: Provider,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.jobs.define("billing.follow-trials", {}, () => this.run());
    this.jobs.schedule("billing.follow-trials", "7 * * * *", {
      name: "Follow trials",
      does: "Tells people whose trial ends soon or has ended.",
    });
  }

  async run(): Promise<void> {
    while ((await this.batch()) === BATCH);
  }

  /** @returns how many people were notified */
  private batch(): Promise<number> {
    const now = this.clock.now();
    const soon = new Date(now.getTime() + NOTICE_MS);
    return this.database.system(async (tx) => {
      const { rows } = await tx.execute<{ user_id: string }>(sql`
        select user_id from billing.account
        where provider = ${this.provider.name}
          and (trial_told <> 'ended' and trial_ends_at <= ${now.toISOString()}::timestamptz
            or trial_told = 'nothing' and trial_ends_at <= ${soon.toISOString()}::timestamptz)
        order by trial_ends_at limit ${BATCH} for update skip locked`);
      for (const { user_id: userId } of rows) {
        const account = await this.accounts.hold(tx, userId);
        if (trialRuns(account, now)) await this.entries.trialEnds(tx, account);
        else await this.entries.trialEnded(tx, account);
      }
      return rows.length;
    });
  }
}
