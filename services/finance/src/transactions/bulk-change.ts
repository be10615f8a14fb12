import { Injectable } from "@nestjs/common";
import type { BulkChange, BulkChanged } from "@tessera/contracts-finance/transactions.ts";
import type { Caller, Tx } from "@tessera/service-kit";
import { type SQL, sql } from "drizzle-orm";
import { Acts } from "../acts/acts.ts";
import { TransactionsService } from "./transactions.service.ts";

@Injectable()
export class BulkChanges {
  constructor(
    private readonly acts: Acts,
    private readonly transactions: TransactionsService,
  ) {}

  /** One change of many transactions, as one act. @throws ProblemException 404 `category_not_found` */
  async run(caller: Caller, { ids, change }: BulkChange): Promise<BulkChanged> {
    return this.acts.run(caller, "bulk", "Change transactions", async (tx, act) => {
      const wanted = sql`t.user_id = ${caller.userId} and t.id in (
        select value::uuid from jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb))`;
      const changed = await this.apply(tx, caller, change, wanted);
      const count = `${changed} ${changed === 1 ? "transaction" : "transactions"}`;
      await this.acts.name(tx, act, `${VERB(change)} ${count}`);
      return { changed, skipped: new Set(ids).size - changed };
    });
  }

  private async apply(tx: Tx, caller: Caller, change: BulkChange["change"], wanted: SQL): Promise<number> {
    if ("categoryId" in change) {
      await this.transactions.checkCategories(tx, [change]);
      return this.categorise(tx, change.categoryId, wanted);
    }
    if ("delete" in change)
      return count(tx, sql`delete from finance.transaction t where ${wanted} and t.state <> 'reconciled'`);
    if ("payee" in change) {
      const payeeId = await this.transactions.payee(tx, caller, change.payee);
      return count(tx, sql`update finance.transaction t set payee_id = ${payeeId} where ${wanted}`);
    }
    if ("state" in change)
      return count(
        tx,
        sql`update finance.transaction t set state = ${change.state} where ${wanted} and t.state <> 'reconciled'`,
      );
    return count(
      tx,
      sql`update finance.transaction t set tags = array(
        select distinct tag from unnest(t.tags || array(select jsonb_array_elements_text(
          ${JSON.stringify(change.addTags)}::jsonb))) tag order by tag) where ${wanted}`,
    );
  }

  /** A transaction of several splits keeps its own. */
  private async categorise(tx: Tx, categoryId: string | null, wanted: SQL): Promise<number> {
    const single = sql`(select count(*) from finance.split o where o.transaction_id = t.id) = 1`;
    await tx.execute(sql`
      update finance.split s set category_id = ${categoryId} from finance.transaction t
      where s.transaction_id = t.id and ${wanted} and ${single}`);
    return count(tx, sql`update finance.transaction t set version = version + 1 where ${wanted} and ${single}`);
  }
}

const VERB = (change: BulkChange["change"]): string => {
  if ("categoryId" in change) return "Categorise";
  if ("delete" in change) return "Delete";
  if ("payee" in change) return `Set the payee ${change.payee} of`;
  if ("state" in change) return `Mark as ${change.state}`;
  return "Tag";
};

/** Rows that a statement wrote. */
async function count(tx: Tx, statement: SQL): Promise<number> {
  const { rows } = await tx.execute(sql`${statement} returning t.id`);
  return rows.length;
}
