import { Injectable, type OnModuleInit } from "@nestjs/common";
import { Clock, Database, Jobs } from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import { monthOf } from "./months.ts";
import { Standings } from "./standings.ts";
import { UsageAlerts } from "./usage-alerts.ts";

const QUEUE = "billing.follow-usage";
/** People in one transaction. */
const BATCH = 100;

/**
 * Every hour: takes back what the queue said of a month that has ended, and applies limits that changed without a
 * message (a trial or a period that ended, another configuration).
 */
@Injectable()
export class FollowUsage implements OnModuleInit {
  constructor(
    private readonly jobs: Jobs,
    private readonly database: Database,
    private readonly standings: Standings,
    private readonly alerts: UsageAlerts,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.jobs.define(QUEUE, {}, () => this.run());
    this.jobs.schedule(QUEUE, "3 * * * *", {
      name: "Follow usage",
      does: "Takes back what the queue said of a month that is over, and applies limits that changed.",
    });
  }

  async run(): Promise<void> {
    await this.database.system((tx) => this.alerts.closePast(tx, monthOf(this.clock.now())));
    for (let after: string | null = null; ; ) {
      const userIds = await this.batch(after);
      if (userIds.length < BATCH) return;
      after = userIds.at(-1)!;
    }
  }

  private batch(after: string | null): Promise<string[]> {
    return this.database.system(async (tx) => {
      const { rows } = await tx.execute<{ user_id: string }>(sql`
        select distinct user_id from kit.usage_standing
        where ${after === null ? sql`true` : sql`user_id > ${after}::uuid`} order by user_id limit ${BATCH}`);
      const userIds = rows.map((row) => row.user_id);
      if (userIds.length) await this.standings.refresh(tx, userIds);
      return userIds;
    });
  }
}
