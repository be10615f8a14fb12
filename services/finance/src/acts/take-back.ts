import { Injectable } from "@nestjs/common";
import type { Tx } from "@tessera/service-kit";
import { type SQL, sql } from "drizzle-orm";
import { ReceiptCards } from "../receipts/receipt-cards.ts";
import { JOURNALED_TABLES, type JournaledTable } from "./journaled-tables.ts";
import {
  bringBack,
  partsOf,
  remaining,
  setBack,
  takeAway,
  touchTransactions,
  touchWith,
  transfersOf,
} from "./undo-statements.ts";

/** Levels of what an act may have brought at once. */
const MAX_LEVELS = 5;

export interface TakenBack {
  /** Rows that are as they were before the act. */
  reverted: number;
  /** Rows that somebody changed since, or that agree with a statement. */
  kept: number;
}

const rowsOf = async <R>(tx: Tx, statement: SQL) => (await tx.execute(statement)).rows as R[];

/** Reads the journal of an act backwards, within the act that takes it back. */
@Injectable()
export class TakeBack {
  constructor(private readonly cards: ReceiptCards) {}

  /** All that an act did. */
  all(tx: Tx, act: string): Promise<TakenBack> {
    return deferred(tx, async (sum) => {
      await this.tables(tx, act, JOURNALED_TABLES, sum);
      await tx.execute(touchTransactions(act));
    });
  }

  /** What an import did to some transactions, their parts, and the transfers they are part of. */
  part(tx: Tx, act: string, transactions: readonly string[]): Promise<TakenBack> {
    return deferred(tx, async (sum) => {
      if (!transactions.length) return;
      const idsOf = async (statement: SQL) => (await rowsOf<{ id: string }>(tx, statement)).map(({ id }) => id);
      // All at once: with the transactions they would go one by one, and each would have its months counted again.
      const transfers = await idsOf(transfersOf(transactions));
      if (transfers.length) await away(tx, act, "transfer", sum, transfers);
      await setBackIn(tx, act, "transaction", sum, transactions);
      await away(tx, act, "transaction", sum, transactions);
      // Of those that were there before.
      const parts = await idsOf(partsOf(transactions));
      if (!parts.length) return;
      await setBackIn(tx, act, "split", sum, parts);
      await tx.execute(touchWith(act, parts));
    });
  }

  /** What transactions refer to, before parts bring them back. */
  parents(tx: Tx, act: string): Promise<TakenBack> {
    return deferred(tx, async (sum) => {
      for (const table of JOURNALED_TABLES.slice(0, JOURNALED_TABLES.indexOf("transaction"))) {
        sum.reverted += (await rowsOf(tx, bringBack(act, table))).length;
        await setBackIn(tx, act, table, sum);
      }
    });
  }

  /** Some transactions that an act took out, with the parts that they had, or that it set back. */
  partBack(tx: Tx, act: string, { transactions, splits }: { transactions: string[]; splits: string[] }) {
    return deferred(tx, async (sum) => {
      sum.reverted += (await rowsOf(tx, bringBack(act, "transaction", transactions))).length;
      await setBackIn(tx, act, "transaction", sum, transactions);
      if (splits.length) await tx.execute(bringBack(act, "split", splits));
      const parts = (await rowsOf<{ id: string }>(tx, partsOf(transactions))).map(({ id }) => id);
      if (!parts.length) return;
      await setBackIn(tx, act, "split", sum, parts);
      await tx.execute(touchWith(act, parts));
    });
  }

  /** What the parts left: all but transactions and their parts, of which an import takes none away. */
  rest(tx: Tx, act: string): Promise<TakenBack> {
    const tables = JOURNALED_TABLES.filter((table) => table !== "transaction" && table !== "split");
    return deferred(tx, (sum) => this.tables(tx, act, tables, sum));
  }

  private async tables(tx: Tx, act: string, tables: readonly JournaledTable[], sum: TakenBack): Promise<void> {
    for (const table of tables) {
      sum.reverted += (await rowsOf(tx, bringBack(act, table))).length;
      await setBackIn(tx, act, table, sum);
    }
    for (const table of tables.toReversed()) await away(tx, act, table, sum);
    const receipts = await rowsOf<{ row_id: string }>(
      tx,
      sql`select row_id from finance.change where act_id = ${act} and tab = 'receipt'`,
    );
    await this.cards.tell(
      tx,
      receipts.map(({ row_id }) => row_id),
    );
  }
}

/** Constraints are checked when all of it is done. */
async function deferred(tx: Tx, work: (sum: TakenBack) => Promise<void>): Promise<TakenBack> {
  const sum = { reverted: 0, kept: 0 };
  await tx.execute(sql`set constraints all deferred`);
  await work(sum);
  await tx.execute(sql`set constraints all immediate`);
  return sum;
}

async function setBackIn(
  tx: Tx,
  act: string,
  table: JournaledTable,
  sum: TakenBack,
  ids?: readonly string[],
): Promise<void> {
  const changed = await rowsOf<{ reverted: boolean; kept: boolean }>(tx, setBack(act, table, ids));
  sum.reverted += changed.filter((row) => row.reverted).length;
  sum.kept += changed.filter((row) => row.kept).length;
}

async function away(
  tx: Tx,
  act: string,
  table: JournaledTable,
  sum: TakenBack,
  ids?: readonly string[],
): Promise<void> {
  for (let level = 0; level < MAX_LEVELS; level++) {
    const gone = await rowsOf(tx, takeAway(act, table, ids));
    sum.reverted += gone.length;
    if (!gone.length || table !== "category") break;
  }
  if (table !== "split") sum.kept += (await rowsOf(tx, remaining(act, table, ids))).length;
}
