import { Injectable, type OnModuleInit } from "@nestjs/common";
import { Database, Jobs } from "@tessera/service-kit";
import { AccountStore } from "../account/account-store.ts";
import { SYNC_QUEUE } from "../webhook/webhook.ts";

/** Customers enqueued in one transaction. */
const batch = 200;

/** Once a night everything is compared with the provider, should an event have been lost. */
@Injectable()
export class Nightly implements OnModuleInit {
  constructor(
    private readonly jobs: Jobs,
    private readonly database: Database,
    private readonly accounts: AccountStore,
  ) {}

  onModuleInit(): void {
    this.jobs.define("billing.nightly", {}, () => this.run());
    this.jobs.schedule("billing.nightly", "17 3 * * *", {
      name: "Reconcile with the payment provider",
      does: "Compares every customer with the payment provider's books.",
    });
  }

  async run(): Promise<void> {
    const customers = await this.accounts.customers();
    for (let from = 0; from < customers.length; from += batch) {
      await this.database.system(async (tx) => {
        for (const customer of customers.slice(from, from + batch))
          await this.jobs.send(
            tx,
            SYNC_QUEUE,
            { customer, charge: null },
            { hidden: true, singletonKey: customer, priority: -1 },
          );
      });
    }
  }
}
