import { Injectable, type OnModuleInit } from "@nestjs/common";
import { Database, Erasure, Jobs } from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import type Stripe from "stripe";
import { Disputes } from "../entries/disputes.ts";
import { Provider } from "../provider/provider.ts";
import { Differences } from "../reconciliation/differences.ts";

const QUEUE = "billing.delete-customer";

/**
 * Has the provider delete the customer of a person whose account is gone, which ends what they subscribed to at once.
 */
@Injectable()
export class EraseAccount implements OnModuleInit {
  constructor(
    private readonly database: Database,
    private readonly erasure: Erasure,
    private readonly jobs: Jobs,
    private readonly provider: Provider,
    private readonly differences: Differences,
    private readonly disputes: Disputes,
  ) {}

  onModuleInit() {
    this.jobs.define<{ customerId: string }>(QUEUE, { kind: "Deletion of a customer", retryLimit: 20 }, ({ data }) =>
      this.deleteCustomer(data.customerId),
    );
    this.erasure.before("billing", (userId) => this.erase(userId));
  }

  /**
   * The rows go before the customer does: what the provider then tells is about nobody, and asks nobody for a new plan.
   */
  private async erase(userId: string): Promise<void> {
    await this.database.system(async (tx) => {
      await this.differences.forget(tx, userId);
      await this.disputes.forget(tx, userId);
      await tx.execute(sql`delete from billing.checkout_attempt where user_id = ${userId}`);
      const { rows } = await tx.execute<{ customer_id: string | null; provider: string }>(
        sql`delete from billing.account where user_id = ${userId} returning customer_id, provider`,
      );
      for (const { customer_id: customerId, provider } of rows)
        if (customerId && provider === this.provider.name)
          await this.jobs.send(tx, QUEUE, { customerId }, { hidden: true });
    });
  }

  private async deleteCustomer(customerId: string): Promise<void> {
    const stripe = await this.provider.client();
    await stripe.customers.del(customerId).catch((error: Stripe.errors.StripeError) => {
      if (error.code !== "resource_missing") throw error;
    });
  }
}
