import { Injectable, type OnModuleInit } from "@nestjs/common";
import { Clock, Database, Jobs } from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import { AccountStore } from "../account/account-store.ts";
import { SYNC_QUEUE } from "../webhook/webhook.ts";

const day = 86_400_000;
/** Milliseconds for which event ids and checkout attempts are kept: well beyond the three days of redelivery. */
const kept = 90 * day;
/** Customers enqueued in one transaction. */
const batch = 200;

/** Once a night everything is compared with the provider, should an event have been lost, and what is old is dropped. */
@Injectable()
export class Nightly implements OnModuleInit {
  constructor(
    private readonly jobs: Jobs,
    private readonly database: Database,
    private readonly accounts: AccountStore,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.jobs.define("billing.nightly", {}, () => this.run());
    this.jobs.schedule("billing.nightly", "17 3 * * *");
  }

  async run(): Promise<void> {
    const customers = await this.accounts.customers();
    for (let from = 0; from < customers.length; from += batch) {
      await this.database.system(async (tx) => {
        for (const customer of customers.slice(from, from + batch))
          await this.jobs.send(tx, SYNC_QUEUE, { customer, charge: null }, { hidden: true, singletonKey: customer, priority: -1 });
      });
    }
    const before = new Date(this.clock.now().getTime() - kept).toISOString();
    await this.database.system(async (tx) => {
      await tx.execute(sql`delete from billing.webhook_event where received_at < ${before}::timestamptz`);
      await tx.execute(sql`delete from billing.checkout_attempt where created_at < ${before}::timestamptz`);
    });
  }
}
