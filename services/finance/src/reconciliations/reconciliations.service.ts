import { randomUUID } from "node:crypto";
import { Injectable } from "@nestjs/common";
import { decimalOf } from "@tessera/contracts-finance/currencies.ts";
import { reconciliationDiffers, statementDated } from "@tessera/contracts-finance/problems.ts";
import type {
  NewReconciliation,
  Reconciled,
  Reconciliation,
  ReconciliationList,
  ReconciliationStart,
} from "@tessera/contracts-finance/reconciliations.ts";
import { type Caller, Clock, Database, problem, type Tx } from "@tessera/service-kit";
import { type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import type { AccountRow } from "../accounts/account-row.ts";
import { AccountsService } from "../accounts/accounts.service.ts";
import { Acts } from "../acts/acts.ts";
import { insertSplits } from "../transactions/splits.ts";
import { statedFor } from "./stated-balance.ts";

interface ReconciliationRow extends Record<string, unknown> {
  id: string;
  date: string;
  closing: string;
  locked: number;
  still_locked: number;
  created_at: string;
  act: string;
}

/** Newest statement first. Who takes an undo back has the first act again: it is the one that undoes the row. */
const reconciliationRows = (condition: SQL, limit: number): SQL => sql`
  select r.id, r.date::text as date, r.closing, r.locked, r.created_at,
    (select count(*)::int from finance.transaction t where t.reconciliation_id = r.id) as still_locked,
    (select c.act_id from finance.change c join finance.act a on a.id = c.act_id and a.kind = 'reconciliation'
      where c.user_id = r.user_id and c.row_id = r.id and c.tab = 'reconciliation' and c.op = 'insert') as act
  from finance.reconciliation r where ${condition} order by r.date desc, r.created_at desc, r.id limit ${limit}`;

const shown = (row: ReconciliationRow): Reconciliation => ({
  ...{ id: row.id, date: row.date, closing: Number(row.closing), locked: row.locked, stillLocked: row.still_locked },
  ...{ at: new Date(row.created_at).toISOString(), act: row.act },
});

interface Balances {
  reconciled: number;
  cleared: number;
  ticked: number;
  open: number;
}

/** Accounts against the statements of their banks (decision 009). */
@Injectable()
export class ReconciliationsService {
  constructor(
    private readonly database: Database,
    private readonly acts: Acts,
    private readonly accounts: AccountsService,
    private readonly clock: Clock,
  ) {}

  /** @throws ProblemException 404 `account_not_found` */
  async start(caller: Caller, accountId: string, date: string | undefined): Promise<ReconciliationStart> {
    return this.database.as(caller, async (tx) => {
      const account = await this.accounts.row(tx, accountId);
      const stated = await statedFor(tx, caller.userId, account, date);
      const day = date ?? stated?.date ?? account.newest ?? this.clock.now().toISOString().slice(0, 10);
      const { rows } = await tx.execute<ReconciliationRow>(reconciliationRows(sql`r.account_id = ${accountId}`, 1));
      return { ...(await balancesAt(tx, account, day)), stated, last: rows[0] ? shown(rows[0]) : null };
    });
  }

  /** @throws ProblemException 404 `account_not_found` */
  async list(caller: Caller, accountId: string): Promise<ReconciliationList> {
    return this.database.as(caller, async (tx) => {
      await this.accounts.row(tx, accountId);
      const { rows } = await tx.execute<ReconciliationRow>(reconciliationRows(sql`r.account_id = ${accountId}`, 100));
      return { items: rows.map(shown) };
    });
  }

  /**
   * Locks what is cleared up to the day, when it agrees with the statement.
   * @throws ProblemException 404 `account_not_found`, 409 `reconciliation_differs`, `statement_dated`
   */
  async finish(
    caller: Caller,
    accountId: string,
    { date, closing, adjust }: z.output<typeof NewReconciliation>,
  ): Promise<Reconciled> {
    return this.acts.run(caller, "reconciliation", "Reconcile an account", async (tx, act) => {
      const account = await this.accounts.row(tx, accountId);
      const { rows } = await tx.execute<ReconciliationRow>(reconciliationRows(sql`r.account_id = ${accountId}`, 1));
      if (rows[0] && rows[0].date >= date) throw problem(statementDated, { date: rows[0].date });
      const difference = closing - (await balancesAt(tx, account, date)).cleared;
      if (difference !== 0 && !adjust)
        throw problem(reconciliationDiffers, {
          ...{ difference: decimalOf(difference, account.currency), currency: account.currency },
        });
      if (difference !== 0) await this.adjust(tx, caller, accountId, date, difference);
      const id = randomUUID();
      const now = this.clock.now().toISOString();
      await tx.execute(sql`
        insert into finance.reconciliation (id, user_id, account_id, date, closing, locked, created_at)
        values (${id}, ${caller.userId}, ${accountId}, ${date}, ${closing}, (select count(*)
          from finance.transaction where account_id = ${accountId} and state = 'cleared' and date <= ${date}), ${now})`);
      await tx.execute(sql`
        update finance.transaction set state = 'reconciled', reconciliation_id = ${id}
        where account_id = ${accountId} and state = 'cleared' and date <= ${date}`);
      const done = await tx.execute<ReconciliationRow>(reconciliationRows(sql`r.id = ${id}`, 1));
      const reconciliation = shown(done.rows[0]!);
      await this.acts.name(tx, act, `Reconcile ${account.name} up to ${date}`);
      return { reconciliation };
    });
  }

  /** A transaction that says what it is, and is locked with the others. */
  private async adjust(tx: Tx, caller: Caller, accountId: string, date: string, amount: number): Promise<void> {
    const transactionId = randomUUID();
    await tx.execute(sql`
      insert into finance.transaction (id, user_id, account_id, date, amount, note, state, created_at)
      values (${transactionId}, ${caller.userId}, ${accountId}, ${date}, ${amount},
        'Adjustment to the statement', 'cleared', ${this.clock.now().toISOString()})`);
    await insertSplits(tx, caller.userId, [{ transactionId, place: 0, amount, categoryId: null, note: null }]);
  }
}

async function balancesAt(tx: Tx, account: AccountRow, date: string): Promise<Balances> {
  const { rows } = await tx.execute<{ reconciled: string; cleared: string; ticked: number; open: number }>(sql`
    select coalesce(sum(amount) filter (where state = 'reconciled'), 0) as reconciled,
      coalesce(sum(amount) filter (where state = 'cleared' and date <= ${date}), 0) as cleared,
      count(*) filter (where state = 'cleared' and date <= ${date})::int as ticked,
      count(*) filter (where state = 'open' and date <= ${date})::int as open
    from finance.transaction where account_id = ${account.id}`);
  const { reconciled, cleared, ticked, open } = rows[0]!;
  const before = Number(account.opening) + Number(reconciled);
  return { reconciled: before, cleared: before + Number(cleared), ticked, open };
}
