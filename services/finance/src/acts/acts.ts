import { randomUUID } from "node:crypto";
import { Injectable } from "@nestjs/common";
import type { FinanceAct } from "@tessera/contracts-finance/acts.ts";
import { type Caller, Clock, Database, type Tx } from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import { ReceiptEntries } from "../receipts/receipt-entries.ts";
import { LookForRecurring } from "../recurring/look-for-recurring.ts";
import { PaymentEntries } from "../recurring/payment-entries.ts";

/**
 * `rule`: a rule was changed; `run`: rules ran over the past; `transfer`: two sides were linked, or not; `budget`: what
 * categories have was changed; `profile`: how CSV files are read; `reconciliation`: an account agreed with a statement;
 * `receipt`: one was corrected, or linked; `preference`: on which day months begin; `rate`: exchange rates were given;
 * `recurring`: a payment that recurs was confirmed, changed or settled.
 */
export type ActKind =
  | FinanceAct["kind"]
  | "rule"
  | "run"
  | "transfer"
  | "budget"
  | "profile"
  | "reconciliation"
  | "receipt"
  | "preference"
  | "rate"
  | "recurring";

export interface ActRow extends Record<string, unknown> {
  id: string;
  kind: ActKind;
  words: string;
  at: string;
  undoes: string | null;
  undone_by: string | null;
}

/** Every change of the books runs within an act, which the journal's triggers write down (decision 002). */
@Injectable()
export class Acts {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly entries: ReceiptEntries,
    private readonly payments: PaymentEntries,
    private readonly recurring: LookForRecurring,
  ) {}

  /**
   * One act in one transaction; acts of a person run one after the other, so what `work` reads stays true until it
   * ends. @param words what is done, as a person reads it: "Delete the account Savings"
   */
  async run<T extends object>(
    caller: Pick<Caller, "userId">,
    kind: ActKind,
    words: string,
    work: (tx: Tx, act: string) => Promise<T>,
  ): Promise<T & { act: string }> {
    const act = randomUUID();
    return this.database.as(caller, async (tx) => {
      await enter(tx, caller.userId, act);
      // Read behind the lock: the statement that waits for it sees what was there before.
      const before = await tx.execute<{ looks: boolean }>(sql`
        insert into finance.act (id, user_id, kind, words, at)
        values (${act}, ${caller.userId}, ${kind}, ${words}, ${this.clock.now().toISOString()})
        returning ${looks(caller.userId)}`);
      const done = await work(tx, act);
      await this.syncEntries(tx, caller.userId);
      if (!before.rows[0]!.looks) await this.lookForRecurring(tx, caller.userId);
      return { ...done, act };
    });
  }

  /**
   * Does more of an act that began before, in a transaction of its own. The last one ends with `settle`.
   * @param work as that of `run`
   */
  async more<T>(caller: Pick<Caller, "userId">, act: string, work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.database.as(caller, async (tx) => {
      await enter(tx, caller.userId, act);
      return work(tx);
    });
  }

  /** What follows from an act of several transactions, in its last one. */
  async settle(tx: Tx, userId: string): Promise<void> {
    await this.syncEntries(tx, userId);
    await this.lookForRecurring(tx, userId);
  }

  /** Whatever was changed may settle what receipts ask for, or bring a transaction that may be theirs. */
  private async syncEntries(tx: Tx, userId: string): Promise<void> {
    await this.entries.sync(tx, userId);
    await this.payments.sync(tx, userId);
  }

  /** Where payees are noted already, a job is on its way: it takes what this act noted too. */
  private async lookForRecurring(tx: Tx, userId: string): Promise<void> {
    const { rows } = await tx.execute<{ looks: boolean }>(sql`select ${looks(userId)}`);
    if (rows[0]!.looks) await this.recurring.send(tx, userId);
  }

  /** Gives an act its words once it is known what it did. */
  async name(tx: Tx, act: string, words: string): Promise<void> {
    await tx.execute(sql`update finance.act set words = ${words} where id = ${act}`);
  }

  /** The newest 50. */
  async list(caller: Caller): Promise<{ items: FinanceAct[] }> {
    const { rows } = await this.database.read<ActRow>(
      caller,
      sql`select * from finance.act where user_id = ${caller.userId} order by at desc, id desc limit 50`,
    );
    return { items: rows.map(shownAct) };
  }
}

/** The person's other acts wait; what the transaction changes is written down as this act's. */
const enter = (tx: Tx, userId: string, act: string) =>
  tx.execute(sql`
    select pg_advisory_xact_lock(hashtextextended(${`finance ${userId}`}, 0)), set_config('finance.act', ${act}, true)`);

/** Whether payees wait to be looked at for payments that recur. */
const looks = (userId: string) => sql`exists (select from finance.recurring_look where user_id = ${userId}) as looks`;

const LATER: ReadonlySet<ActKind> = new Set([
  "rule",
  "run",
  "transfer",
  "budget",
  "profile",
  "reconciliation",
  "receipt",
  "preference",
  "rate",
  "recurring",
]);

export const shownAct = ({ id, kind, words, at, undone_by }: ActRow): FinanceAct => ({
  id,
  kind: LATER.has(kind) ? "bulk" : (kind as FinanceAct["kind"]),
  of: kind,
  words,
  at: new Date(at).toISOString(),
  undone: undone_by !== null,
});
