import { randomUUID } from "node:crypto";
import { Injectable, type OnModuleInit } from "@nestjs/common";
import { Clock, Database, Jobs, Log, type Tx } from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import Stripe from "stripe";
import { AccountStore } from "../account/account-store.ts";
import { planByProduct } from "../plans.ts";
import { Provider } from "../provider/provider.ts";
import { idOf } from "../sync/standing.ts";
import { CompareCustomer } from "./compare-customer.ts";
import { CompareUsage } from "./compare-usage.ts";
import { type Difference, Differences } from "./differences.ts";
import { Pace } from "./pace.ts";

const NIGHTLY = "billing.nightly";
const QUEUE = "billing.reconcile";
/** Customers or subscriptions of one job. */
const PAGE = 100;
/** How often one customer is begun before the comparison continues without it. */
const MAX_ATTEMPTS = 3;
/** Between two customers, each of up to five calls: a Stripe account takes 25 reads a second in test mode. */
const STRIPE_INTERVAL_MS = 250;
/** A comparison that began so long ago and has not ended came to a halt: all attempts of its job failed. */
const HALTED_MS = 6 * 3_600_000;

type Phase = "customers" | "subscriptions";
interface Row extends Record<string, unknown> {
  id: string;
  phase: Phase;
  after: string | null;
}
interface Summary {
  startedAt: Date;
  endedAt: Date | null;
  compared: number;
  mended: number;
}
interface Page {
  /** The last that was compared. */
  after: string | null;
  isLast: boolean;
}

/**
 * Once a night what is kept of each customer is compared with what the provider says, should events have been lost.
 * One job a page; a process that is killed continues at the customer at which it was.
 */
@Injectable()
export class Reconciliation implements OnModuleInit {
  private readonly pace: Pace;

  constructor(
    private readonly jobs: Jobs,
    private readonly database: Database,
    private readonly accounts: AccountStore,
    private readonly provider: Provider,
    private readonly customers: CompareCustomer,
    private readonly usage: CompareUsage,
    private readonly differences: Differences,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {
    this.pace = new Pace(provider.name === "stripe" ? STRIPE_INTERVAL_MS : 0);
  }

  onModuleInit(): void {
    this.jobs.define(NIGHTLY, {}, () => this.begin());
    this.jobs.schedule(NIGHTLY, "17 3 * * *", {
      name: "Compare with the payment provider",
      does: "Compares every customer with what the payment provider says, and mends what is late.",
    });
    const options = { kind: "Comparison with the payment provider", retryLimit: 12, timeoutSeconds: 900 };
    this.jobs.define<{ run: string }>(QUEUE, options, ({ data, signal }) => this.page(data.run, signal));
  }

  /** Begins a comparison where none runs, or continues with one that came to a halt. */
  async begin(): Promise<void> {
    const now = this.clock.now();
    await this.database.system(async (tx) => {
      const begun = await tx.execute<{ id: string }>(sql`
        insert into billing.reconciliation (id, provider, started_at, phase)
        values (${randomUUID()}, ${this.provider.name}, ${now.toISOString()}::timestamptz, 'customers')
        on conflict do nothing returning id`);
      const halted = await tx.execute<{ id: string }>(sql`
        select id from billing.reconciliation where provider = ${this.provider.name} and ended_at is null
          and started_at < ${new Date(now.getTime() - HALTED_MS).toISOString()}::timestamptz`);
      const run = begun.rows[0] ?? halted.rows[0];
      if (run) await this.follow(tx, run.id);
    });
  }

  async latest(): Promise<Summary | null> {
    const { rows } = await this.database.system((tx) =>
      tx.execute<{ started_at: string; ended_at: string | null; compared: number; mended: number }>(sql`
        select started_at, ended_at, compared, mended from billing.reconciliation
        where provider = ${this.provider.name} order by started_at desc limit 1`),
    );
    const row = rows[0];
    if (!row) return null;
    const { compared, mended } = row;
    return {
      ...{ compared, mended },
      startedAt: new Date(row.started_at),
      endedAt: row.ended_at === null ? null : new Date(row.ended_at),
    };
  }

  private async follow(tx: Tx, run: string): Promise<void> {
    await this.jobs.send(tx, QUEUE, { run }, { hidden: true, singletonKey: run, priority: -1 });
  }

  private async page(id: string, signal: AbortSignal): Promise<void> {
    const { rows } = await this.database.system((tx) =>
      tx.execute<Row>(sql`select id, phase, after from billing.reconciliation where id = ${id} and ended_at is null`),
    );
    const run = rows[0];
    if (!run) return;
    const page = run.phase === "customers" ? await this.pageOfCustomers(run, signal) : await this.pageOfProvider(run);
    await this.database.system((tx) => this.advance(tx, run, page));
  }

  private async advance(tx: Tx, { id, phase }: Row, page: Page): Promise<void> {
    const ends = page.isLast && phase === "subscriptions";
    const { rows } = await tx.execute<{ id: string }>(sql`
      update billing.reconciliation set phase = ${page.isLast ? "subscriptions" : phase},
        after = ${page.isLast ? null : page.after}, subject = null, attempts = 0,
        ended_at = ${ends ? this.clock.now().toISOString() : null}::timestamptz
      where id = ${id} and ended_at is null and phase = ${phase} returning id`);
    if (!rows.length) return;
    if (ends) await this.differences.closeUnseen(tx, id);
    else await this.follow(tx, id);
  }

  private async pageOfCustomers(run: Row, signal: AbortSignal): Promise<Page> {
    const page = await this.accounts.customersAfter(run.after, PAGE);
    for (const { userId, customerId } of page) {
      signal.throwIfAborted();
      const mended = await this.compare(run.id, userId, customerId);
      await this.database.system((tx) =>
        tx.execute(sql`update billing.reconciliation set after = ${userId}, subject = null, attempts = 0,
          compared = compared + ${mended === null ? 0 : 1}, mended = mended + ${mended ? 1 : 0} where id = ${run.id}`),
      );
    }
    return { after: page.at(-1)?.userId ?? null, isLast: page.length < PAGE };
  }

  /** Counts the attempt before it is made: one that kills the process counts too. */
  private async attempt(run: string, subject: string): Promise<number> {
    const { rows } = await this.database.system((tx) =>
      tx.execute<{ attempts: number }>(sql`
        update billing.reconciliation set attempts = case when subject = ${subject} then attempts + 1 else 1 end,
          subject = ${subject} where id = ${run} returning attempts`),
    );
    return rows[0]?.attempts ?? 1;
  }

  /** @returns whether anything was late; null: it could not be found out */
  private async compare(run: string, userId: string, customerId: string): Promise<boolean | null> {
    while ((await this.attempt(run, customerId)) <= MAX_ATTEMPTS) {
      await this.pace.turn();
      try {
        const report = (found: Difference) => this.differences.found(run, found);
        const mended = await this.customers.run(userId, customerId, report);
        await this.usage.run(userId, customerId, report);
        return mended;
      } catch (error) {
        if (isOfProvider(error)) {
          // The customer is not to blame while the provider refuses everybody: the job is tried again later.
          await this.database.system((tx) =>
            tx.execute(sql`update billing.reconciliation set attempts = 0 where id = ${run}`),
          );
          throw error;
        }
        this.log.error({ err: error, customer: customerId }, "billing: a customer could not be compared");
      }
    }
    await this.differences.found(run, {
      ...{ kind: "unreadable", subject: customerId, userId },
      detail: `${customerId} was tried ${MAX_ATTEMPTS} times. The log of the billing service says why it failed.`,
    });
    return null;
  }

  /** Subscriptions to our plans that nobody here has. */
  private async pageOfProvider(run: Row): Promise<Page> {
    const stripe = await this.provider.client();
    await this.pace.turn();
    const page = await stripe.subscriptions
      .list({ limit: PAGE, ...(run.after && { starting_after: run.after }) })
      .catch((error: Stripe.errors.StripeError) => {
        // The last one of the page before has ended meanwhile.
        if (error.code !== "resource_missing") throw error;
        return stripe.subscriptions.list({ limit: PAGE });
      });
    const ours = page.data.filter(({ items }) => planByProduct(idOf(items.data[0]?.price.product) ?? ""));
    const known = await this.accounts.known(ours.map(({ customer }) => idOf(customer) ?? ""));
    for (const { id, customer } of ours) {
      if (known.has(idOf(customer) ?? "")) continue;
      await this.differences.found(run.id, {
        ...{ kind: "nobodys", subject: id, userId: null },
        detail: `${id} of ${idOf(customer)} is charged, and no account here has that customer.`,
      });
    }
    return { after: page.data.at(-1)?.id ?? null, isLast: !page.has_more };
  }
}

const isOfProvider = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeError &&
  (error.statusCode === undefined || error.statusCode >= 500 || [401, 403, 429].includes(error.statusCode));
