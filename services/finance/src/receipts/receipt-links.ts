import { Injectable } from "@nestjs/common";
import { Clock, type Tx } from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import { bestReceiptPairs } from "./find-pairs.ts";

/** Which receipt belongs to which transaction. */
@Injectable()
export class ReceiptLinks {
  constructor(private readonly clock: Clock) {}

  /** Links what is clear. @returns how many were linked, and how many wait for the person */
  async match(tx: Tx, userId: string): Promise<{ linked: number; unclear: number }> {
    const found = await bestReceiptPairs(tx, userId);
    const clear = found.filter(({ isClear }) => isClear);
    for (const { from, to } of clear) await this.link(tx, userId, from, to, true);
    return { linked: clear.length, unclear: found.length - clear.length };
  }

  /** Takes the place of another link of the receipt; a refusal of the same pair is forgotten. */
  async link(tx: Tx, userId: string, receiptId: string, transactionId: string, automatic: boolean): Promise<void> {
    await this.unlink(tx, receiptId);
    await tx.execute(sql`
      delete from finance.receipt_refusal where receipt_id = ${receiptId} and transaction_id = ${transactionId}`);
    await tx.execute(sql`
      insert into finance.receipt_link (user_id, receipt_id, transaction_id, automatic, created_at)
      values (${userId}, ${receiptId}, ${transactionId}, ${automatic}, ${this.clock.now().toISOString()})`);
    await touch(tx, receiptId);
  }

  async unlink(tx: Tx, receiptId: string): Promise<void> {
    const { rows } = await tx.execute(
      sql`delete from finance.receipt_link where receipt_id = ${receiptId} returning id`,
    );
    if (rows.length) await touch(tx, receiptId);
  }

  async refuse(tx: Tx, userId: string, receiptId: string, transactionId: string): Promise<void> {
    await tx.execute(sql`
      insert into finance.receipt_refusal (user_id, receipt_id, transaction_id, created_at)
      values (${userId}, ${receiptId}, ${transactionId}, ${this.clock.now().toISOString()}) on conflict do nothing`);
    await touch(tx, receiptId);
  }
}

/** Open pages learn of it by the version; that of the transaction stays, as somebody may be changing it. */
const touch = (tx: Tx, receiptId: string) =>
  tx.execute(sql`update finance.receipt set version = version + 1 where id = ${receiptId}`);
