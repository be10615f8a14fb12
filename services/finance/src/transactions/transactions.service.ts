import { Injectable } from "@nestjs/common";
import { decimalOf } from "@tessera/contracts-finance/currencies.ts";
import {
  categoryNotFound,
  currenciesDiffer,
  inTransfer,
  transactionNotFound,
  transactionReconciled,
} from "@tessera/contracts-finance/problems.ts";
import type { RuleTarget } from "@tessera/contracts-finance/rules.ts";
import type {
  NewTransaction,
  Transaction,
  TransactionChanged,
  TransactionPatch,
} from "@tessera/contracts-finance/transactions.ts";
import { type Caller, Clock, Database, problem, type Tx } from "@tessera/service-kit";
import { type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import { AccountsService } from "../accounts/accounts.service.ts";
import { Acts } from "../acts/acts.ts";
import { checkVersion } from "../http/if-match.ts";
import { payeesNamed } from "../payees/payee.store.ts";
import { payeeKey } from "../payees/payee-key.ts";
import { ReceiptLinks } from "../receipts/receipt-links.ts";
import { RuleRuns } from "../rules/run-rules.ts";
import { insertSplits, replaceSplits, splitsOf } from "./splits.ts";
import { COLUMNS, shownTransaction, type TransactionRow } from "./transaction-row.ts";

@Injectable()
export class TransactionsService {
  constructor(
    private readonly database: Database,
    private readonly acts: Acts,
    private readonly accounts: AccountsService,
    private readonly rules: RuleRuns,
    private readonly receipts: ReceiptLinks,
    private readonly clock: Clock,
  ) {}

  /** @throws ProblemException 404 `transaction_not_found` */
  async get(caller: Caller, id: string): Promise<Transaction> {
    const { rows } = await this.database.read<TransactionRow>(caller, byId(id));
    return only(rows);
  }

  /** @throws ProblemException 400 `splits_differ`, 404 of the account or a category, with nothing written */
  async create(caller: Caller, wanted: z.output<typeof NewTransaction>): Promise<TransactionChanged> {
    const { accountId, date, amount, note, tags, state } = wanted;
    return this.acts.run(caller, "transaction", "Add a transaction", async (tx, act) => {
      const { currency } = await this.accounts.row(tx, accountId);
      const splits = splitsOf(amount, wanted);
      await this.checkCategories(tx, splits);
      const payeeId = await this.payee(tx, caller, wanted.payee);
      const { rows } = await tx.execute<{ id: string }>(sql`
        insert into finance.transaction (user_id, account_id, date, amount, payee_id, note, tags, state, created_at)
        values (${caller.userId}, ${accountId}, ${date}, ${amount}, ${payeeId}, ${note || null}, ${list(tags)}, ${state},
          ${this.clock.now().toISOString()}) returning id`);
      const { id } = rows[0]!;
      const placed = splits.map((split, place) => ({ ...split, transactionId: id, place }));
      await insertSplits(tx, caller.userId, placed);
      await this.rules.onNew(tx, caller.userId, act, new Map([[id, givenBy(wanted)]]));
      await this.receipts.match(tx, caller.userId);
      await this.acts.name(tx, act, `Add ${named(wanted.payee, amount, currency)}`);
      return { transaction: await this.read(tx, id) };
    });
  }

  /**
   * @throws ProblemException 400 `splits_differ`, 404, 409 `transaction_reconciled`, `in_transfer`,
   * `currencies_differ`, 412
   */
  async change(
    caller: Caller,
    id: string,
    version: number | "any",
    patch: z.output<typeof TransactionPatch>,
  ): Promise<TransactionChanged> {
    return this.acts.run(caller, "transaction", "Change a transaction", async (tx, act) => {
      const before = await this.read(tx, id);
      checkVersion(version, before.version);
      const { payee, categoryId, splits, ...columns } = patch;
      const next = { ...before, ...columns };
      checkReconciled(before, next);
      checkTransfer(before, next);
      if (next.accountId !== before.accountId) await this.checkCurrency(tx, before, next.accountId);
      const newSplits = splitsOf(next.amount, { splits, categoryId }, before.splits);
      await this.checkCategories(tx, newSplits);
      const payeeId = payee === undefined ? (before.payee?.id ?? null) : await this.payee(tx, caller, payee);
      const splitsChanged = JSON.stringify(newSplits) !== JSON.stringify(before.splits);
      await tx.execute(sql`
        update finance.transaction set account_id = ${next.accountId}, date = ${next.date}, amount = ${next.amount},
          payee_id = ${payeeId}, note = ${next.note || null}, tags = ${list(next.tags)}, state = ${next.state},
          version = version + ${splitsChanged ? 1 : 0}
        where id = ${id}`);
      if (splitsChanged) await replaceSplits(tx, caller.userId, id, newSplits);
      const after = await this.read(tx, id);
      await this.acts.name(tx, act, `Change ${named(after.payee?.name ?? null, after.amount, after.currency)}`);
      return { transaction: after };
    });
  }

  /** @throws ProblemException 404, 409 `transaction_reconciled`, 412 `version_conflict` */
  async remove(caller: Caller, id: string, version: number | "any"): Promise<{ act: string }> {
    return this.acts.run(caller, "transaction", "Delete a transaction", async (tx, act) => {
      const { payee, amount, currency, ...before } = await this.read(tx, id);
      checkVersion(version, before.version);
      if (before.state === "reconciled") throw problem(transactionReconciled);
      await tx.execute(sql`delete from finance.transaction where id = ${id}`);
      await this.acts.name(tx, act, `Delete ${named(payee?.name ?? null, amount, currency)}`);
      return {};
    });
  }

  /** @throws ProblemException 404 `category_not_found` */
  async checkCategories(tx: Tx, splits: readonly { categoryId: string | null }[]): Promise<void> {
    const wanted = [...new Set(splits.flatMap(({ categoryId }) => categoryId ?? []))];
    if (!wanted.length) return;
    const { rows } = await tx.execute(sql`
      select from finance.category where id in (select value::uuid from jsonb_array_elements_text(
        ${JSON.stringify(wanted)}::jsonb))`);
    if (rows.length < wanted.length) throw problem(categoryNotFound);
  }

  /** Id of the payee of a name, who is added when there is none. */
  async payee(tx: Tx, caller: Caller, name: string | null): Promise<string | null> {
    if (!name) return null;
    return (await payeesNamed(tx, caller.userId, [name], this.clock.now())).get(payeeKey(name))!;
  }

  private async checkCurrency(tx: Tx, { currency }: Transaction, accountId: string): Promise<void> {
    const account = await this.accounts.row(tx, accountId);
    if (account.currency !== currency) throw problem(currenciesDiffer, { account: account.currency, other: currency });
  }

  private async read(tx: Tx, id: string): Promise<Transaction> {
    const { rows } = await tx.execute<TransactionRow>(byId(id));
    return only(rows);
  }
}

const byId = (id: string): SQL => sql`
  select ${COLUMNS} from finance.transaction t join finance.account a on a.id = t.account_id where t.id = ${id}`;

function only(rows: TransactionRow[]): Transaction {
  if (!rows[0]) throw problem(transactionNotFound);
  return shownTransaction(rows[0]);
}

/** What a person gave a new transaction; the rest is for the rules to set. */
function givenBy({ payee, note, categoryId, splits }: z.output<typeof NewTransaction>): Set<RuleTarget> {
  const hasCategory = Boolean(categoryId ?? splits?.[0]?.categoryId) || (splits?.length ?? 0) > 1;
  const given: [RuleTarget, boolean][] = [
    ["payee", Boolean(payee)],
    ["note", Boolean(note)],
    ["category", hasCategory],
  ];
  return new Set(given.flatMap(([target, isGiven]) => (isGiven ? target : [])));
}

/** What a statement of the bank says stays; the rest may change. */
function checkReconciled(before: Transaction, next: Transaction): void {
  if (before.state !== "reconciled" || next.state !== "reconciled") return;
  const { accountId, date, amount } = next;
  if (accountId !== before.accountId || date !== before.date || amount !== before.amount)
    throw problem(transactionReconciled);
}

/** Both sides of a transfer add up: one of them does not change alone. */
function checkTransfer(before: Transaction, { amount, accountId }: Transaction): void {
  if (before.transfer && (amount !== before.amount || accountId !== before.accountId)) throw problem(inTransfer);
}

/** An array of texts as a parameter. */
const list = (texts: readonly string[]): SQL =>
  sql`array(select jsonb_array_elements_text(${JSON.stringify(texts)}::jsonb))`;

/** "Corner bakery, -4.20 EUR" */
const named = (payee: string | null, amount: number, currency: string) =>
  `${payee ?? "a transaction"}, ${decimalOf(amount, currency)} ${currency}`;
