import { Injectable } from "@nestjs/common";
import { Database, Log, type Tx } from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import type Stripe from "stripe";
import { z } from "zod";
import { AccountStore } from "../account/account-store.ts";
import { WritePlans } from "../check/write-plans.ts";
import { Disputes } from "../entries/disputes.ts";
import { Entries } from "../entries/entries.ts";
import { Receipts } from "../entries/receipts.ts";
import { Provider } from "../provider/provider.ts";
import { Standings } from "../usage/standings.ts";
import { type CustomerView, CustomerViews } from "./customer-view.ts";
import { Duplicates } from "./duplicates.ts";
import { KeyedMutex } from "./keyed-mutex.ts";
import { writeInvoices, writeStanding } from "./write.ts";

/** How often a sync is begun again because another process wrote a later one meanwhile. */
const mostAttempts = 5;

/**
 * Converges what is stored with what the provider answers now. Called alike by the webhook, the success page and the
 * nightly job; harmless to repeat, in any order. Serialised per customer: within a process by turns, across processes
 * by numbered syncs of which an older never overwrites a newer.
 */
@Injectable()
export class SyncCustomer {
  private readonly mutex = new KeyedMutex<void>();

  constructor(
    private readonly provider: Provider,
    private readonly accounts: AccountStore,
    private readonly entries: Entries,
    private readonly standings: Standings,
    private readonly plans: WritePlans,
    private readonly duplicates: Duplicates,
    private readonly views: CustomerViews,
    private readonly receipts: Receipts,
    private readonly disputes: Disputes,
    private readonly database: Database,
    private readonly log: Log,
  ) {}

  run(customerId: string): Promise<void> {
    return this.mutex.take(customerId, () => this.converge(customerId));
  }

  private async converge(customerId: string): Promise<void> {
    for (let attempt = 1; attempt <= mostAttempts; attempt++) {
      const number = await this.nextNumber();
      const view = await this.views.of(customerId);
      const userId = await this.ownerOf(customerId, view.customer);
      if (!userId) return this.log.debug({ customer: customerId }, "billing: a customer of nobody here");
      if (await this.duplicates.end(userId, view.subscriptions)) continue;
      if (await this.duplicates.payBackWon(userId, view)) continue;
      if (await this.database.system((tx) => this.write(tx, number, userId, customerId, view))) return;
    }
    throw new Error(`The customer ${customerId} changes faster than it can be read`);
  }

  private async nextNumber(): Promise<number> {
    const found = await this.database.system((tx) =>
      tx.execute<{ number: string }>(sql`select nextval('billing.sync_number') as number`),
    );
    return Number(found.rows[0]?.number);
  }

  /**
   * Who the customer is: the person bound to it, else the one that its metadata names when that person has no customer
   * yet.
   */
  private async ownerOf(customerId: string, customer: Stripe.Customer | null): Promise<string | null> {
    const bound = await this.accounts.userOf(customerId);
    if (bound) return bound;
    const named = z.uuid().safeParse(customer?.metadata.userId);
    if (!named.success) return null;
    return (await this.accounts.bind(named.data, customerId)) === customerId ? named.data : null;
  }

  /** @returns false when a later sync was written meanwhile */
  private async write(
    tx: Tx,
    number: number,
    userId: string,
    customerId: string,
    view: CustomerView,
  ): Promise<boolean> {
    const account = await this.accounts.hold(tx, userId);
    if (account.customerId !== customerId) return true;
    const { name } = this.provider;
    if (
      !(await writeStanding(tx, {
        userId,
        provider: name,
        number,
        standing: view.standing,
        taxNumber: view.customer?.tax_ids?.data[0]?.value ?? null,
        invoiceName: view.customer?.name ?? null,
        gone: view.customer === null,
      }))
    )
      return false;
    const { paid, refunded, disputes } = await writeInvoices(tx, userId, name, view);
    await this.receipts.mailPaid(tx, userId, paid);
    await this.receipts.mailRefunded(tx, userId, refunded);
    await this.disputes.follow(tx, disputes);
    await this.entries.follow(tx, account, view.standing);
    await this.standings.refresh(tx, [userId]);
    await this.plans.refresh(tx, [userId]);
    return true;
  }
}
