import { Inject, Injectable, type OnModuleInit } from "@nestjs/common";
import { counted } from "@tessera/contracts-core/counted.ts";
import { userCreated } from "@tessera/contracts-identity/events.ts";
import { type EntryOpened, entryClosed, entryOpened } from "@tessera/contracts-queue/events.ts";
import { Database, Events, type Tx } from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import { type Account, AccountStore } from "../account/account-store.ts";
import { BILLING_CONFIG, type BillingConfig } from "../billing.config.ts";
import { isInternal } from "../check/billing-status.ts";
import { planById } from "../plans.ts";
import { Provider } from "../provider/provider.ts";
import type { Standing } from "../sync/standing.ts";

/** What billing asks of a person in the queue: to choose a plan, to mend a failed payment. Settled by itself when it is done. */
@Injectable()
export class Entries implements OnModuleInit {
  constructor(
    private readonly events: Events,
    private readonly database: Database,
    private readonly accounts: AccountStore,
    private readonly provider: Provider,
    @Inject(BILLING_CONFIG) private readonly config: BillingConfig,
  ) {}

  onModuleInit(): void {
    this.events.on(userCreated, "billing.choose-plan", async ({ userId, email }) => {
      if (isInternal(email, this.config.internalDomain)) return;
      await this.database.system(async (tx) => {
        const account = await this.accounts.hold(tx, userId);
        if (account.status === "none" && !account.chooseEntry)
          await this.askForPlan(tx, userId, "subscription", "Items open once you have one. You can stop at any time.");
      });
    });
  }

  /** Opens and closes what the new standing calls for. @param before the account as it was */
  async follow(tx: Tx, before: Account, now: Standing): Promise<void> {
    const { userId } = before;
    const open = now.status === "active" || now.status === "trialing" || now.status === "past_due";
    if (open && before.chooseEntry) {
      await this.close(tx, userId, before.chooseEntry);
      await this.remember(tx, userId, "choose_entry", null);
    }
    const had = before.status === "active" || before.status === "trialing" || before.status === "past_due";
    if (had && !open && !before.chooseEntry) {
      const line = `${planById(before.planId ?? "")?.name ?? "Your plan"} has ended. Your items are kept and open again with any plan.`;
      await this.askForPlan(tx, userId, `subscription:${before.subscriptionId}`, line);
    }
    const wanted = now.unpaidInvoice && `payment-failed:${now.unpaidInvoice}`;
    if (before.paymentEntry === wanted) return;
    if (before.paymentEntry) await this.close(tx, userId, before.paymentEntry);
    if (wanted) await this.askForPayment(tx, userId, wanted, now);
    await this.remember(tx, userId, "payment_entry", wanted);
  }

  private async askForPlan(tx: Tx, userId: string, key: string, line: string): Promise<void> {
    const entry: EntryOpened = { userId, key, kind: "subscription", title: "Choose a plan", line, path: "/billing" };
    await this.events.publish(tx, entryOpened, entry);
    await this.remember(tx, userId, "choose_entry", key);
  }

  private async askForPayment(tx: Tx, userId: string, key: string, now: Standing): Promise<void> {
    const card = now.card ? `${now.card.brand} ending in ${now.card.last4}` : "The card";
    const days = Math.round(this.config.grace / 86_400_000);
    const line = `${card} was not charged. Change it within ${counted(days, "day")} to keep your items open.`;
    const entry: EntryOpened = { userId, key, kind: "subscription", title: "A payment did not go through", line, path: "/billing" };
    await this.events.publish(tx, entryOpened, entry);
  }

  private async close(tx: Tx, userId: string, key: string): Promise<void> {
    await this.events.publish(tx, entryClosed, { userId, key });
  }

  private async remember(tx: Tx, userId: string, column: "choose_entry" | "payment_entry", key: string | null): Promise<void> {
    await tx.execute(
      sql`update billing.account set ${sql.identifier(column)} = ${key} where user_id = ${userId} and provider = ${this.provider.name}`,
    );
  }
}
