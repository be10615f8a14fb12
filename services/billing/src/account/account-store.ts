import { Injectable } from "@nestjs/common";
import { Discount, Interval, SubscriptionStatus } from "@tessera/contracts-billing/billing.ts";
import { Database, type Tx } from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import type { z } from "zod";
import { Provider } from "../provider/provider.ts";
import { KeptAccounts } from "./kept-accounts.ts";

/** A person's standing as the provider last gave it. */
export interface Account {
  userId: string;
  customerId: string | null;
  generation: number;
  status: z.infer<typeof SubscriptionStatus>;
  subscriptionId: string | null;
  itemId: string | null;
  planId: string | null;
  /** Minor units. */
  price: { amount: number; currency: string } | null;
  /** How often the price is charged. */
  interval: Interval | null;
  /** What is taken off the price. */
  discount: Discount | null;
  currentPeriodEnd: Date | null;
  cancelAtPeriodEnd: boolean;
  pastDueSince: Date | null;
  card: { brand: string; last4: string } | null;
  chooseEntry: string | null;
  paymentEntry: string | null;
  /** VAT number at the provider. */
  taxNumber: string | null;
  /** Name on the invoices, at the provider. */
  invoiceName: string | null;
  /** The mail domain that opens everything to the person. */
  openedBy: string | null;
  /** End of the trial that the person has or had. */
  trialEndsAt: Date | null;
  /** What the queue said of the trial last. */
  trialNotice: TrialNotice;
}

export type TrialNotice = "nothing" | "ending" | "ended";

interface Row extends Record<string, unknown> {
  user_id: string;
  customer_id: string | null;
  generation: number;
  status: string;
  subscription_id: string | null;
  item_id: string | null;
  plan_id: string | null;
  price_amount: string | number | null;
  price_currency: string | null;
  price_interval: string | null;
  discount: unknown;
  current_period_end: string | Date | null;
  cancel_at_period_end: boolean;
  past_due_since: string | Date | null;
  card_brand: string | null;
  card_last4: string | null;
  choose_entry: string | null;
  payment_entry: string | null;
  tax_number: string | null;
  invoice_name: string | null;
  opened_by: string | null;
  trial_ends_at: string | Date | null;
  trial_told: TrialNotice;
}

/** The accounts of the provider in use. */
@Injectable()
export class AccountStore {
  constructor(
    private readonly database: Database,
    private readonly provider: Provider,
    private readonly kept: KeptAccounts,
  ) {}

  /** The caller's own account, read under row-level security. No provider is asked. */
  async own(userId: string): Promise<Account | null> {
    const found = await this.database.read<Row>(
      { userId },
      sql`select * from billing.account where user_id = ${userId} and provider = ${this.provider.name}`,
    );
    return found.rows[0] ? accountOf(found.rows[0]) : null;
  }

  /** The account to change, made when there is none, locked until the transaction ends. */
  async hold(tx: Tx, userId: string): Promise<Account> {
    this.kept.change(userId);
    const { name } = this.provider;
    await tx.execute(
      sql`insert into billing.account (user_id, provider) values (${userId}, ${name}) on conflict do nothing`,
    );
    const found = await tx.execute<Row>(
      sql`select * from billing.account where user_id = ${userId} and provider = ${name} for update`,
    );
    return accountOf(found.rows[0]!);
  }

  /** The accounts that these people have, by person. */
  async among(tx: Tx, userIds: string[]): Promise<Map<string, Account>> {
    const found = await tx.execute<Row>(sql`
      select * from billing.account
      where provider = ${this.provider.name} and user_id = any(${sql.param(userIds)}::uuid[])`);
    return new Map(found.rows.map((row) => [row.user_id, accountOf(row)]));
  }

  async userOf(customerId: string): Promise<string | null> {
    const found = await this.database.system((tx) =>
      tx.execute<{ user_id: string }>(
        sql`select user_id from billing.account where provider = ${this.provider.name} and customer_id = ${customerId}`,
      ),
    );
    return found.rows[0]?.user_id ?? null;
  }

  /** People with a customer, in one order. @param after the person before the first */
  async customersAfter(after: string | null, limit: number): Promise<{ userId: string; customerId: string }[]> {
    const found = await this.database.system((tx) =>
      tx.execute<{ user_id: string; customer_id: string }>(sql`
        select user_id, customer_id from billing.account
        where provider = ${this.provider.name} and customer_id is not null
          and ${after === null ? sql`true` : sql`user_id > ${after}::uuid`}
        order by user_id limit ${limit}`),
    );
    return found.rows.map((row) => ({ userId: row.user_id, customerId: row.customer_id }));
  }

  /** Which of these customers are somebody's. */
  async known(customerIds: string[]): Promise<Set<string>> {
    const found = await this.database.system((tx) =>
      tx.execute<{ customer_id: string }>(sql`
        select customer_id from billing.account
        where provider = ${this.provider.name} and customer_id = any(${sql.param(customerIds)}::text[])`),
    );
    return new Set(found.rows.map((row) => row.customer_id));
  }

  /** Binds a customer to a person who has none yet. @returns the customer the person has now */
  async bind(userId: string, customerId: string): Promise<string> {
    return this.database.system(async (tx) => {
      const account = await this.hold(tx, userId);
      if (account.customerId) return account.customerId;
      await tx.execute(
        sql`update billing.account set customer_id = ${customerId} where user_id = ${userId} and provider = ${this.provider.name}`,
      );
      return customerId;
    });
  }
}

const time = (value: string | Date | null) => (value === null ? null : new Date(value));

const accountOf = (row: Row): Account => ({
  userId: row.user_id,
  customerId: row.customer_id,
  generation: row.generation,
  status: SubscriptionStatus.catch("none").parse(row.status),
  subscriptionId: row.subscription_id,
  itemId: row.item_id,
  planId: row.plan_id,
  price:
    row.price_amount === null || !row.price_currency
      ? null
      : { amount: Number(row.price_amount), currency: row.price_currency },
  interval: Interval.nullable().catch(null).parse(row.price_interval),
  discount: Discount.nullable().catch(null).parse(row.discount),
  currentPeriodEnd: time(row.current_period_end),
  cancelAtPeriodEnd: row.cancel_at_period_end,
  pastDueSince: time(row.past_due_since),
  card: row.card_brand && row.card_last4 ? { brand: row.card_brand, last4: row.card_last4 } : null,
  chooseEntry: row.choose_entry,
  paymentEntry: row.payment_entry,
  taxNumber: row.tax_number,
  invoiceName: row.invoice_name,
  openedBy: row.opened_by,
  trialEndsAt: time(row.trial_ends_at),
  trialNotice: row.trial_told,
});
