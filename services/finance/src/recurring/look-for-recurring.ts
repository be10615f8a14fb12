import { Injectable, type OnModuleInit } from "@nestjs/common";
import { MAX_RECURRING, MAX_RECURRING_PAYMENTS } from "@tessera/contracts-finance/limits.ts";
import { Clock, Database, Jobs, type Tx } from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import { isNoTransfer } from "../transactions/filter.ts";
import { findSeries, follow, type Occurrence, type Payment, priceOf, type Series } from "./find-series.ts";
import { PaymentEntries } from "./payment-entries.ts";
import { expectedOf, type RecurringRow, recurringRows } from "./recurring-row.ts";
import { standingOf } from "./standing.ts";

const QUEUE = "finance.find-recurring";
const ROUND = "finance.payment-reminders";
/** Payees of accounts in one transaction: the embedded database does nothing else meanwhile. */
const BATCH = 25;
/** Newest transactions of a payee that are looked at: a payment a week for more than three years. */
const LOOKED_AT = 200;
/** People whose reminders are looked at in one transaction. */
const PEOPLE = 50;

interface Pair extends Record<string, unknown> {
  account_id: string;
  payee_id: string;
}

/**
 * Looks for payments that recur where transactions changed: triggers note the payee and the account, the act that
 * changed them sends a job. Once an hour what is due goes into the queue.
 */
@Injectable()
export class LookForRecurring implements OnModuleInit {
  constructor(
    private readonly jobs: Jobs,
    private readonly database: Database,
    private readonly entries: PaymentEntries,
    private readonly clock: Clock,
  ) {}

  onModuleInit() {
    this.jobs.define<{ userId: string }>(QUEUE, { concurrency: 1 }, ({ data, signal }) =>
      this.run(data.userId, signal),
    );
    this.jobs.define(ROUND, { retryLimit: 1 }, ({ signal }) => this.round(signal));
    this.jobs.schedule(ROUND, "41 * * * *", {
      name: "Remind of payments",
      does: "Puts payments that are due soon into people’s queues, and looks for payments that recur.",
    });
  }

  /** In the transaction that changed something. */
  async send(tx: Tx, userId: string): Promise<void> {
    await this.jobs.send(tx, QUEUE, { userId }, { hidden: true });
  }

  /** All that waits of one person. */
  async run(userId: string, signal?: AbortSignal): Promise<void> {
    while (!signal?.aborted && (await this.batch(userId)) === BATCH);
  }

  private batch(userId: string): Promise<number> {
    return this.database.as({ userId }, async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`finance ${userId}`}, 0))`);
      const { rows } = await tx.execute<Pair>(sql`
        delete from finance.recurring_look where (account_id, payee_id) in (
          select account_id, payee_id from finance.recurring_look where user_id = ${userId} limit ${BATCH})
        returning account_id, payee_id`);
      for (const pair of rows) await this.look(tx, userId, pair);
      if (rows.length) await this.entries.sync(tx, userId);
      return rows.length;
    });
  }

  /** What recurs of one payee in one account, in the place of what was known. */
  async look(tx: Tx, userId: string, { account_id, payee_id }: Pair): Promise<void> {
    const where = sql`r.account_id = ${account_id} and r.payee_id = ${payee_id}`;
    const known = await recurringRows(tx, userId, where);
    let rest = await occurrencesOf(tx, userId, account_id, payee_id);
    for (const row of known.filter(({ state }) => state !== "found")) {
      const last = row.payments.at(-1);
      const payments = follow(row, last ?? { date: row.anchor, amount: expectedOf(row) }, rest, expectedOf(row));
      const taken = new Set(payments.map(({ id }) => id));
      rest = rest.filter(({ id }) => !taken.has(id));
      await keep(tx, row, { ...row, payments });
    }
    const today = this.clock.now().toISOString().slice(0, 10);
    const series = findSeries(rest).filter((one) => standingOf({ ...one, settled: [] }, today).due !== null);
    const before = known.filter(({ state }) => state === "found");
    for (const one of series) {
      const ids = new Set(one.payments.map(({ id }) => id));
      const row = before.find(({ payments }) => payments.some(({ id }) => ids.has(id)));
      if (row) before.splice(before.indexOf(row), 1);
      if (row) await keep(tx, row, one);
      else await this.add(tx, userId, { account_id, payee_id }, one);
    }
    for (const { id } of before) await tx.execute(sql`delete from finance.recurring where id = ${id}`);
  }

  private async add(tx: Tx, userId: string, { account_id, payee_id }: Pair, series: Series): Promise<void> {
    const { amount, varies } = priceOf(series.payments);
    await tx.execute(sql`
      insert into finance.recurring (user_id, account_id, payee_id, every, anchor, amount, varies, payments, created_at)
      select ${userId}, ${account_id}, ${payee_id}, ${series.every}, ${series.anchor}::date, ${amount}, ${varies},
        ${JSON.stringify(newest(series.payments))}::jsonb, ${this.clock.now().toISOString()}
      from finance.payee p where p.id = ${payee_id} and (
        select count(*) from finance.recurring r where r.user_id = ${userId}) < ${MAX_RECURRING}`);
  }

  /** People with something to look at, and those whose confirmed payments may be due. */
  async round(signal?: AbortSignal): Promise<void> {
    await this.database.system(async (tx) => {
      const { rows } = await tx.execute<{ user_id: string }>(sql`select distinct user_id from finance.recurring_look`);
      for (const { user_id } of rows) await this.send(tx, user_id);
    });
    for (let after: string | null = null; !signal?.aborted; ) {
      const people = await this.peopleAfter(after);
      for (const userId of people)
        await this.database.as({ userId }, async (tx) => {
          await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`finance ${userId}`}, 0))`);
          await this.entries.sync(tx, userId);
        });
      if (people.length < PEOPLE) return;
      after = people.at(-1)!;
    }
  }

  private async peopleAfter(after: string | null): Promise<string[]> {
    const { rows } = await this.database.system((tx) =>
      tx.execute<{ user_id: string }>(sql`
        select distinct user_id from finance.recurring
        where state = 'confirmed' ${after === null ? sql`` : sql`and user_id > ${after}`}
        order by user_id limit ${PEOPLE}`),
    );
    return rows.map(({ user_id }) => user_id);
  }
}

const newest = (payments: readonly Payment[]) => payments.slice(-MAX_RECURRING_PAYMENTS);

/** Writes what has changed: who looks at a page is told of nothing else. */
async function keep(tx: Tx, row: RecurringRow, { every, anchor, payments }: Series): Promise<void> {
  const kept = newest(payments);
  const { amount, varies } = kept.length ? priceOf(kept) : { amount: Number(row.amount), varies: row.varies };
  const isSame =
    every === row.every &&
    anchor === row.anchor &&
    amount === Number(row.amount) &&
    varies === row.varies &&
    kept.length === row.payments.length &&
    kept.every(({ id, date, amount, due }, at) => {
      const before = row.payments[at]!;
      return id === before.id && date === before.date && amount === before.amount && due === before.due;
    });
  if (isSame) return;
  await tx.execute(sql`
    update finance.recurring set every = ${every}, anchor = ${anchor}, amount = ${amount}, varies = ${varies},
      payments = ${JSON.stringify(kept)}::jsonb where id = ${row.id}`);
}

/** The newest, by day. */
async function occurrencesOf(tx: Tx, userId: string, account: string, payee: string): Promise<Occurrence[]> {
  const { rows } = await tx.execute<{ id: string; date: string; amount: string }>(sql`
    select t.id, t.date::text as date, t.amount from (
      select t.id, t.date, t.amount from finance.transaction t
      where t.account_id = ${account} and t.payee_id = ${payee} order by t.date desc, t.id desc limit ${LOOKED_AT}
    ) t where t.amount <> 0 and ${isNoTransfer(userId)} order by t.date, t.id`);
  return rows.map(({ id, date, amount }) => ({ id, date, amount: Number(amount) }));
}
